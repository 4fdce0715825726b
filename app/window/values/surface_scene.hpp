// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/surface.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coarsen::window {

/// A surface ready to be drawn. Immutable. Lengths in px about the volume's middle.
struct SurfaceScene {
    using Place = std::array<float, 3>;

    std::vector<Place> places, normals;  ///< of the vertices; normals point out of the phase
    std::vector<float> mean, gaussian;   ///< H in 1/px and K in 1/px^2; NaN where not known
    std::vector<std::array<std::uint32_t, 3>> triangles;
    Place half{};  ///< of the volume's sides
};
std::shared_ptr<const SurfaceScene> sceneOf(const SurfaceAnswer& answer);

/// The same in fewer triangles: vertices in one cube of that side become one. For drawing while it is turned.
std::shared_ptr<const SurfaceScene> simplified(const SurfaceScene& scene, double cubePx);

/// The surface of the frame looked at, with all that is shown of it.
struct ShownSurface {
    SurfaceAnswer answer;
    std::shared_ptr<const SurfaceScene> scene, quick;  ///< quick: at most some ten thousand triangles
};
std::shared_ptr<const ShownSurface> shownSurface(SurfaceAnswer answer);

}  // namespace coarsen::window
