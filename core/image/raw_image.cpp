// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/raw_image.hpp"

namespace coarsen {

int StackLayout::pageOf(int time, int slice, int channel) const {
    int page = 0, stride = 1;
    for (const char dimension : order) {
        page += stride * (dimension == 'C' ? channel : dimension == 'Z' ? slice : time);
        stride *= dimension == 'C' ? channels : dimension == 'Z' ? slices : times;
    }
    return page;
}

}  // namespace coarsen
