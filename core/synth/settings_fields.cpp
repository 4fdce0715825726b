// SPDX-License-Identifier: GPL-3.0-or-later
// The descriptions of all that synthetic series are made with: from them come the options of coarsen-cli synth.
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/physical_size.hpp"
#include "core/base/typed_length.hpp"
#include "core/settings/fields.hpp"
#include "core/settings/size_text.hpp"
#include "core/synth/bicontinuous.hpp"
#include "core/synth/flow_pair.hpp"
#include "core/synth/grains.hpp"
#include "core/synth/particles.hpp"
#include "core/synth/synthetic_series.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <tuple>

namespace coarsen {

namespace {

constexpr double longestPx = 1e6, longestS = 1e15, shortestS = 1e-9, mostNoise = 1e6;

std::string sizeText(const VolumeSize& size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height) + "x" + std::to_string(size.depth);
}

/// All 64 bits: more than a number of a field holds.
template <typename Settings>
Field<Settings> seedField() {
    return spelledField<Settings>(
        "seed", [](const Settings& settings) { return std::to_string(settings.seed); },
        [](Settings& settings, const std::string& text) {
            std::uint64_t seed = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
            if (error != std::errc() || end != text.data() + text.size())
                throw SettingError("seed", "'" + text + "' is no seed", "write a whole number of 0 or more");
            settings.seed = seed;
        },
        {.label = "Seed", .help = "Number of the random numbers: the same seed makes the same frames.", .form = "K"});
}

/// The law by which lengths grow from frame to frame.
template <typename Settings>
Field<Settings> lawField() {
    return spelledField<Settings>(
        "law",
        [](const Settings& settings) {
            return settings.law == RingLaw::linear     ? std::string("linear")
                   : settings.law == RingLaw::constant ? std::string("constant")
                                                       : "power:" + shortest(settings.exponent);
        },
        [](Settings& settings, const std::string& text) {
            if (text == "linear") {
                settings.law = RingLaw::linear;
            } else if (text == "constant") {
                settings.law = RingLaw::constant;
            } else if (const auto exponent = text.starts_with("power:") ? parseNumber(text.substr(6)) : std::nullopt; exponent) {
                settings.law = RingLaw::power;
                settings.exponent = *exponent;
            } else {
                throw SettingError("law", "'" + text + "' is unknown", "choose linear, constant or power:N, as power:0.333");
            }
        },
        {"Law", "Law by which the length grows: linear, constant or power:N."});
}

template <typename Settings>
Field<Settings> correlationField() {
    return choiceField("correlation", &Settings::zoom, {"independent", "zoom"},
                       {"Correlation", "Frames that are independent, or one pattern that grows (zoom)."});
}

/// Two lengths, of the first and of the last frame, above `least`: "40:120".
template <typename Settings>
Field<Settings> lengthsField(const std::string& name, double Settings::*first, double Settings::*last, double least,
                             FieldText text) {
    text.form = "A:B";
    return spelledField<Settings>(
        name, [=](const Settings& settings) { return shortest(settings.*first) + ":" + shortest(settings.*last); },
        [=](Settings& settings, const std::string& typed) {
            const auto range = numberPair(typed, ':');
            if (!range || !(range->first > least) || !(range->second > least))
                throw SettingError(
                    name,
                    "'" + typed + "' is no range of lengths" + (least > 0 ? " above " + shortest(least) + " px" : std::string()),
                    "write it as 40:120");
            std::tie(settings.*first, settings.*last) = *range;
        },
        std::move(text));
}

Field<SynthSettings> bitsField() {
    Field<SynthSettings> field = spelledField<SynthSettings>(
        "bits", [](const SynthSettings& settings) { return std::to_string(settings.bits); },
        [](SynthSettings& settings, const std::string& text) { settings.bits = text == "16" ? 16 : 8; },
        {"Bits", "Number of bits of a pixel."});
    field.description.kind = FieldKind::choice;
    field.description.choices = {"8", "16"};
    return field;
}

Field<SynthSettings> sizeOfPictures() {
    return spelledField<SynthSettings>(
        "size",
        [](const SynthSettings& settings) { return std::to_string(settings.width) + "x" + std::to_string(settings.height); },
        [](SynthSettings& settings, const std::string& text) {
            std::tie(settings.width, settings.height) = sizeFromText(text, "size");
        },
        {.label = "Size", .help = "Width and height in pixels, as 960x720.", .form = "WxH"});
}

Field<SynthSettings> pixelSizeField() {
    return spelledField<SynthSettings>(
        "pixel_size", [](const SynthSettings& settings) { return shortest(settings.pixelSizeUm); },
        [](SynthSettings& settings, const std::string& text) {
            const auto size = typedLengthUm(text);
            if (!size || !(*size == 0 || isSide(*size)))
                throw SettingError("pixel_size", "'" + text + "' is no size in micrometres" + (size ? ": " + sidesRule() : ""),
                                   "write 8.3 or 500nm; 0 writes none");
            settings.pixelSizeUm = *size;
        },
        {.label = "Pixel size",
         .help = "Size of a pixel in micrometres, or with its unit (500nm), written into the files; 0 writes none.",
         .form = "X"});
}

/// "100,200,400"
std::vector<double> growingTimes(const std::string& text) {
    std::vector<double> times;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        const auto time = parseNumber(text.substr(start, end - start));
        if (!time || *time <= 0 || (!times.empty() && *time <= times.back()))
            throw SettingError("times", "'" + text + "' is no list of growing times", "write them as 100,200,400");
        times.push_back(*time);
        start = end + 1;
    }
    return times;
}

std::string timesText(const std::vector<double>& times) {
    std::string text;
    for (const double time : times)
        text += (text.empty() ? "" : ",") + shortest(time);
    return text;
}

Spacing spacingFrom(const std::string& text) {
    const auto sides = numberTriple(text, ',');
    if (!sides || !areSides({(*sides)[0], (*sides)[1], (*sides)[2]}))
        throw SettingError("spacing", "'" + text + "' are no three sizes of a voxel in micrometres: " + sidesRule(),
                           "write x, y and z, as 0.5,0.5,1.5");
    return {(*sides)[0], (*sides)[1], (*sides)[2], true};
}

}  // namespace

const Fields<CameraFaults>& CameraFaults::fields() {
    using S = CameraFaults;
    static const Fields<S> list = {
        realField("drift", &S::driftPx, 0, longestPx, {"Drift", "Largest drift of the picture.", "px"}),
        realField("noise", &S::noise, 0, mostNoise, {"Noise", "White noise, in units of the pattern's standard deviation."}),
        realField("light", &S::light, 0, 10, {"Light", "Uneven light: relative fall towards the darkest corner."}),
        integerField("dust", &S::dust, 0, 1000000, {"Dust", "Number of specks on the sensor."}),
    };
    return list;
}

const Fields<SynthSettings>& SynthSettings::fields() {
    using S = SynthSettings;
    static const Fields<S> list = {
        integerField("frames", &S::frames, 1, 1000000, {"Frames", "Number of frames."}),
        realField("interval", &S::intervalS, shortestS, longestS, {"Interval", "Time between frames.", "s"}),
        seedField<S>(),
        bitsField(),
        sizeOfPictures(),
        pixelSizeField(),
        realField("t0", &S::t0S, -longestS, longestS,
                  {"Time of the quench", "Time of the quench: the length follows the law in t - t0.", "s"}),
    };
    return list;
}

const Fields<RingSettings>& RingSettings::fields() {
    using S = RingSettings;
    static const Fields<S> list = {
        lengthsField<S>("r_max", &S::rMaxFromPx, &S::rMaxToPx, 2, {"R_max", "R_max of the first and the last frame, pixels."}),
        realField("ring_width", &S::ringWidth, 1e-6, 10, {"Ring width", "Relative width of the ring in S(q)."}),
        lawField<S>(),
        correlationField<S>(),
    };
    return list;
}

const Fields<ExponentialSettings>& ExponentialSettings::fields() {
    static const Fields<ExponentialSettings> list = {
        realField("xi", &ExponentialSettings::xiPx, 1, longestPx, {"Correlation length", "Correlation length.", "px"}),
    };
    return list;
}

const Fields<GrainSettings>& GrainSettings::fields() {
    using S = GrainSettings;
    static const Fields<S> list = {
        realField("grain", &S::grainPx, 4, longestPx, {"Grain", "Root of a grain's mean area.", "px"}),
        realField("period", &S::periodPx, 3, longestPx, {"Period", "Period of the stripes.", "px"}),
    };
    return list;
}

const Fields<ParticleSettings>& ParticleSettings::fields() {
    using S = ParticleSettings;
    static const Fields<S> list = {
        choiceField("field", &S::field, {"uniform", "shear", "vortex"}, {"Field", "Flow that carries the particles."}),
        realField("max_displacement", &S::maxDisplacementPx, 0, longestPx,
                  {"Largest displacement", "Largest displacement from one frame to the next.", "px"}),
        realField("particles_per_px", &S::perPx, 1e-9, 1, {"Particles per px", "Number of particles a pixel."}),
        realField("diameter", &S::diameterPx, 1, 50, {"Diameter", "Diameter of a particle, to exp(-2) of its light.", "px"}),
        realField("lost", &S::lost, 0, 1, {"Lost", "Share of particles that others replace in the next frame."}),
    };
    return list;
}

const Fields<BicontinuousSettings>& BicontinuousSettings::fields() {
    using S = BicontinuousSettings;
    static const Fields<S> list = {
        spelledField<S>(
            "size", [](const S& settings) { return sizeText(settings.size()); },
            [](S& settings, const std::string& text) {
                const VolumeSize size = volumeSizeFromText(text, "size");
                settings.width = size.width;
                settings.height = size.height;
                settings.depth = size.depth;
            },
            {.label = "Size", .help = "Width, height and depth in voxels, as 96x96x96.", .form = "WxHxD"}),
        lengthsField<S>("wavelength", &S::wavelengthFromPx, &S::wavelengthToPx, 0,
                        {"Wavelength", "Wavelength of the first and the last frame, px of the cube root of a voxel's volume."}),
        realField("ring_width", &S::ringWidth, 1e-6, 0.5, {"Ring width", "Relative width of the ring in S(q)."}),
        lawField<S>(),
        spelledField<S>(
            "spacing",
            [](const S& settings) {
                const Spacing& sides = settings.spacing;
                return sides.isInUm ? shortest(sides.x) + "," + shortest(sides.y) + "," + shortest(sides.z) : std::string();
            },
            [](S& settings, const std::string& text) { settings.spacing = spacingFrom(text); },
            {.label = "Spacing",
             .help = "Size of a voxel in micrometres, as 0.5,0.5,1.5; it may differ along the axes.",
             .form = "X,Y,Z"}),
        correlationField<S>(),
        realField("kept", &S::kept, 0, 1,
                  {"Kept",
                   "Share of its pattern that a frame has from the one before, with zoom; frames k apart correlate as its k-th "
                   "power.",
                   "", "correlation=zoom"}),
    };
    return list;
}

const Fields<CahnHilliardSettings>& CahnHilliardSettings::fields() {
    using S = CahnHilliardSettings;
    static const Fields<S> list = {
        spelledField<S>(
            "times", [](const S& settings) { return timesText(settings.times); },
            [](S& settings, const std::string& text) { settings.times = growingTimes(text); },
            {.label = "Times",
             .help = "Times of the frames, units of the equation, as 100,200,400; geometric without them.",
             .form = "T,T"}),
        realField("dt", &S::dt, 1e-9, 1000, {"Time step", "Time step, units of the equation."}),
        realField("composition", &S::meanComposition, -1, 1, {"Composition", "Mean composition; 0 is a symmetric mixture."}),
    };
    return list;
}

const Fields<FlowPairSettings>& FlowPairSettings::fields() {
    using S = FlowPairSettings;
    static const Fields<S> list = {
        spelledField<S>(
            "size", [](const S& settings) { return sizeText(settings.size); },
            [](S& settings, const std::string& text) {
                const VolumeSize size = volumeSizeFromText(text, "size");
                if (size.voxels() > (std::size_t{1} << 28))
                    throw SettingError("size", "'" + text + "' is too large", "give 2^28 voxels at most, as 645x645x645");
                settings.size = size;
            },
            {.label = "Size", .help = "Width, height and depth in voxels, as 64x64x64.", .form = "WxHxD"}),
        realField("wavelength", &S::wavelength, 4, longestPx, {"Wavelength", "Wavelength of the structure, voxels.", "px"}),
        realField("max_u", &S::maxU, 0, longestPx, {"Largest displacement", "The longest displacement, voxels.", "px"}),
        realField("flow_scale", &S::flowScale, 4, longestPx,
                  {"Scale of the flow", "Number of voxels over which the flow turns.", "px"}),
        realField("noise", &S::noise, 0, mostNoise, {"Noise", "White noise of each volume, in units of the contrast."}),
        realField("kept", &S::kept, 0, 1, {"Kept", "Share of the structure that stays while it flows; truth.json has its rho."}),
        seedField<S>(),
    };
    return list;
}

}  // namespace coarsen
