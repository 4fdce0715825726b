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

/// Quantity that the colours of a surface show.
enum class SurfaceColour { mean, gaussian, plain, removed, moved };
constexpr std::size_t surfaceColours = 5;

/// A surface ready to be drawn. Immutable. Lengths in px about the volume's middle.
struct SurfaceScene {
    using Place = std::array<float, 3>;

    std::vector<Place> places, normals;  ///< of the vertices; normals point out of the phase
    std::vector<std::array<std::uint32_t, 3>> triangles;
    Place half{};  ///< of the volume's sides
    /// At the vertices, by colour: H in 1/px, K in 1/px^2, noise removed and distance moved in px; NaN where not known, none of
    /// what is not there.
    std::array<std::vector<float>, surfaceColours> values;

    const std::vector<float>& valuesOf(SurfaceColour colour) const { return values[static_cast<std::size_t>(colour)]; }
    std::vector<float>& valuesOf(SurfaceColour colour) { return values[static_cast<std::size_t>(colour)]; }
};

/// The same in fewer triangles: vertices in one cube of that side become one. For drawing while it is turned.
std::shared_ptr<const SurfaceScene> simplified(const SurfaceScene& scene, double cubePx);

/// A surface with what its colours mean.
struct SurfaceSide {
    std::shared_ptr<const SurfaceScene> scene, quick;  ///< quick: at most some ten thousand triangles
    std::array<AreaShares, surfaceColours> shares;     ///< of its area, in px

    bool has(SurfaceColour colour) const { return colour == SurfaceColour::plain || !scene->valuesOf(colour).empty(); }
    const AreaShares& sharesOf(SurfaceColour colour) const { return shares[static_cast<std::size_t>(colour)]; }
};

/// The surface of the shown frame, with all that is shown of it.
struct ShownSurface {
    std::shared_ptr<const SurfaceAnswer> answer;
    SurfaceSide found;
    std::optional<SurfaceSide> noisy;          ///< before it was denoised, if it was
    std::optional<SurfaceDisplacement> moved;  ///< since the frame before, once it is asked for
    std::string notMoved;                      ///< why that cannot be; empty: it can, or is

    const SurfaceSide& side(bool isBefore) const { return isBefore && noisy ? *noisy : found; }
};
/// `moved`: may be none yet.
std::shared_ptr<const ShownSurface> shownSurface(std::shared_ptr<const SurfaceAnswer> answer,
                                                 std::optional<SurfaceDisplacement> moved = {}, std::string notMoved = {});

}  // namespace coarsen::window
