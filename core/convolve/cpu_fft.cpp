// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.hpp"
#include "core/convolve/engines.hpp"
#include "core/convolve/fft_tile_loops.hpp"
#include "core/convolve/fft_tiling.hpp"
#include "core/fourier/fftw.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <string>
#include <vector>

namespace coarsen {

namespace {

constexpr std::size_t rowsAhead = 3;  // rows are short and far apart: the processor does not guess the next one

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

/// Roughly: of some of its rows.
float meanOf(const TilePart& part, std::size_t stride) {
    constexpr int step = 16;
    double sum = 0;
    int rows = 0;
    for (int y = 0; y < part.rows; y += step, ++rows) {
        const float* const row = part.from + static_cast<std::size_t>(y) * stride;
        sum += std::accumulate(row, row + part.columns, 0.0F);
    }
    return rows > 0 ? static_cast<float>(sum / rows / part.columns) : 0;
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
            convolveColumns(x, rows, answerRows, room);
        for (int y = 0; y < answerRows; ++y) {
            transforms_.rowsBack(room.plane.get() + static_cast<std::size_t>(y) * room.pitch, room.line.get());
            writeLine(a, b, y, room.line.get());
        }
    }

    void fillLine(const TilePart& a, const TilePart& b, int y, Complex* line) const {
        const auto start = static_cast<std::size_t>(y) * static_cast<std::size_t>(shape_.paddedWidth());
        const int columnsOfA = y < a.rows ? a.columns : 0, columnsOfB = y < b.rows ? b.columns : 0;
        const int both = std::min(columnsOfA, columnsOfB);
        if (both > 0) {
            const std::size_t next = start + rowsAhead * static_cast<std::size_t>(shape_.paddedWidth());
            askFor(a.from + next, both);
            askFor(b.from + next, both);
            pairUp(a.from + start, a.mean, b.from + start, b.mean, both, line);
        }
        for (int x = both; x < tiling_.width; ++x)
            line[x] = {x < columnsOfA ? a.from[start + static_cast<std::size_t>(x)] - a.mean : 0,
                       x < columnsOfB ? b.from[start + static_cast<std::size_t>(x)] - b.mean : 0};
    }

    void writeLine(const TilePart& a, const TilePart& b, int y, const Complex* line) const {
        const auto start = static_cast<std::size_t>(y) * static_cast<std::size_t>(shape_.width);
        const int columnsOfA = y < a.answerRows ? a.answerColumns : 0, columnsOfB = y < b.answerRows ? b.answerColumns : 0;
        const auto offsetOfA = static_cast<float>(a.mean * tapSum_), offsetOfB = static_cast<float>(b.mean * tapSum_);
        const int both = std::min(columnsOfA, columnsOfB);
        if (both > 0) {
            const std::size_t next = start + rowsAhead * static_cast<std::size_t>(shape_.width);
            askFor(a.to + next, both);
            askFor(b.to + next, both);
            partUp(line, both, a.to + start, offsetOfA, b.to + start, offsetOfB);
        }
        for (int x = both; x < columnsOfA; ++x)
            a.to[start + static_cast<std::size_t>(x)] = line[x].real() + offsetOfA;
        for (int x = both; x < columnsOfB; ++x)
            b.to[start + static_cast<std::size_t>(x)] = line[x].imag() + offsetOfB;
    }

    /// From rows' spectra to those of the answer's rows, some columns at a time while they are in the nearest cache.
    void convolveColumns(std::size_t x, int rows, int answerRows, TileRoom& room) const {
        Complex *const plane = room.plane.get() + x, *const strip = room.strip.get();
        const auto pitch = static_cast<std::ptrdiff_t>(room.pitch), stripPitch = static_cast<std::ptrdiff_t>(room.stripPitch);
        rowsToColumns(plane, pitch, rows, strip, stripPitch);
        for (std::size_t k = 0; k < columnsAtOnce; ++k) {
            Complex *const column = strip + k * room.stripPitch, *const spectrum = room.column.get();
            std::fill(column + rows, column + height(), Complex{});
            transforms_.columns(column, spectrum);
            multiply(spectrum, filterSpectrum_.get() + (x + k) * height(), tiling_.height);
            transforms_.columnsBack(spectrum, column);
        }
        columnsToRows(strip, stripPitch, answerRows, plane, pitch);
    }

    ConvolutionShape shape_;
    FftTiling tiling_;
    TileTransforms transforms_;
    AlignedArray<Complex> filterSpectrum_;
    std::vector<TileRoom> rooms_;  // one for each thread
    double tapSum_;
};

class FftConvolution final : public Described<ConvolutionEngine> {
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
    std::unique_ptr<ConvolutionPlan> plan(const ConvolutionShape& shape, const Filter& filter) const override {
        return std::make_unique<FftConvolutionPlan>(shape, filter);
    }

private:
    static constexpr double nanosecondsANumber = 2.7;
};

}  // namespace

std::shared_ptr<const ConvolutionEngine> cpuFftConvolution() {
    return std::make_shared<FftConvolution>();
}

}  // namespace coarsen
