// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/stabilise.hpp"

#include "core/settings/fields.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

namespace coarsen {

namespace {

constexpr int taps = 4;

/// Where a moved pixel comes from along one axis: `taps` neighbours from `first` on, weighted.
struct Source {
    int first = 0;
    std::array<float, taps> weights{};

    /// Catmull-Rom at `place`; a whole place is that pixel alone.
    explicit Source(double place) : first(static_cast<int>(std::floor(place)) - 1) {
        const auto t = static_cast<float>(place - std::floor(place));
        weights = {-0.5F * t * (1 - t) * (1 - t), 1 + t * t * (1.5F * t - 2.5F), t * (0.5F + t * (2 - 1.5F * t)),
                   0.5F * t * t * (t - 1)};
    }
    bool isWhole() const { return weights[1] == 1; }
};

struct Moved {
    std::vector<float> pixels;
    std::vector<std::uint8_t> valid;
};

/// A picture to take values from, with its valid pixels.
template <typename T>
class Picture {
public:
    Picture(std::span<const T> pixels, const Mask& mask, int width, int height)
        : pixels_(pixels), valid_(mask.pixels()), width_(width), height_(height) {}

    /// Its value between pixels, and whether every pixel that has a say is valid; false outside.
    bool valueAt(const Source& across, const Source& down, int x, int y, float& value) const {
        const int columns = across.isWhole() ? 1 : taps, rows = down.isWhole() ? 1 : taps;
        const int skipColumns = across.isWhole() ? 1 : 0, skipRows = down.isWhole() ? 1 : 0;
        const int left = x + across.first + skipColumns, top = y + down.first + skipRows;
        if (left < 0 || left + columns > width_ || top < 0 || top + rows > height_) return false;
        bool isValid = true;
        value = 0;
        for (int j = 0; j < rows; ++j) {
            const std::size_t row = static_cast<std::size_t>(top + j) * static_cast<std::size_t>(width_);
            float line = 0;
            for (int i = 0; i < columns; ++i) {
                const std::size_t from = row + static_cast<std::size_t>(left + i);
                line += across.weights[static_cast<std::size_t>(i + skipColumns)] * static_cast<float>(pixels_[from]);
                isValid = isValid && (valid_.empty() || valid_[from]);
            }
            value += down.weights[static_cast<std::size_t>(j + skipRows)] * line;
        }
        return isValid;
    }

    /// The whole picture anew; `valueFor(x, y, value)` gives each pixel's value and whether it is valid.
    template <typename ValueFor>
    Moved drawn(ValueFor valueFor) const {
        Moved moved;
        moved.pixels.assign(pixels_.size(), 0);
        moved.valid.assign(pixels_.size(), 0);
        std::size_t to = 0;
        for (int y = 0; y < height_; ++y)
            for (int x = 0; x < width_; ++x, ++to)
                moved.valid[to] = valueFor(x, y, moved.pixels[to]);
        return moved;
    }

private:
    std::span<const T> pixels_;
    std::span<const std::uint8_t> valid_;
    int width_, height_;
};

template <typename T>
Moved movedBack(std::span<const T> pixels, const Frame& frame, const FrameDrift& drift) {
    const int width = frame.image.width(), height = frame.image.height();
    const Picture picture(pixels, frame.mask, width, height);
    const double dx = drift.xPx, dy = drift.yPx;
    if (drift.rotationDeg == 0) {
        const Source across(dx), down(dy);
        return picture.drawn([&](int x, int y, float& value) { return picture.valueAt(across, down, x, y, value); });
    }
    const double angle = drift.rotationDeg * std::numbers::pi / 180, cosine = std::cos(angle), sine = std::sin(angle);
    const double centreX = (width - 1) / 2.0, centreY = (height - 1) / 2.0;
    return picture.drawn([&](int x, int y, float& value) {
        const double fromCentreX = x - centreX, fromCentreY = y - centreY;
        const Source across(cosine * fromCentreX - sine * fromCentreY + centreX + dx);
        const Source down(sine * fromCentreX + cosine * fromCentreY + centreY + dy);
        return picture.valueAt(across, down, 0, 0, value);
    });
}

}  // namespace

const Fields<Stabilise>& Stabilise::fields() {
    static const Fields<Stabilise> list = {
        choiceField(
            "reference", &Stabilise::reference, {"previous", "first", "mean"},
            {"Compare with",
             "The frame before (the pattern may change), the first one (errors do not add up), or the running mean of the "
             "frames before, moved back (less noise)."}),
        choiceField("motion", &Stabilise::motion, {"translation", "rigid"},
                    {"Motion", "Rigid: the picture may also turn, by up to a degree or two a frame."}),
        newerThanItsRecipe(
            choiceField("errors", &Stabilise::errors, {"beside-flow", "with-flow"},
                        {"Errors",
                         "Where parts of the picture move differently, as those of a pattern that grows: errors of the drift by "
                         "what is left beside a flow that is even over the picture; or with that flow, as in earlier versions, "
                         "four times too large."}),
            "with-flow"),
    };
    return list;
}

std::string Stabilise::summary() const {
    const std::string against = reference == ShiftReference::previous ? "against the frame before"
                                : reference == ShiftReference::first  ? "against the first frame"
                                                                      : "against the running mean";
    return against + (motion == ShiftMotion::rigid ? ", with rotation" : "");
}

std::size_t Stabilise::memory(PictureMemory& picture) const {
    picture.sampleBytes = sizeof(float);
    picture.isMasked = true;
    return picture.bytes();
}

Frame Stabilise::operator()(const Frame& frame, const StepContext& context) const {
    const FrameDrift& drift = context.survey.drift;
    Frame still = frame;
    still.drift = drift;
    if (!std::isfinite(drift.xPx) || !std::isfinite(drift.yPx) || !std::isfinite(drift.rotationDeg)) return still;
    if (drift.xPx == 0 && drift.yPx == 0 && drift.rotationDeg == 0) return still;
    Moved moved = frame.image.visit([&](auto pixels) { return movedBack(pixels, frame, drift); });
    still.image = Image(frame.image.width(), frame.image.height(), std::move(moved.pixels));
    still.mask = Mask(frame.image.width(), frame.image.height(), std::move(moved.valid));
    return still;
}

}  // namespace coarsen
