// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sanitized.hpp"

namespace coarsen::test {

bool sanitized() {
    return COARSEN_SANITIZED;
}

}  // namespace coarsen::test
