// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/stabilise.hpp"

#include "core/settings/fields.hpp"

#include <array>
#include <cmath>
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

template <typename T>
Moved movedBack(std::span<const T> picture, const Mask& mask, int width, int height, double dx, double dy) {
    Moved moved;
    moved.pixels.assign(picture.size(), 0);
    moved.valid.assign(picture.size(), 0);
    const Source across(dx), down(dy);
    const int columns = across.isWhole() ? 1 : taps, rows = down.isWhole() ? 1 : taps;
    const int skipColumns = across.isWhole() ? 1 : 0, skipRows = down.isWhole() ? 1 : 0;
    for (int y = 0; y < height; ++y) {
        const int top = y + down.first + skipRows;
        if (top < 0 || top + rows > height) continue;
        for (int x = 0; x < width; ++x) {
            const int left = x + across.first + skipColumns;
            if (left < 0 || left + columns > width) continue;
            float sum = 0;
            bool isValid = true;
            for (int j = 0; j < rows; ++j) {
                const std::size_t row = static_cast<std::size_t>(top + j) * static_cast<std::size_t>(width);
                float line = 0;
                for (int i = 0; i < columns; ++i) {
                    const std::size_t from = row + static_cast<std::size_t>(left + i);
                    line += across.weights[static_cast<std::size_t>(i + skipColumns)] * static_cast<float>(picture[from]);
                    isValid = isValid && (mask.isAllValid() || mask.pixels()[from]);
                }
                sum += down.weights[static_cast<std::size_t>(j + skipRows)] * line;
            }
            const std::size_t to = static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
            moved.pixels[to] = sum;
            moved.valid[to] = isValid;
        }
    }
    return moved;
}

}  // namespace

const Fields<Stabilise>& Stabilise::fields() {
    static const Fields<Stabilise> list = {
        choiceField("reference", &Stabilise::reference, {"previous", "first"},
                    {"Compare with", "The frame before (the pattern may change), or the first one (errors do not add up)."}),
    };
    return list;
}

std::string Stabilise::summary() const {
    return reference == ShiftReference::previous ? "against the frame before" : "against the first frame";
}

Frame Stabilise::operator()(const Frame& frame) const {
    if (!std::isfinite(frame.shiftXPx) || !std::isfinite(frame.shiftYPx)) return frame;
    if (frame.shiftXPx == 0 && frame.shiftYPx == 0) return frame;
    const int width = frame.image.width(), height = frame.image.height();
    Moved moved = frame.image.visit(
        [&](auto pixels) { return movedBack(pixels, frame.mask, width, height, frame.shiftXPx, frame.shiftYPx); });
    Frame still = frame;
    still.image = Image(width, height, std::move(moved.pixels));
    still.mask = Mask(width, height, std::move(moved.valid));
    return still;
}

}  // namespace coarsen
