// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/pattern_sketch.hpp"
#include "core/correlate/correlation_map.hpp"
#include "core/measure/radial_profile.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/calibration.hpp"

#include <memory>
#include <string>
#include <vector>

namespace coarsen {

/// The kind of decoded picture that a plan is made for: one channel without opacity.
struct RawKind {
    int width = 0, height = 0;
    PixelType type = PixelType::u8;
    int bitsPerSample = 8;

    bool operator==(const RawKind&) const = default;
};

/// A frame in numbers, whose pixels stay on the device that measured it.
struct DeviceMeasurement {
    int widthPx = 0, heightPx = 0;   ///< of the final image
    double validPixels = 0;          ///< of the final image
    double lowest = 0, highest = 0;  ///< grey value of them
    bool holdsWholeNumbers = false;  ///< no step changed the camera's values
    PatternSketch sketch;
    RadialProfile profile;                  ///< C1D
    std::vector<RadialProfile> replicates;  ///< C1D without one sub-image each, where the recipe asks for the jack-knife
    CorrelationMap map;                     ///< C2D, where asked for
    Frame frame;                            ///< the final image and its mask, where asked for
};

/// One recipe on a device, for pictures of one kind. Belongs to one thread at a time.
class FramePlan {
public:
    virtual ~FramePlan() = default;

    /// Measures a frame; `withImages`: also its final image, mask and C2D. The same numbers as the steps, an engine in float32
    /// and the azimuthal average on the CPU, but for 1e-5 of the image's range and 0.005 px of R_max (decision E10). Throws
    /// InputError (no light to divide by), EngineError.
    virtual DeviceMeasurement measure(const Frame& raw, bool withImages) = 0;
};

/// Does all of a recipe on a device, from the decoded picture to C1D: so that a frame crosses the bus once.
class FrameBackend {
public:
    virtual ~FrameBackend() = default;

    /// The correlation engine that it stands in for: whoever chose that one gets frames measured here.
    virtual const std::string& engine() const noexcept = 0;

    /// Nothing where it cannot do all of this recipe for such pictures. Throws EngineError.
    virtual std::unique_ptr<FramePlan> framePlan(const RawKind& kind, const Recipe& recipe,
                                                 const Calibration& calibration) const = 0;
};

}  // namespace coarsen
