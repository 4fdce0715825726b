// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/grey.hpp"

#include "core/base/error.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace coarsen {

namespace {

const std::vector<std::string> methodNames = {"luminance", "red", "green", "blue", "mean", "max"};

Image onePlane(const Image& image, int channel) {
    if (image.channels() == 1) return image;
    return image.visit([&](auto plane) { return Image(image.width(), image.height(), std::vector(plane.begin(), plane.end())); },
                       channel);
}

/// A weighted sum of the three colours.
Image mixture(const Image& image, float red, float green, float blue) {
    return image.visit([&](auto r) {
        using Sample = std::remove_cv_t<typename decltype(r)::element_type>;
        const auto g = image.plane<Sample>(1), b = image.plane<Sample>(2);
        std::vector<float> grey(r.size());
        for (std::size_t i = 0; i < grey.size(); ++i)
            grey[i] = red * static_cast<float>(r[i]) + green * static_cast<float>(g[i]) + blue * static_cast<float>(b[i]);
        return Image(image.width(), image.height(), std::move(grey));
    });
}

Image brightest(const Image& image) {
    return image.visit([&](auto r) {
        using Sample = std::remove_cv_t<typename decltype(r)::element_type>;
        const auto g = image.plane<Sample>(1), b = image.plane<Sample>(2);
        std::vector<Sample> grey(r.size());
        for (std::size_t i = 0; i < grey.size(); ++i)
            grey[i] = std::max({r[i], g[i], b[i]});
        return Image(image.width(), image.height(), std::move(grey));
    });
}

Image greyOf(const Image& image, GreyMethod method) {
    if (image.channels() < 3) return onePlane(image, 0);
    switch (method) {
        case GreyMethod::luminance:
            return mixture(image, 0.299f, 0.587f, 0.114f);  // ITU-R BT.601, as in ImageJ and OpenCV
        case GreyMethod::red:
            return onePlane(image, 0);
        case GreyMethod::green:
            return onePlane(image, 1);
        case GreyMethod::blue:
            return onePlane(image, 2);
        case GreyMethod::mean:
            return mixture(image, 1 / 3.0f, 1 / 3.0f, 1 / 3.0f);
        case GreyMethod::maximum:
            return brightest(image);
    }
    return image;
}

/// Masks the frame's pixels where this picture of it holds NaN or infinite ones, and puts 0 in their place, so that no later sum
/// is lost to them.
void maskWhatIsNoNumber(Frame& frame, Image& image) {
    if (image.holdsWholeNumbers()) return;
    const auto pixels = image.plane<float>();
    if (std::all_of(pixels.begin(), pixels.end(), isNumber)) return;
    if (std::none_of(pixels.begin(), pixels.end(), isNumber))
        throw InputError(
            "", "Frame " + std::to_string(frame.index) + " holds no number: all its pixels are NaN, infinite or beyond 3e38",
            "export it again from the program that made it");
    std::vector<float> numbers(pixels.begin(), pixels.end());
    std::vector<std::uint8_t> valid(pixels.size(), 1);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool isThere = isNumber(numbers[i]);
        valid[i] = isThere && (frame.mask.isAllValid() || frame.mask.pixels()[i]);
        if (!isThere) numbers[i] = 0;
    }
    frame.mask = Mask(image.width(), image.height(), std::move(valid));
    image = Image(image.width(), image.height(), std::move(numbers));
}

/// Value that stands for white: the type's largest whole number; of floats 1, or what all but a thousandth of the pixels stay
/// below.
double whiteOfPlanes(const Frame& raw, const FilePlanes& planes) {
    if (raw.image.holdsWholeNumbers()) return std::exp2(raw.bitsPerSample) - 1;
    constexpr double mostBelow = 0.999;
    std::vector<float> values;
    for (const Image& plane : planes.images)
        if (!plane.holdsWholeNumbers()) values.insert(values.end(), plane.plane<float>().begin(), plane.plane<float>().end());
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(mostBelow * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return std::max(1 / raw.greyUnit, static_cast<double>(*at));
}

/// Its colours, or its own plane and those of the stack; without opacity.
void takePlanes(Frame& grey, const Frame& raw) {
    FilePlanes planes = raw.planes;
    planes.areColours = raw.image.channels() >= 3;
    const int channels = planes.areColours ? 3 : 1;
    for (int channel = 0; channel < channels; ++channel)
        planes.images.insert(planes.images.begin() + channel, onePlane(raw.image, channel));
    for (Image& plane : planes.images)
        maskWhatIsNoNumber(grey, plane);
    planes.white = whiteOfPlanes(raw, planes);
    grey.planes = std::move(planes);
}

}  // namespace

const Fields<Grey>& Grey::fields() {
    static const Fields<Grey> list = {
        choiceField("method", &Grey::method, methodNames,
                    {"From colour", "Which light counts: luminance (BT.601), one colour, their mean, or the brightest."}),
    };
    return list;
}

std::string Grey::summary() const {
    return methodNames[static_cast<std::size_t>(method)];
}

std::size_t Grey::memory(PictureMemory& picture) const {
    const bool isReal = picture.sampleBytes == sizeof(float), isColour = picture.channels >= 3;
    picture.channels = 1;
    if (picture.keepsPlanes) picture.planes += isColour ? 3 : 1;
    if (isColour) picture.sampleBytes = sizeof(float);
    std::size_t bytes = picture.bytes();
    if (isReal) {  // values that are no numbers
        picture.isMasked = true;
        bytes += picture.bytes();
    }
    return bytes;
}

Frame Grey::operator()(const Frame& frame, const StepContext& context) const {
    Frame grey = frame;
    grey.image = greyOf(frame.image, method);
    grey.hasAlpha = false;
    grey.planes = {};
    maskWhatIsNoNumber(grey, grey.image);
    if (context.foreseen.arePlanesNeeded) takePlanes(grey, frame);
    return grey;
}

}  // namespace coarsen
