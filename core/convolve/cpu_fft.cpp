// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.hpp"
#include "core/convolve/engines.hpp"
#include "core/convolve/fft_tiling.hpp"
#include "core/fourier/fftw.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

namespace coarsen {

namespace {

constexpr int columnsAtOnce = 8;  // a cache line of a row

/// The transforms of a tile, and rooms that one thread works in.
struct TileTransforms {
    explicit TileTransforms(const FftTiling& tiling)
        : rows(tiling.width, FFTW_FORWARD),
          columns(tiling.height, FFTW_FORWARD),
          columnsBack(tiling.height, FFTW_BACKWARD),
          rowsBack(tiling.width, FFTW_BACKWARD) {}
    Transform rows, columns, columnsBack, rowsBack;
};

struct TileRoom {
    explicit TileRoom(const FftTiling& tiling)
        : pitch(static_cast<std::size_t>(tiling.width) + columnsAtOnce),  // rows do not fall on each other in the cache
          plane(alignedComplex(pitch * static_cast<std::size_t>(tiling.height))),
          line(alignedComplex(static_cast<std::size_t>(tiling.width))),
          stripPitch(static_cast<std::size_t>(tiling.height) + columnsAtOnce),
          strip(alignedComplex(stripPitch * columnsAtOnce)),
          column(alignedComplex(static_cast<std::size_t>(tiling.height))) {}
    std::size_t pitch;
    AlignedArray<Complex> plane, line;
    std::size_t stripPitch;
    AlignedArray<Complex> strip, column;
};

/// One of the two tiles in a transform: where its numbers lie, and what is subtracted from them, so that a small contrast on a
/// large mean keeps its digits.
struct TilePart {
    const float* from = nullptr;
    int columns = 0, rows = 0;  ///< that are read
    float* to = nullptr;
    int answerColumns = 0, answerRows = 0;  ///< that are written
    float mean = 0;
};

float meanOf(const TilePart& part, std::size_t stride) {
    constexpr int lanes = 8;
    float sums[lanes] = {};
    for (int y = 0; y < part.rows; ++y) {
        const float* const row = part.from + static_cast<std::size_t>(y) * stride;
        for (int x = 0; x + lanes <= part.columns; x += lanes)
            for (int lane = 0; lane < lanes; ++lane)
                sums[lane] += row[x + lane];
    }
    float sum = 0;
    for (const float each : sums)
        sum += each;
    const int counted = part.columns / lanes * lanes * part.rows;
    return counted > 0 ? sum / static_cast<float>(counted) : 0;
}

/// Overlap-save: tiles that stay in the cache, two of them as the real and the imaginary part of one transform, which a real
/// filter keeps apart.
class FftConvolutionPlan final : public ConvolutionPlan {
public:
    FftConvolutionPlan(const ConvolutionShape& shape, const Filter& filter)
        : shape_(shape),
          tiling_(fftTiling(shape)),
          transforms_(tiling_),
          filterSpectrum_(alignedComplex(static_cast<std::size_t>(tiling_.width) * static_cast<std::size_t>(tiling_.height))),
          tapSum_(filter.sum()) {
        const int workers = std::min(threadCount(shape.threads), tiling_.pairs());
        for (int i = 0; i < workers; ++i)
            rooms_.emplace_back(tiling_);
        transformFilter(filter);
    }

    void run(std::span<const float> padded, std::span<float> answer, std::stop_token stop) override {
        std::atomic<int> next{0};
        parallelFor(
            rooms_.size(), static_cast<int>(rooms_.size()),
            [&](std::size_t worker) {
                for (int pair = next++; pair < tiling_.pairs() && !stop.stop_requested(); pair = next++)
                    convolve(part(2 * pair, padded, answer), part(2 * pair + 1, padded, answer), rooms_[worker]);
            },
            stop);
    }

private:
    std::size_t width() const { return static_cast<std::size_t>(tiling_.width); }
    std::size_t height() const { return static_cast<std::size_t>(tiling_.height); }

    /// Conjugate, and divided by what the transforms multiply with; column after column.
    void transformFilter(const Filter& filter) {
        TileRoom& room = rooms_.front();
        const float scale = 1 / static_cast<float>(width() * height());
        for (int y = 0; y < filter.height; ++y) {
            std::fill_n(room.line.get(), width(), Complex{});
            for (int x = 0; x < filter.width; ++x)
                room.line[static_cast<std::size_t>(x)] = filter.at(x, y) * scale;
            transforms_.rows(room.line.get(), room.plane.get() + static_cast<std::size_t>(y) * room.pitch);
        }
        for (std::size_t x = 0; x < width(); ++x) {
            for (std::size_t y = 0; y < height(); ++y)
                room.column[y] = y < static_cast<std::size_t>(filter.height) ? room.plane[y * room.pitch + x] : Complex{};
            Complex* const spectrum = filterSpectrum_.get() + x * height();
            transforms_.columns(room.column.get(), spectrum);
            for (std::size_t y = 0; y < height(); ++y)
                spectrum[y] = std::conj(spectrum[y]);
        }
    }

    TilePart part(int tile, std::span<const float> padded, std::span<float> answer) const {
        if (tile >= tiling_.count()) return {};
        const int x = tile % tiling_.across * tiling_.answerWidth, y = tile / tiling_.across * tiling_.answerHeight;
        TilePart part;
        part.answerColumns = std::clamp(shape_.width - x, 0, tiling_.answerWidth);
        part.answerRows = std::clamp(shape_.height - y, 0, tiling_.answerHeight);
        if (part.answerColumns == 0 || part.answerRows == 0) return {};
        part.columns = part.answerColumns + shape_.filterWidth - 1;
        part.rows = part.answerRows + shape_.filterHeight - 1;
        const auto start = [](int column, int row, int stride) {
            return static_cast<std::size_t>(row) * static_cast<std::size_t>(stride) + static_cast<std::size_t>(column);
        };
        part.from = padded.data() + start(x, y, shape_.paddedWidth());
        part.to = answer.data() + start(x, y, shape_.width);
        part.mean = meanOf(part, static_cast<std::size_t>(shape_.paddedWidth()));
        return part;
    }

    void convolve(const TilePart& a, const TilePart& b, TileRoom& room) const {
        const int rows = std::max(a.rows, b.rows), answerRows = std::max(a.answerRows, b.answerRows);
        for (int y = 0; y < rows; ++y) {
            fillLine(a, b, y, room.line.get());
            transforms_.rows(room.line.get(), room.plane.get() + static_cast<std::size_t>(y) * room.pitch);
        }
        for (std::size_t x = 0; x < width(); x += columnsAtOnce)
            convolveColumns(x, static_cast<std::size_t>(rows), static_cast<std::size_t>(answerRows), room);
        for (int y = 0; y < answerRows; ++y) {
            transforms_.rowsBack(room.plane.get() + static_cast<std::size_t>(y) * room.pitch, room.line.get());
            writeLine(a, y, room.line.get(), [](const Complex& both) { return both.real(); });
            writeLine(b, y, room.line.get(), [](const Complex& both) { return both.imag(); });
        }
    }

    void fillLine(const TilePart& a, const TilePart& b, int y, Complex* line) const {
        const auto stride = static_cast<std::size_t>(shape_.paddedWidth());
        const int columnsOfA = y < a.rows ? a.columns : 0, columnsOfB = y < b.rows ? b.columns : 0;
        const float* const rowOfA = columnsOfA ? a.from + static_cast<std::size_t>(y) * stride : nullptr;
        const float* const rowOfB = columnsOfB ? b.from + static_cast<std::size_t>(y) * stride : nullptr;
        const int both = std::min(columnsOfA, columnsOfB);
        for (int x = 0; x < both; ++x)
            line[x] = {rowOfA[x] - a.mean, rowOfB[x] - b.mean};
        for (int x = both; x < tiling_.width; ++x)
            line[x] = {x < columnsOfA ? rowOfA[x] - a.mean : 0, x < columnsOfB ? rowOfB[x] - b.mean : 0};
    }

    /// From rows' spectra to those of the answer's rows, some columns at a time while they are in the nearest cache.
    void convolveColumns(std::size_t x, std::size_t rows, std::size_t answerRows, TileRoom& room) const {
        Complex *const plane = room.plane.get() + x, *const strip = room.strip.get();
        for (std::size_t y = 0; y < rows; ++y)
            for (std::size_t k = 0; k < columnsAtOnce; ++k)
                strip[k * room.stripPitch + y] = plane[y * room.pitch + k];
        for (std::size_t k = 0; k < columnsAtOnce; ++k) {
            Complex *const column = strip + k * room.stripPitch, *const spectrum = room.column.get();
            std::fill(column + rows, column + height(), Complex{});
            transforms_.columns(column, spectrum);
            const Complex* const filter = filterSpectrum_.get() + (x + k) * height();
            for (std::size_t y = 0; y < height(); ++y)
                spectrum[y] = {spectrum[y].real() * filter[y].real() - spectrum[y].imag() * filter[y].imag(),
                               spectrum[y].real() * filter[y].imag() + spectrum[y].imag() * filter[y].real()};
            transforms_.columnsBack(spectrum, column);
        }
        for (std::size_t y = 0; y < answerRows; ++y)
            for (std::size_t k = 0; k < columnsAtOnce; ++k)
                plane[y * room.pitch + k] = strip[k * room.stripPitch + y];
    }

    template <typename Pick>
    void writeLine(const TilePart& part, int y, const Complex* line, Pick pick) const {
        if (y >= part.answerRows) return;
        float* const row = part.to + static_cast<std::size_t>(y) * static_cast<std::size_t>(shape_.width);
        const auto offset = static_cast<float>(part.mean * tapSum_);
        for (int x = 0; x < part.answerColumns; ++x)
            row[x] = pick(line[x]) + offset;
    }

    ConvolutionShape shape_;
    FftTiling tiling_;
    TileTransforms transforms_;
    AlignedArray<Complex> filterSpectrum_;
    std::vector<TileRoom> rooms_;  // one for each thread
    double tapSum_;
};

class FftConvolution final : public ConvolutionEngine {
public:
    FftConvolution() {
        description_.name = "cpu-fft";
        description_.device = "CPU, " + std::to_string(threadCount()) + " threads, FFTW";
        description_.cost = [](const ConvolutionShape& shape, const Filter&) {
            const FftTiling tiling = fftTiling(shape);
            const double numbers = 2.0 * tiling.pairs() * tiling.width * tiling.height;
            return nanosecondsANumber * numbers / static_cast<double>(shape.answerSize()) /
                   std::min(threadCount(shape.threads), tiling.pairs());
        };
    }
    const ConvolutionEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<ConvolutionPlan> plan(const ConvolutionShape& shape, const Filter& filter) const override {
        return std::make_unique<FftConvolutionPlan>(shape, filter);
    }

private:
    static constexpr double nanosecondsANumber = 2.9;
    ConvolutionEngineDescription description_;
};

}  // namespace

std::shared_ptr<const ConvolutionEngine> cpuFftConvolution() {
    return std::make_shared<FftConvolution>();
}

}  // namespace coarsen
