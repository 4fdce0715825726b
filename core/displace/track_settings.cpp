// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/track_settings.hpp"

#include "core/settings/fields.hpp"
#include "core/settings/size_text.hpp"

#include <string>
#include <tuple>
#include <utility>

namespace coarsen {

const Fields<TrackSettings>& TrackSettings::fields() {
    using S = TrackSettings;
    static const Fields<S> list = {
        integerField("max_lag", &S::maxLag, 1, 65536, {"Largest shift", "Largest shift along both axes, each way.", "px"}),
        choiceField("reference", &S::reference, {"previous", "first"},
                    {"Reference", "Frame that shifts are against: the one before (previous), or the first one."}),
    };
    return list;
}

const Fields<RawFrames>& RawFrames::fields() {
    using S = RawFrames;
    constexpr double slowestHz = 1e-9, fastestHz = 1e12;
    auto bits = spelledField<S>(
        "bits", [](const S& frames) { return std::to_string(frames.bits); },
        [](S& frames, const std::string& text) { frames.bits = text == "16" ? 16 : 8; },
        {"Bits", "Bits of a pixel of raw frames; 16 are little-endian."});
    bits.description.kind = FieldKind::choice;
    bits.description.choices = {"8", "16"};
    static const Fields<S> list = {
        spelledField<S>(
            "size",
            [](const S& frames) {
                return frames.isSized() ? std::to_string(frames.width) + "x" + std::to_string(frames.height) : std::string();
            },
            [](S& frames, const std::string& text) { std::tie(frames.width, frames.height) = sizeFromText(text, "size"); },
            {.label = "Size", .help = "Width and height of raw frames, as 640x480", .form = "WxH"}),
        std::move(bits),
        optionalNumberField(
            "rate", &S::rateHz, slowestHz, fastestHz,
            {.label = "Rate", .help = "Frames a second, for time_s [the film's times, or when each frame came]", .unit = "Hz"}),
    };
    return list;
}

}  // namespace coarsen
