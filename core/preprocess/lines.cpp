// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/lines.hpp"

#include "core/settings/fields.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

/// The pixels of a picture, line by line: rows, or columns.
struct LineLayout {
    std::size_t lines, length, toNextLine, toNextPixel;
};

void takeMeansOff(std::vector<float>& pixels, const Mask& valid, const LineLayout& layout) {
    const auto isValid = valid.pixels();
    const auto at = [&](std::size_t line, std::size_t i) { return line * layout.toNextLine + i * layout.toNextPixel; };
    std::vector<double> sums(layout.lines, 0), counts(layout.lines, 0);
    double sum = 0, count = 0;
    for (std::size_t line = 0; line < layout.lines; ++line) {
        for (std::size_t i = 0; i < layout.length; ++i) {
            if (!isValid.empty() && !isValid[at(line, i)]) continue;
            sums[line] += static_cast<double>(pixels[at(line, i)]);
            ++counts[line];
        }
        sum += sums[line];
        count += counts[line];
    }
    for (std::size_t line = 0; line < layout.lines; ++line) {
        if (counts[line] == 0) continue;
        const auto excess = static_cast<float>(sums[line] / counts[line] - sum / count);
        for (std::size_t i = 0; i < layout.length; ++i)
            pixels[at(line, i)] -= excess;
    }
}

/// The mean of those of the pixels that are valid; `own` without any.
float meanOfValid(const std::vector<float>& pixels, std::span<const std::uint8_t> isValid, std::span<const std::size_t> places,
                  float own) {
    float sum = 0, count = 0;
    for (const std::size_t i : places)
        if (isValid.empty() || isValid[i]) {
            sum += pixels[i];
            ++count;
        }
    return count > 0 ? sum / count : own;
}

/// The pixel after, at the far edge the one before, so that the last cells are of as many pixels.
std::size_t neighbour(std::size_t i, std::size_t count) {
    return i + 1 < count ? i + 1 : i - (i > 0 ? 1 : 0);
}

/// Rows from `first` on, every other one, become the mean of the rows beside them.
void fillRows(std::vector<float>& pixels, const Mask& valid, std::size_t width, std::size_t height, std::size_t first) {
    const auto isValid = valid.pixels();
    for (std::size_t y = first; y < height; y += 2)
        for (std::size_t x = 0; x < width; ++x) {
            const std::array places{(y > 0 ? y - 1 : neighbour(y, height)) * width + x, neighbour(y, height) * width + x};
            pixels[y * width + x] = meanOfValid(pixels, isValid, places, pixels[y * width + x]);
        }
}

void averageCells(std::vector<float>& pixels, const Mask& valid, std::size_t width, std::size_t height) {
    const auto isValid = valid.pixels();
    const std::vector<float> before = pixels;
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t row = y * width, next = neighbour(y, height) * width, beside = neighbour(x, width);
            const std::array places{row + x, row + beside, next + x, next + beside};
            pixels[row + x] = meanOfValid(before, isValid, places, before[row + x]);
        }
}

}  // namespace

const Fields<Lines>& Lines::fields() {
    static const Fields<Lines> list = {
        choiceField("fields", &Lines::fieldsKept, {"both", "first", "second"},
                    {"Fields",
                     "Fields of an interlaced picture: the rows of one stay, the others become the mean of their "
                     "neighbours."}),
        choiceField("cells", &Lines::cells, {"single", "2x2"},
                    {"Pixels",
                     "Single, or each the mean of 2 x 2: combs of raw colour pixels and uneven lines go. R_max of 6 px "
                     "grows by 2 %, larger ones by less."}),
        choiceField("means", &Lines::means, {"kept", "rows", "columns", "both"},
                    {"Means",
                     "Each row (or column) gets the picture's mean: bands of a camera or a scan go. So does what of the "
                     "pattern runs along a whole line."}),
    };
    return list;
}

std::string Lines::summary() const {
    std::string text;
    const auto add = [&text](const char* part) { text += (text.empty() ? "" : ", ") + std::string(part); };
    if (fieldsKept != LineFields::both) add(fieldsKept == LineFields::first ? "first field only" : "second field only");
    if (cells == LineCells::twoByTwo) add("mean of 2 × 2 px");
    if (means == LineMeans::rows) add("means of rows off");
    if (means == LineMeans::columns) add("means of columns off");
    if (means == LineMeans::both) add("means of rows and columns off");
    return text.empty() ? "as they are" : text;
}

std::vector<Warning> Lines::warnings(const MeasuredFacts& facts) const {
    const PictureFault fault = facts.fault;
    if (fault == PictureFault::rowBands && means == LineMeans::kept)
        return {{"lines.means", "Rows of pixels differ as wholes, as bands of a camera or a scan do.", "lines.means", "rows",
                 "Take the means of rows off"}};
    if (fault == PictureFault::columnBands && means == LineMeans::kept)
        return {{"lines.means", "Columns of pixels differ as wholes, as bands of a camera or a scan do.", "lines.means",
                 "columns", "Take the means of columns off"}};
    if (fault == PictureFault::rowComb && fieldsKept == LineFields::both)
        return {{"lines.fields", "Every other row of pixels is alike, as in an interlaced picture or one with uneven rows.",
                 "lines.fields", "first", "Keep every other row"}};
    if (fault == PictureFault::columnComb && cells == LineCells::single)
        return {{"lines.cells",
                 "Every other column of pixels is alike, as in the raw picture of a colour sensor or one with uneven columns.",
                 "lines.cells", "2x2", "Take the mean of 2 × 2 px"}};
    return {};
}

std::size_t Lines::memory(PictureMemory& picture) const {
    if (!isActing()) return 0;
    picture.sampleBytes = sizeof(float);
    return picture.pixels() * sizeof(float);
}

Frame Lines::operator()(const Frame& frame, const StepContext& context) const {
    if (!isActing()) return frame;  // whole numbers stay what they are
    const Image grey = frame.image.asFloat();
    const std::span<const float> before = grey.plane<float>();
    std::vector<float> pixels(before.begin(), before.end());
    const auto width = static_cast<std::size_t>(grey.width()), height = static_cast<std::size_t>(grey.height());
    const Mask valid = validAndUsers(frame, context.foreseen);
    if (fieldsKept != LineFields::both) fillRows(pixels, valid, width, height, fieldsKept == LineFields::first ? 1 : 0);
    if (cells == LineCells::twoByTwo) averageCells(pixels, valid, width, height);
    if (means == LineMeans::rows || means == LineMeans::both) takeMeansOff(pixels, valid, {height, width, width, 1});
    if (means == LineMeans::columns || means == LineMeans::both) takeMeansOff(pixels, valid, {width, height, 1, width});
    Frame even = frame;
    even.image = Image(grey.width(), grey.height(), std::move(pixels));
    return even;
}

}  // namespace coarsen
