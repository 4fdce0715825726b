// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"
#include "core/preprocess/picture_memory.hpp"
#include "core/preprocess/volume_context.hpp"
#include "core/settings/field.hpp"
#include "core/settings/warning.hpp"
#include "core/volume/volume.hpp"

#include <string>
#include <vector>

namespace coarsen {

enum class ContrastScale { camera, eightBit };

/// Percentiles between which the final image is shown. The data change only when asked: values are then clipped to that range,
/// and `eightBit` stretches it over the whole numbers 0 to 255, as the pictures of Lu et al. 2010 were.
struct Contrast {
    static constexpr const char* key = "contrast";
    static constexpr const char* label = "Contrast";
    static constexpr const char* stageLabel = "Final";
    static constexpr const char* help = "How the final image is shown";
    static constexpr bool canSwitchOff = false;

    double lowPercent = 0.5, highPercent = 99.5;
    bool apply = false;
    ContrastScale scale = ContrastScale::camera;

    static const Fields<Contrast>& fields();
    std::string summary() const;
    std::vector<Warning> warnings(const MeasuredFacts& facts) const;
    bool isForDisplayOnly() const { return !apply; }
    std::size_t memory(PictureMemory& picture) const;
    Frame operator()(const Frame& frame) const;
    Volume operator()(const Volume& volume, const VolumeContext& context) const;  ///< percentiles of all its valid voxels
    bool operator==(const Contrast&) const = default;
};

/// The values at these percentiles of the valid pixels, in one channel.
struct GreyRange {
    double low = 0, high = 1;
};
GreyRange greyRange(const Frame& frame, double lowPercent, double highPercent, int channel = 0);

}  // namespace coarsen
