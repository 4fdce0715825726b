// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/channels.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/convolve/convolvers.hpp"
#include "core/preprocess/colour_field.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>

namespace coarsen {

namespace {

constexpr int mostPlanes = 64;
constexpr double partOfTheLength = 0.25;

std::vector<int> pickedOf(const std::vector<int>& pick, int planes) {
    if (!pick.empty()) return pick;
    std::vector<int> all(static_cast<std::size_t>(planes));
    std::iota(all.begin(), all.end(), 1);
    return all;
}

template <typename T>
Image together(const std::vector<Image>& planes) {
    std::vector<T> pixels;
    pixels.reserve(planes.size() * planes.front().planeSize());
    for (const Image& plane : planes)
        plane.visit([&](auto values) {
            for (const auto value : values)
                pixels.push_back(static_cast<T>(value));
        });
    return {planes.front().width(), planes.front().height(), std::move(pixels), static_cast<int>(planes.size())};
}

/// The planes as channels of one picture, which keeps whole numbers where all of them do.
Image joinedPlanes(const std::vector<Image>& planes) {
    if (planes.size() == 1) return planes.front();
    const PixelType type = planes.front().type();
    const bool areAlike = std::ranges::all_of(planes, [type](const Image& plane) { return plane.type() == type; });
    if (areAlike && type == PixelType::u8) return together<std::uint8_t>(planes);
    if (areAlike && type == PixelType::u16) return together<std::uint16_t>(planes);
    return together<float>(planes);
}

Image pickedPlanes(const Frame& frame, const std::vector<int>& pick) {
    const int count = static_cast<int>(frame.planes.images.size());
    std::vector<Image> chosen;
    for (const int plane : pickedOf(pick, count)) {
        if (plane > count)
            throw InputError("",
                             "Frame " + std::to_string(frame.index) + " has " + std::to_string(count) +
                                 (count == 1 ? " plane" : " planes") + ", and channels.pick asks for plane " +
                                 std::to_string(plane),
                             "leave it out; of a stack --z N takes a slice with all its channels");
        chosen.push_back(frame.planes.images[static_cast<std::size_t>(plane - 1)]);
    }
    return joinedPlanes(chosen);
}

/// 1 over the root of the two channels' summed variances over the valid pixels; 0 where they do not vary.
double toUnitVariance(std::span<const float> a, std::span<const float> b, const Mask& mask) {
    const auto valid = mask.pixels();
    double count = 0, sumA = 0, sumB = 0, squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!valid.empty() && !valid[i]) continue;
        const double u = a[i], v = b[i];
        ++count, sumA += u, sumB += v, squares += u * u + v * v;
    }
    const double variance = squares / count - (sumA * sumA + sumB * sumB) / (count * count);
    constexpr double rounding = 1e-6;
    return variance > rounding * squares / count ? 1 / std::sqrt(variance) : 0;
}

}  // namespace

const Fields<Channels>& Channels::fields() {
    static const Fields<Channels> list = {
        choiceField("use", &Channels::use, {"intensity", "image", "colour", "orientation", "colour+orientation"},
                    {"Correlate",
                     "The grey value; the planes of the file; its colours without their brightness; which way stripes and edges "
                     "run; or the latter two together."}),
        listField("pick", &Channels::pick, 1, mostPlanes,
                  {"Planes", "Their numbers from 1 on, as 1,3; empty: all.", "", "use=image"}),
        realField("sigma", &Channels::sigmaPx, 0.5, 50,
                  {"Sigma", "Blur under which the slope of the grey values is taken; about the noise, below half a stripe.", "px",
                   "use=orientation|colour+orientation"}),
        realField("scale", &Channels::scalePx, 1, 200,
                  {"Scale", "How far around a pixel its axis is averaged; one stripe or more, and well below a grain.", "px",
                   "use=orientation|colour+orientation"}),
        choiceField("weight", &Channels::weight, {"coherence", "none", "gradient"},
                    {"Weight",
                     "Weight of an axis: by how well its neighbourhood agrees, all alike, or, with the single angle, the "
                     "gradient itself.",
                     "", "use=orientation|colour+orientation"}),
    };
    return list;
}

std::string Channels::summary() const {
    const std::string axes = "axes, sigma " + shortest(sigmaPx) + ", scale " + shortest(scalePx) + " px";
    switch (use) {
        case ChannelUse::intensity:
            return "grey";
        case ChannelUse::image:
            return pick.empty() ? "all planes of the file" : (pick.size() == 1 ? "plane " : "planes ") + listText(pick);
        case ChannelUse::colour:
            return "colour, a* and b*";
        case ChannelUse::orientation:
            return axes;
        case ChannelUse::colourAndOrientation:
            return "colour and " + axes;
    }
    return {};
}

std::vector<Warning> Channels::warnings(const MeasuredFacts& facts) const {
    if (!hasAxes() || !(scalePx >= partOfTheLength * facts.rMaxPx)) return {};
    const double most = std::floor(partOfTheLength * facts.rMaxPx * 10) / 10;
    Warning warning{
        "channels.scale",
        "The scale is " + fixed(scalePx / facts.rMaxPx, 2) + " of R_max. From a quarter on it can set the length itself.", "", "",
        ""};
    if (most >= 1)
        warning.remedyKey = warning.key, warning.remedyValue = shortest(most),
        warning.remedyLabel = "Use at most " + warning.remedyValue + " px";
    return {warning};
}

bool Channels::needsPlanes() const {
    return use == ChannelUse::image || use == ChannelUse::colour || use == ChannelUse::colourAndOrientation;
}

std::size_t Channels::memory(PictureMemory& picture) const {
    if (use == ChannelUse::intensity) return 0;
    const int planes = picture.planes;
    picture.planes = 0;
    if (use == ChannelUse::image) {
        picture.channels = pick.empty() ? std::max(1, planes) : static_cast<int>(pick.size());
        return picture.bytes();
    }
    std::size_t working = 0;
    if (hasAxes()) {
        const int slope = sideOfGaussian(sigmaPx), mean = sideOfGaussian(scalePx);
        const ConvolverMemory slopes = convolverMemory(picture.width, picture.height, {slope, slope, true}, picture.isMasked);
        const ConvolverMemory means = convolverMemory(picture.width, picture.height, {mean, mean}, false);
        picture.keptBytes += 2 * slopes.kept + means.kept;
        working = std::max(slopes.working, means.working) + 6 * picture.pixels() * sizeof(float);
        picture.isMasked |= weight == OrientationWeight::none;
    }
    if (use != ChannelUse::orientation) working += 12 * picture.pixels() * sizeof(float);
    picture.channels = use == ChannelUse::colourAndOrientation ? 4 : 2;
    picture.sampleBytes = sizeof(float);
    return working + picture.bytes();
}

Frame Channels::operator()(const Frame& frame, const StepContext& context) const {
    if (!isActing()) return frame;
    Frame fields = frame;
    fields.channelNames = channelNames(static_cast<int>(frame.planes.images.size()));
    fields.planes = {};
    if (use == ChannelUse::image) {
        fields.image = pickedPlanes(frame, pick);
        return fields;
    }
    std::vector<std::vector<float>> channels;
    if (use != ChannelUse::orientation) {
        ColourField colour = colourField(frame);
        channels.push_back(std::move(colour.a));
        channels.push_back(std::move(colour.b));
    }
    if (hasAxes()) {
        OrientationField axes = orientationField(frame, sigmaPx, scalePx, weight, context);
        fields.mask = std::move(axes.mask);
        fields.orientation = axes.facts;
        fields.smoothingPx = weight == OrientationWeight::gradient ? sigmaPx : scalePx;
        channels.push_back(std::move(axes.x1));
        channels.push_back(std::move(axes.x2));
    }
    std::vector<float> pixels;
    pixels.reserve(channels.size() * frame.image.planeSize());
    for (std::size_t pair = 0; pair < channels.size(); pair += 2) {
        const bool isAlone = channels.size() == 2;
        const auto factor = static_cast<float>(isAlone ? 1 : toUnitVariance(channels[pair], channels[pair + 1], fields.mask));
        for (const std::size_t channel : {pair, pair + 1})
            for (const float value : channels[channel])
                pixels.push_back(factor * value);
    }
    fields.image = Image(frame.image.width(), frame.image.height(), std::move(pixels), static_cast<int>(channels.size()));
    return fields;
}

std::vector<std::string> Channels::channelNames(int planes) const {
    std::vector<std::string> names;
    if (use == ChannelUse::image)
        for (const int plane : pickedOf(pick, planes))
            names.push_back("channel " + std::to_string(plane));
    if (use == ChannelUse::colour || use == ChannelUse::colourAndOrientation) names = {"a*", "b*"};
    if (hasAxes()) {
        const bool isGradient = weight == OrientationWeight::gradient;
        names.push_back(isGradient ? "gx" : "cos 2θ");
        names.push_back(isGradient ? "gy" : "sin 2θ");
    }
    return names;
}

}  // namespace coarsen
