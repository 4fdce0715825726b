// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/filter_step.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/preprocess/kernel_file.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace coarsen {

namespace {

constexpr double leastFilterSigmaPx = 0.3, largestFilterSigmaPx = 100, partOfRMax = 0.25;
constexpr double leastSigmaOfAWave = 0.25,
                 sigmaOfAnOctave = 0.56;  // wavelengths; the latter half as wide as it is high: Daugman 1985
constexpr int largestSidePx = 1001;

/// The valid pixels of both, without those at the rim that the kernel reaches over the edge from.
Mask stillValid(const Frame& before, const Mask& defined, const Filter& kernel, bool isRimLost) {
    if (before.mask.isAllValid() && defined.isAllValid() && !isRimLost) return {};
    const int width = before.image.width(), height = before.image.height();
    const int left = isRimLost ? (kernel.width - 1) / 2 : 0, right = isRimLost ? kernel.width / 2 : 0;
    const int above = isRimLost ? (kernel.height - 1) / 2 : 0, below = isRimLost ? kernel.height / 2 : 0;
    std::vector<std::uint8_t> valid;
    valid.reserve(before.image.planeSize());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool isInside = x >= left && x < width - right && y >= above && y < height - below;
            valid.push_back(isInside && before.mask.isValid(x, y) && defined.isValid(x, y));
        }
    return {width, height, std::move(valid)};
}

const std::vector<std::string>& choicesOfConvolution(std::string_view field) {
    return fieldNamed(ConvolutionSettings::fields(), "filter", field).description.choices;
}

std::string timesText(int width, int height) {
    return std::to_string(width) + " × " + std::to_string(height);
}

}  // namespace

const Fields<FilterStep>& FilterStep::fields() {
    static const Fields<FilterStep> list = {
        choiceField("kind", &FilterStep::kind, {"gaussian", "mean", "laplacian", "dog", "gabor", "file"},
                    {"Kernel",
                     "A Gaussian, the mean of a square, the Laplacian of a Gaussian, a band pass (a Gaussian less a wider "
                     "one), a wave under a Gaussian, or numbers from a file."}),
        integerField("size", &FilterStep::sizePx, 0, largestSidePx,
                     {"Size", "Side of the kernel; 0: as large as sigma asks for.", "px",
                      "kind=gaussian|mean|laplacian|dog|gabor", "by sigma"}),
        realField("sigma", &FilterStep::sigmaPx, leastFilterSigmaPx, largestFilterSigmaPx,
                  {"Sigma", "Width of the kernel: its standard deviation, for gabor that of the Gaussian over the wave.", "px",
                   "kind=gaussian|mean|laplacian|dog|gabor"}),
        realField("sigma2", &FilterStep::sigma2Px, leastFilterSigmaPx, largestFilterSigmaPx,
                  {"Outer sigma", "Standard deviation of the Gaussian that is subtracted; the band lies between the two.", "px",
                   "kind=dog"}),
        realField("angle", &FilterStep::angleDeg, -90, 90,
                  {"Angle", "Direction in which the wave runs, from right towards down.", "°", "kind=gabor"}),
        realField("wavelength", &FilterStep::wavelengthPx, 2, 1000,
                  {"Wavelength", "Wavelength of the wave that keeps its amplitude.", "px", "kind=gabor"}),
        fileField("file", &FilterStep::kernelPath,
                  {"Kernel file", "A table of numbers (CSV), or a TIFF of one channel.", "", "kind=file"}),
        choiceField("border", &FilterStep::border, choicesOfConvolution("border"),
                    {"Border",
                     "Values beyond the edge: the picture turned over, its last pixel, or 0; valid leaves out what "
                     "would need them."}),
        choiceField("scale", &FilterStep::scale, choicesOfConvolution("scale"),
                    {"Scale", "The numbers as they are, over their sum, or over their count."}),
    };
    return list;
}

std::string FilterStep::summary() const {
    const std::string by = sizePx > 0 ? ", " + timesText(sizePx, sizePx) + " px" : "";
    const std::string sigma = "sigma " + shortest(sigmaPx) + " px";
    switch (kind) {
        case FilterKind::gaussian:
            return "Gaussian, " + sigma + by;
        case FilterKind::mean:
            return "mean of " + timesText(side(), side()) + " px";
        case FilterKind::laplacian:
            return "Laplacian, " + sigma + by;
        case FilterKind::dog:
            return "band pass, sigma " + shortest(sigmaPx) + " to " + shortest(sigma2Px) + " px" + by;
        case FilterKind::gabor:
            return "wave of " + shortest(wavelengthPx) + " px at " + shortest(angleDeg) + "°" + by;
        case FilterKind::file:
            return "kernel from a file";
    }
    return {};
}

int FilterStep::side() const {
    if (kind == FilterKind::file) {
        const auto known = kernelFileReadBefore(kernelPath);
        return known ? std::max(known->width, known->height) : 0;
    }
    if (sizePx > 0) return sizePx;
    if (kind == FilterKind::mean) return sideOfMean(sigmaPx);
    const int gaussian = sideOfGaussian(kind == FilterKind::dog ? std::max(sigmaPx, sigma2Px) : sigmaPx);
    return kind == FilterKind::laplacian ? gaussian + 2 : gaussian;
}

Filter FilterStep::kernel() const {
    switch (kind) {
        case FilterKind::gaussian:
            return gaussianFilter(sigmaPx, sizePx);
        case FilterKind::mean:
            return meanFilter(side());
        case FilterKind::laplacian:
            if (sizePx == 1 || sizePx == 2) throw SettingError("filter.size", "a Laplacian needs 3 px or more", "write 3, or 0");
            return laplacianFilter(sigmaPx, sizePx);
        case FilterKind::dog:
            if (sigmaPx == sigma2Px || sizePx == 1)
                throw SettingError(sizePx == 1 ? "filter.size" : "filter.sigma2",
                                   "the two Gaussians are the same: nothing passes", "take another width");
            return differenceOfGaussians(sigmaPx, sigma2Px, sizePx);
        case FilterKind::gabor:
            if (sizePx == 1) throw SettingError("filter.size", "one pixel holds no wave", "write 3 or more, or 0");
            return gaborFilter(sigmaPx, wavelengthPx, angleDeg, sizePx);
        case FilterKind::file:
            return *kernelFile("filter.file", kernelPath);
    }
    return {};
}

std::vector<Warning> FilterStep::warnings(const MeasuredFacts& facts) const {
    std::vector<Warning> list;
    if (kind == FilterKind::gabor && sigmaPx < leastSigmaOfAWave * wavelengthPx) {
        const std::string octave = shortest(std::min(largestFilterSigmaPx, std::round(10 * sigmaOfAnOctave * wavelengthPx) / 10));
        list.push_back({"filter.sigma",
                        "Sigma is " + fixed(sigmaPx / wavelengthPx, 2) +
                            " of the wavelength. Below 0.25 the kernel holds no wave, and hardly any length is kept out.",
                        "filter.sigma", octave, "Use " + octave + " px"});
    }
    const int width = side();
    if (!(width > partOfRMax * facts.rMaxPx)) return list;
    const int most = static_cast<int>(partOfRMax * facts.rMaxPx);
    const bool isSized = kind == FilterKind::mean || (kind != FilterKind::file && sizePx > 0);
    Warning warning{isSized                    ? "filter.size"
                    : kind == FilterKind::file ? "filter.file"
                    : kind == FilterKind::dog  ? "filter.sigma2"
                                               : "filter.sigma",
                    "The kernel is " + std::to_string(width) + " px wide, " + fixed(width / facts.rMaxPx, 2) +
                        " of R_max. Above a quarter it can set R_max itself.",
                    "filter.on", "false", "Switch it off"};
    const int reach = (most - 1) / 2;
    const double narrower = reach / 4.0;  // cut at 4 of them
    if (isSized && most >= 3) {
        const std::string size = std::to_string(2 * reach + 1);
        warning.remedyKey = "filter.size", warning.remedyValue = size, warning.remedyLabel = "Use " + size + " px";
    } else if (!isSized && kind == FilterKind::gaussian && narrower >= leastFilterSigmaPx) {
        warning.remedyKey = "filter.sigma", warning.remedyValue = shortest(narrower);
        warning.remedyLabel = "Use at most " + warning.remedyValue + " px";
    }
    list.push_back(std::move(warning));
    return list;
}

std::size_t FilterStep::memory(PictureMemory& picture) const {
    FilterOutline outline{side(), side(), kind != FilterKind::gaussian && kind != FilterKind::mean};
    if (kind == FilterKind::file) {
        try {
            const Filter taps = kernel();
            outline = {taps.width, taps.height, taps.hasNegativeTaps()};
        } catch (const SettingError&) {  // said when a frame comes to it
            outline = {1, 1};
        }
    }
    const ConvolverMemory needed = convolverMemory(picture.width, picture.height, outline, picture.isMasked);
    picture.sampleBytes = sizeof(float);
    picture.isMasked |= border == Border::valid;
    picture.keptBytes += needed.kept;
    return needed.working;
}

Filter FilterStep::scaledKernel() const {
    const Filter taps = kernel();
    try {
        return scaled(taps, scale);
    } catch (const SettingError& error) {
        throw SettingError("filter.scale", error.reason(), error.remedy());
    }
}

Frame FilterStep::operator()(const Frame& frame, const StepContext& context) const {
    const Filter taps = scaledKernel();
    const int width = frame.image.width(), height = frame.image.height();
    const bool isRimLost = border == Border::valid;
    if (isRimLost && (taps.width > width || taps.height > height))
        throw SettingError("filter.border",
                           "the kernel is " + timesText(taps.width, taps.height) + ", the picture " + timesText(width, height) +
                               " px: nothing is left without a border",
                           "choose another border, or a smaller kernel");
    Convolved answer =
        (*context.convolvers)(taps, {.border = isRimLost ? Border::mirror : border}, frame.image, frame.mask, context.stop);
    Frame filtered = frame;
    filtered.image = std::move(answer.image);
    filtered.mask = stillValid(frame, answer.mask, taps, isRimLost);
    return filtered;
}

std::optional<Filter> kernelOf(std::span<const Step> steps) {
    for (const Step& step : steps)
        if (const auto* filter = step.as<FilterStep>(); filter && step.isOn()) return filter->scaledKernel();
    return std::nullopt;
}

}  // namespace coarsen
