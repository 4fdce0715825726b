// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/raw_image.hpp"

namespace coarsen {

int StackLayout::pageOf(int time) const {
    int page = time;
    for (const char dimension : order.substr(0, order.find('T')))
        page *= dimension == 'C' ? channels : slices;
    return page;
}

}  // namespace coarsen
