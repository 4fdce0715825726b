// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/engines.hpp"
#include "core/convolve/known_filters.hpp"
#include "core/image/image.hpp"
#include "core/settings/field.hpp"

#include <stop_token>
#include <string_view>

namespace coarsen {

/// Values beyond the image's edge.
enum class Border {
    mirror,     ///< the image turned over at its edge, whose pixels are repeated: c b a | a b c
    replicate,  ///< the pixel at the edge
    constant,   ///< a value
    valid       ///< nothing: the answer is smaller by the filter's size less one
};

/// Factor of the sum of products: 1, 1 / (sum of taps), or 1 / (number of taps) as in van Werkhoven et al. 2011.
enum class FilterScale { none, sum, paper };
/// The taps times it. Throws SettingError where the sum is 0 that they are to be divided by.
Filter scaled(const Filter& filter, FilterScale scale);

/// How a filter is applied (`coarsen-cli convolve`).
struct ConvolutionSettings {
    Border border = Border::mirror;         ///< `border`
    double outside = 0;                     ///< `outside`: for Border::constant
    FilterScale scale = FilterScale::none;  ///< `scale`
    bool flips = false;                     ///< `flip`: a convolution in the strict sense; else a correlation, as in the paper

    static const Fields<ConvolutionSettings>& fields();
    bool operator==(const ConvolutionSettings&) const = default;
};

/// An image after a filter; what is not defined is masked and 0.
struct Convolved {
    Image image;  ///< float32
    Mask mask;
};

/// I'(x, y) = scale * sum over j, i of S(x + i, y + j) F(i, j), where S is the image with floor((Fw - 1) / 2) pixels of border at
/// the left, floor((Fh - 1) / 2) above, and the rest of Fw - 1 and Fh - 1 at the right and below (van Werkhoven et al. 2011, eq.
/// 1). Kept for images of one size and filter. One thread at a time.
///
/// Masked pixels: where no tap is negative the answer is the weighted mean of the valid pixels times the sum of taps (normalised
/// convolution, Knutsson & Westin 1993), undefined where valid pixels have less than half of the weight. With negative taps
/// masked pixels first take the Gaussian mean of the valid ones around them (standard deviation half of the filter's width),
/// and the answer is undefined where less than half of the taps, summed without signs, stands on valid pixels.
///
/// Use, given `const ConvolutionEngineList& engines, const Image& image`:
///
///     const Filter mean{.width = 3, .height = 3, .taps = std::vector<float>(9, 1.F / 9)};
///     Convolver convolver(engines, "auto", mean, {.border = Border::mirror}, image.width(), image.height());
///     const Convolved smooth = convolver(image);
class Convolver {
public:
    /// Throws SettingError: an unusable filter, one larger than the image with Border::valid, FilterScale::sum of taps that
    /// cancel, an engine that cannot be used; EngineError.
    Convolver(const ConvolutionEngineList& engines, std::string_view engine, Filter filter, const ConvolutionSettings& settings,
              int width, int height, int threads = 0);

    /// The image's first channel. Throws InputError where it has another size. After a stop the answer is not whole.
    Convolved operator()(const Image& image, const Mask& mask = {}, std::stop_token stop = {});

    /// Makes the plans that the first masked image would make otherwise.
    void planForMasks();

    const ConvolutionEngineChoice& choice() const { return choice_; }

private:
    /// shape_.answerSize() sums, in room that nobody cleared before.
    template <typename Pixel>
    std::shared_ptr<float[]> sums(ConvolutionPlan& plan, std::span<const Pixel> pixels, float outside, std::stop_token stop);
    std::vector<float> filled(std::vector<float> pixels, std::span<const std::uint8_t> valid, std::stop_token stop);

    ConvolutionEngineList engines_;
    Filter filter_;  // with its scale, in the sense of a correlation
    ConvolutionSettings settings_;
    int width_, height_;
    ConvolutionShape shape_;
    ConvolutionEngineChoice choice_;
    std::unique_ptr<ConvolutionPlan> plan_;
    std::vector<float> padded_;                      // the image with its border
    std::unique_ptr<ConvolutionPlan> absolutePlan_;  // of the taps without signs, made for the first mask
    std::unique_ptr<Convolver> fill_;                // what masked pixels take, made for the first mask with negative taps
};

}  // namespace coarsen
