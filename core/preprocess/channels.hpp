// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/orientation_field.hpp"
#include "core/preprocess/picture_memory.hpp"
#include "core/preprocess/step_context.hpp"
#include "core/settings/field.hpp"
#include "core/settings/warning.hpp"

#include <string>
#include <vector>

namespace coarsen {

enum class ChannelUse { intensity, image, colour, orientation, colourAndOrientation };

/// Step that chooses what is correlated: the grey value, or the sum over several channels (Bordawekar et al. 2010). Image: the
/// file's planes. Colour: CIELAB a* and b*. Orientation: the field of axes that is found in grey. Colour and orientation: both
/// pairs, each over its own rms about its means, so that they count alike.
struct Channels {
    static constexpr const char* key = "channels";
    static constexpr const char* label = "Channels";
    static constexpr const char* stageLabel = "Fields";
    static constexpr const char* help = "What is correlated: grey, colours, or which way stripes run";
    static constexpr bool canSwitchOff = false;
    static constexpr bool isNewerThanItsRecipe = true;
    static constexpr bool treatsPlanes = true;

    ChannelUse use = ChannelUse::intensity;
    std::vector<int> pick = {};  ///< of the file's planes, counting from 1; empty: all
    double sigmaPx = 1.5, scalePx = 6;
    OrientationWeight weight = OrientationWeight::coherence;

    static const Fields<Channels>& fields();
    std::string summary() const;
    std::vector<Warning> warnings(const MeasuredFacts& facts) const;
    bool isActing() const { return use != ChannelUse::intensity; }
    bool isForDisplayOnly() const { return !isActing(); }
    bool needsPlanes() const;
    bool hasAxes() const { return use == ChannelUse::orientation || use == ChannelUse::colourAndOrientation; }
    std::size_t memory(PictureMemory& picture) const;
    /// Throws InputError: a plane that the picture does not have, colours of a grey picture.
    Frame operator()(const Frame& frame, const StepContext& context = {}) const;
    bool operator==(const Channels&) const = default;

    /// Names of the channels of its answer, of a file with so many planes: "a*", "cos 2θ", "channel 3"; of grey nothing.
    std::vector<std::string> channelNames(int planes) const;
};

}  // namespace coarsen
