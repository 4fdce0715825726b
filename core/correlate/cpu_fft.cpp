// SPDX-License-Identifier: GPL-3.0-or-later
// The correlation as |F|^2, leaving out what zero padding makes superfluous: rows of zeros are not transformed, and only the rows
// up to R come back. Two real rows (or columns of |F|^2) share one complex transform. Between the two directions lie columns: a
// block of 16 is transposed, transformed, multiplied and transformed back while it is in the cache.
#include "core/base/parallel.hpp"
#include "core/correlate/engines.hpp"
#include "core/correlate/fft_loops.hpp"
#include "core/correlate/plan_shape.hpp"
#include "core/fourier/fftw.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

constexpr int rowPairsAtOnce = 4;

std::size_t product(int a, int b) {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(b);
}

/// Spectra of rows, stored as blocks of 16 columns: a block's rows follow each other, so that columns are read in one stream.
class ColumnBlocks {
public:
    ColumnBlocks(int columns, int rows)
        : columns_(columns),
          rows_(rows),
          blocks_((columns + blockColumns - 1) / blockColumns),
          elements_(alignedRoom<Complex>(product(rows, blocks_ * blockColumns))) {
        Complex* const last = row(blocks_ - 1, 0);  // the columns beyond the spectra are read too, and never written
        std::fill_n(last, product(rows, blockColumns), Complex{});
    }

    int blocks() const { return blocks_; }
    Complex* row(int block, int y) const {
        return elements_.get() + (product(block, rows_) + static_cast<std::size_t>(y)) * blockColumns;
    }

    void storeRow(int y, const Complex* from) const {
        for (int column = 0; column < columns_; column += blockColumns)
            std::copy_n(from + column, std::min(blockColumns, columns_ - column), row(column / blockColumns, y));
    }
    void loadRow(int y, Complex* to) const {
        for (int column = 0; column < columns_; column += blockColumns)
            std::copy_n(row(column / blockColumns, y), std::min(blockColumns, columns_ - column), to + column);
    }

private:
    int columns_, rows_, blocks_;
    AlignedArray<Complex> elements_;
};

/// Memory that one thread works in.
struct Workspace {
    AlignedArray<float> rowA, rowB;                               ///< two rows of pixels
    AlignedArray<Complex> pair, spectrum, lineA, lineB;           ///< both as one complex row, its spectrum, theirs
    AlignedArray<Complex> columns, spectraA, spectraB, products;  ///< a block of columns, one after the other
};

class CpuFftPlan final : public CorrelationPlan {
public:
    explicit CpuFftPlan(const PlanShape& shape)
        : shape_(shape),
          padded_(paddedSize(shape.width, shape.height, shape.maxLag)),
          columns_(padded_.width / 2 + 1),
          columnStride_((padded_.height + 7) / 8 * 8 + 8),  // not a power of 2: 16 columns would share a few lines of the cache
          rowsForward_(padded_.width, FFTW_FORWARD),
          rowsBack_(padded_.width, FFTW_BACKWARD),
          columnsForward_(padded_.height, FFTW_FORWARD),
          columnsBack_(padded_.height, FFTW_BACKWARD) {
        constexpr std::size_t worthSharing = 1 << 16;  // below, starting threads costs more than they save
        const bool isLarge = product(padded_.width, padded_.height) >= worthSharing;
        for (int i = 0; i < (isLarge ? threadCount(shape.threads) : 1); ++i) {
            const auto width = static_cast<std::size_t>(shape.width), length = static_cast<std::size_t>(padded_.width);
            const std::size_t block = product(blockColumns, columnStride_);
            workspaces_.push_back({alignedFloats(width), alignedFloats(width), alignedComplex(length), alignedComplex(length),
                                   alignedComplex(length), alignedComplex(length), alignedComplex(block), alignedComplex(block),
                                   alignedComplex(shape.isAutocorrelation ? 0 : block), alignedComplex(block)});
        }
    }

    std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token stop) override {
        std::vector<LagSums> answers;
        for (const PlanePair& pair : batch) {
            checkFits(shape_, pair.a, "cpu-fft");
            if (!shape_.isAutocorrelation) checkFits(shape_, pair.b, "cpu-fft");
            if (stop.stop_requested()) break;
            Spectra spectra = room();
            shareOut((shape_.height + 1) / 2, rowPairsAtOnce, stop, [&](int rows, Workspace& workspace) {
                for (int channel = 0; channel < shape_.channels; ++channel) {
                    transformRows(pair.a, channel, 2 * rows, workspace, of(spectra, 0, channel));
                    if (!shape_.isAutocorrelation) transformRows(pair.b, channel, 2 * rows, workspace, of(spectra, 1, channel));
                }
            });
            if (stop.stop_requested()) break;
            shareOut(spectra.front().blocks(), 1, stop, [&](int block, Workspace& workspace) {
                shape_.isAutocorrelation ? correlateWithItself(spectra, block, workspace)
                                         : correlateBoth(spectra, block, workspace);
            });
            if (stop.stop_requested()) break;
            LagSums sums = lagSums(spectra.back(), stop);
            if (stop.stop_requested()) break;
            answers.push_back(std::move(sums));
        }
        return answers;
    }

    std::string variant() const override {
        return "fftw float32, " + std::to_string(padded_.width) + " x " + std::to_string(padded_.height);
    }

private:
    /// body(i, workspace) for all i below `count`, `atOnce` at a time, over the plan's threads; fewer after a stop.
    template <typename Body>
    void shareOut(int count, int atOnce, const std::stop_token& stop, Body body) {
        std::atomic<int> next = 0;
        parallelFor(workspaces_.size(), static_cast<int>(workspaces_.size()), [&](std::size_t thread) {
            for (int first = next.fetch_add(atOnce); first < count && !stop.stop_requested(); first = next.fetch_add(atOnce))
                for (int i = first; i < std::min(first + atOnce, count); ++i)
                    body(i, workspaces_[thread]);
        });
    }

    /// Each channel of a, then of b; the last one's room takes the answer, block by block, unless that has more rows.
    /// Held only while one pair is worked on: a thread has several plans, and this is by far the most that they need.
    using Spectra = std::vector<ColumnBlocks>;

    Spectra room() const {
        Spectra spectra;
        for (int i = 0; i < shape_.channels * (shape_.isAutocorrelation ? 1 : 2); ++i)
            spectra.emplace_back(columns_, shape_.height);
        if (const int rows = answerRows(); rows > shape_.height) spectra.emplace_back(columns_, rows);
        return spectra;
    }
    int answerRows() const { return shape_.isAutocorrelation ? shape_.maxLag + 1 : 2 * shape_.maxLag + 1; }

    const ColumnBlocks& of(const Spectra& spectra, int image, int channel) const {
        return spectra[static_cast<std::size_t>(image * shape_.channels + channel)];
    }

    void readRow(const Plane& plane, int channel, int y, float* row) const {
        const std::size_t start = product(y, shape_.width), width = static_cast<std::size_t>(shape_.width);
        const double mean = meanOf(plane, channel);
        const auto high = static_cast<float>(mean), low = static_cast<float>(mean - static_cast<double>(high));
        plane.image.visit([&](const auto& pixels) { centre(pixels.data() + start, width, high, low, row); }, channel);
        if (!plane.mask.isAllValid()) clearMasked(plane.mask.pixels().data() + start, width, row);
    }

    /// Rows y and y + 1; twice their spectra are stored.
    void transformRows(const Plane& plane, int channel, int y, Workspace& workspace, const ColumnBlocks& spectra) const {
        const std::size_t width = static_cast<std::size_t>(shape_.width);
        const bool hasSecond = y + 1 < shape_.height;
        readRow(plane, channel, y, workspace.rowA.get());
        if (hasSecond)
            readRow(plane, channel, y + 1, workspace.rowB.get());
        else
            std::fill_n(workspace.rowB.get(), width, 0.0F);
        Complex* const pair = workspace.pair.get();
        pairUp(workspace.rowA.get(), workspace.rowB.get(), width, pair);
        std::fill(pair + width, pair + padded_.width, Complex{});
        rowsForward_(pair, workspace.spectrum.get());
        separate(workspace.spectrum.get(), padded_.width, columns_, workspace.lineA.get(), workspace.lineB.get());
        spectra.storeRow(y, workspace.lineA.get());
        if (hasSecond) spectra.storeRow(y + 1, workspace.lineB.get());
    }

    /// Even: where the spectra end, a column of zeros is taken along.
    int columnsIn(int block) const { return std::min(blockColumns, (columns_ - block * blockColumns + 1) / 2 * 2); }

    /// The block's columns, transformed, one after the other.
    void transformColumns(const ColumnBlocks& spectra, int block, Workspace& workspace, Complex* to) const {
        Complex* const columns = workspace.columns.get();
        rowsToColumns(spectra.row(block, 0), shape_.height, columns, columnStride_);
        for (int column = 0; column < columnsIn(block); ++column) {
            Complex* const start = columns + column * columnStride_;
            std::fill(start + shape_.height, start + padded_.height, Complex{});
            columnsForward_(start, to + column * columnStride_);
        }
    }

    void correlateWithItself(const Spectra& spectra, int block, Workspace& workspace) const {
        Complex* const columns = workspace.columns.get();
        Complex* const powers = workspace.products.get();  // two columns in one
        const auto height = static_cast<std::size_t>(padded_.height);
        for (int channel = 0; channel < shape_.channels; ++channel) {
            transformColumns(of(spectra, 0, channel), block, workspace, workspace.spectraA.get());
            for (int column = 0; column < columnsIn(block); column += 2) {
                const Complex* const first = workspace.spectraA.get() + column * columnStride_;
                addPowers(first, first + columnStride_, height, channel == 0, powers + column * columnStride_);
            }
        }
        for (int column = 0; column < columnsIn(block); column += 2) {
            Complex* const back = workspace.spectraA.get();
            columnsForward_(powers + column * columnStride_, back);
            separate(back, padded_.height, shape_.maxLag + 1, columns + column * columnStride_,
                     columns + (column + 1) * columnStride_);
        }
        Complex* const rows = spectra.back().row(block, 0);
        columnsToRows(columns, columnStride_, shape_.maxLag + 1, rows);
        // The power is real, so its backward transform is the conjugate of the forward one.
        const std::span answer(rows, product(shape_.maxLag + 1, blockColumns));
        std::ranges::transform(answer, answer.begin(), [](Complex value) { return std::conj(value); });
    }

    void correlateBoth(const Spectra& spectra, int block, Workspace& workspace) const {
        Complex* const columns = workspace.columns.get();
        Complex* const both = workspace.products.get();
        for (int channel = 0; channel < shape_.channels; ++channel) {
            transformColumns(of(spectra, 0, channel), block, workspace, workspace.spectraA.get());
            transformColumns(of(spectra, 1, channel), block, workspace, workspace.spectraB.get());
            addProduct(workspace.spectraA.get(), workspace.spectraB.get(), product(columnsIn(block), columnStride_), channel == 0,
                       both);
        }
        for (int column = 0; column < columnsIn(block); ++column)
            columnsBack_(both + column * columnStride_, columns + column * columnStride_);
        // Y0 = -R to -1 stand at the end of each column, 0 to R at its beginning.
        columnsToRows(columns + padded_.height - shape_.maxLag, columnStride_, shape_.maxLag, spectra.back().row(block, 0));
        columnsToRows(columns, columnStride_, shape_.maxLag + 1, spectra.back().row(block, shape_.maxLag));
    }

    LagSums lagSums(const ColumnBlocks& answer, const std::stop_token& stop) {
        LagSums sums(shape_.maxLag, shape_.isAutocorrelation ? 0 : -shape_.maxLag);
        // Each `separate` doubles: the two factors of every product and, in an autocorrelation, the way back.
        const double doubled = shape_.isAutocorrelation ? 8 : 4;
        const double scale = 1 / (doubled * static_cast<double>(padded_.width) * padded_.height);
        const int rows = sums.maxLag - sums.minY + 1;
        shareOut((rows + 1) / 2, rowPairsAtOnce, stop, [&](int rowPair, Workspace& workspace) {
            const int first = 2 * rowPair;
            const bool hasSecond = first + 1 < rows;
            answer.loadRow(first, workspace.lineA.get());
            if (hasSecond)
                answer.loadRow(first + 1, workspace.lineB.get());
            else
                std::fill_n(workspace.lineB.get(), columns_, Complex{});
            join(workspace.lineA.get(), workspace.lineB.get(), padded_.width, workspace.spectrum.get());
            rowsBack_(workspace.spectrum.get(), workspace.pair.get());
            for (int X0 = -sums.maxLag; X0 <= sums.maxLag; ++X0) {
                const Complex both = workspace.pair[static_cast<std::size_t>(X0 < 0 ? X0 + padded_.width : X0)];
                sums.at(X0, first + sums.minY) = scale * static_cast<double>(both.real());
                if (hasSecond) sums.at(X0, first + 1 + sums.minY) = scale * static_cast<double>(both.imag());
            }
        });
        return sums;
    }

    PlanShape shape_;
    PaddedSize padded_;
    int columns_, columnStride_;
    Transform rowsForward_, rowsBack_, columnsForward_, columnsBack_;
    std::vector<Workspace> workspaces_;  ///< one a thread
};

PlanMemory transformMemory(const PlanShape& shape) {
    constexpr std::size_t complexBytes = 8, roundedUp = 6;
    const auto lag = static_cast<std::size_t>(shape.maxLag), threads = static_cast<std::size_t>(std::max(1, shape.threads));
    const std::size_t width = (static_cast<std::size_t>(shape.width) + lag) * 105 / 100 + 32;
    const std::size_t height = (static_cast<std::size_t>(shape.height) + lag) * 105 / 100 + 32;
    const std::size_t columns = width / 2 + 16, sides = shape.isAutocorrelation ? 1 : 2;
    const std::size_t rows = std::max(static_cast<std::size_t>(shape.height), shape.isAutocorrelation ? 0 : 2 * lag + 1);
    return {threads * complexBytes * (roundedUp * width + 16 * 4 * (height + 16)), columns * rows * complexBytes * sides};
}

class CpuFftEngine final : public Described<CorrelationEngine> {
public:
    CpuFftEngine() {
        description_.name = "cpu-fft";
        description_.device = "CPU, " + std::to_string(threadCount()) + " threads, FFTW";
        description_.cost = [](const PlanShape&) { return 1; };
        description_.memory = transformMemory;
    }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override {
        checkPossible(shape);
        return std::make_unique<CpuFftPlan>(shape);
    }
};

}  // namespace

std::shared_ptr<const CorrelationEngine> cpuFftEngine() {
    return std::make_shared<CpuFftEngine>();
}

}  // namespace coarsen
