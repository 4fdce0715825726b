// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/regular_planes.hpp"

namespace coarsen::conventions {

bool placeInOrder(SceneFacts& scene, std::string_view order, int pages) {
    if (1.0 * scene.times * scene.slices * scene.channels > mostPromisedPlanes) return false;
    const int count = scene.times * scene.slices * scene.channels;
    scene.planes.resize(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        PlaneFacts& plane = scene.planes[static_cast<std::size_t>(i)];
        int left = i;
        for (const char axis : order) {
            int& index = axis == 'T' ? plane.t : axis == 'Z' ? plane.z : plane.c;
            const int size = axis == 'T' ? scene.times : axis == 'Z' ? scene.slices : scene.channels;
            index = left % size, left /= size;
        }
        plane.page = i < pages ? i : -1;
    }
    return true;
}

}  // namespace coarsen::conventions
