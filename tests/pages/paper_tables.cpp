// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pages/paper_tables.hpp"

#include "tests/pages/paper_rows.hpp"

namespace coarsen::pages {

const Tables& paperTables() {
    static const Tables all{{"lu2010", lu2010},
                            {"van-werkhoven2011", vanWerkhoven2011},
                            {"van-werkhoven2011-n", mapOfN},
                            {"bordawekar2010", bordawekar2010},
                            {"bordawekar2010-tiles", timesOfTiles},
                            {"lee2012", lee2012}};
    return all;
}

}  // namespace coarsen::pages
