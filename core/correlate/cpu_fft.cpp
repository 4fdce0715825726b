// SPDX-License-Identifier: GPL-3.0-or-later
// The correlation as |F|^2, leaving out what zero padding makes superfluous: rows of zeros are not transformed, and only the rows
// up to R come back. Between the two directions lie columns: a block of 16 is transposed, transformed, multiplied and transformed
// back while it is in the cache.
#include "core/base/parallel.hpp"
#include "core/correlate/engines.hpp"
#include "core/correlate/fft_loops.hpp"
#include "core/correlate/fftw.hpp"
#include "core/correlate/plan_shape.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

constexpr int rowsAtOnce = 8;

std::size_t product(int a, int b) {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(b);
}

/// Spectra of rows, stored as blocks of 16 columns: a block's rows follow each other, so that columns are read in one stream.
class ColumnBlocks {
public:
    ColumnBlocks(int columns, int rows)
        : rows_(rows),
          blocks_((columns + blockColumns - 1) / blockColumns),
          elements_(alignedComplex(product(rows, blocks_ * blockColumns))) {}

    int blocks() const { return blocks_; }
    Complex* row(int block, int y) const {
        return elements_.get() + (product(block, rows_) + static_cast<std::size_t>(y)) * blockColumns;
    }

    void storeRow(int y, const Complex* from) const {
        for (int block = 0; block < blocks_; ++block)
            std::copy_n(from + block * blockColumns, blockColumns, row(block, y));
    }
    void loadRow(int y, Complex* to) const {
        for (int block = 0; block < blocks_; ++block)
            std::copy_n(row(block, y), blockColumns, to + block * blockColumns);
    }

private:
    int rows_, blocks_;
    AlignedArray<Complex> elements_;
};

/// What one thread works in.
struct Workspace {
    AlignedArray<float> real;                                       ///< one padded row or column
    AlignedArray<Complex> line;                                     ///< one row's or column's spectrum
    AlignedArray<Complex> columns, spectrumA, spectrumB, products;  ///< a block of columns, one after the other
    AlignedArray<float> power;
};

class CpuFftPlan final : public CorrelationPlan {
public:
    explicit CpuFftPlan(const PlanShape& shape)
        : shape_(shape),
          padded_(paddedSize(shape.width, shape.height, shape.maxLag)),
          columns_(padded_.width / 2 + 1),
          columnStride_((padded_.height + 7) / 8 * 8 + 8),  // not a power of 2: 16 columns would share a few lines of the cache
          rowsForward_(padded_.width),
          rowsBack_(padded_.width),
          columnForward_(padded_.height, FFTW_FORWARD),
          answer_(columns_, shape.isAutocorrelation ? shape.maxLag + 1 : 2 * shape.maxLag + 1) {
        for (int i = 0; i < shape.channels * (shape.isAutocorrelation ? 1 : 2); ++i)
            spectra_.emplace_back(columns_, shape.height);
        if (shape.isAutocorrelation)
            powerBack_.emplace(padded_.height);
        else
            columnBack_.emplace(padded_.height, FFTW_BACKWARD);

        constexpr std::size_t worthSharing = 1 << 16;  // below, starting threads costs more than they save
        const bool isLarge = product(padded_.width, padded_.height) >= worthSharing;
        for (int i = 0; i < (isLarge ? threadCount(shape.threads) : 1); ++i) {
            const std::size_t block = product(blockColumns, columnStride_);
            const auto longest = static_cast<std::size_t>(std::max(padded_.width, padded_.height) + blockColumns);
            const std::size_t crossBlock = shape.isAutocorrelation ? 0 : block;
            workspaces_.push_back({alignedFloats(longest), alignedComplex(longest), alignedComplex(block), alignedComplex(block),
                                   alignedComplex(crossBlock), alignedComplex(crossBlock), alignedFloats(block)});
        }
    }

    std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token stop) override {
        std::vector<LagSums> answers;
        for (const PlanePair& pair : batch) {
            checkFits(shape_, pair.a, "cpu-fft");
            if (!shape_.isAutocorrelation) checkFits(shape_, pair.b, "cpu-fft");
            if (stop.stop_requested()) break;
            shareOut(shape_.height, rowsAtOnce, [&](int y, Workspace& workspace) {
                for (int channel = 0; channel < shape_.channels; ++channel) {
                    transformRow(pair.a, channel, y, workspace, spectraOf(0, channel));
                    if (!shape_.isAutocorrelation) transformRow(pair.b, channel, y, workspace, spectraOf(1, channel));
                }
            });
            if (stop.stop_requested()) break;
            shareOut(answer_.blocks(), 1, [&](int block, Workspace& workspace) {
                shape_.isAutocorrelation ? correlateWithItself(block, workspace) : correlateBoth(block, workspace);
            });
            if (stop.stop_requested()) break;
            answers.push_back(lagSums());
        }
        return answers;
    }

    std::string variant() const override {
        return "fftw float32, " + std::to_string(padded_.width) + " x " + std::to_string(padded_.height);
    }

private:
    /// body(i, workspace) for all i below `count`, `atOnce` at a time, over the plan's threads.
    template <typename Body>
    void shareOut(int count, int atOnce, Body body) {
        std::atomic<int> next = 0;
        parallelFor(workspaces_.size(), static_cast<int>(workspaces_.size()), [&](std::size_t thread) {
            for (int first = next.fetch_add(atOnce); first < count; first = next.fetch_add(atOnce))
                for (int i = first; i < std::min(first + atOnce, count); ++i)
                    body(i, workspaces_[thread]);
        });
    }

    ColumnBlocks& spectraOf(int image, int channel) {
        return spectra_[static_cast<std::size_t>(image * shape_.channels + channel)];
    }

    void transformRow(const Plane& plane, int channel, int y, Workspace& workspace, ColumnBlocks& spectra) const {
        const double mean = meanOf(plane, channel);
        const auto high = static_cast<float>(mean), low = static_cast<float>(mean - static_cast<double>(high));
        const std::size_t start = product(y, shape_.width), width = static_cast<std::size_t>(shape_.width);
        float* const row = workspace.real.get();
        plane.image.visit([&](const auto& pixels) { centre(pixels.data() + start, width, high, low, row); }, channel);
        if (!plane.mask.isAllValid()) clearMasked(plane.mask.pixels().data() + start, width, row);
        std::fill(row + width, row + padded_.width, 0.0F);
        rowsForward_(row, workspace.line.get());
        spectra.storeRow(y, workspace.line.get());
    }

    int columnsIn(int block) const { return std::min(blockColumns, columns_ - block * blockColumns); }

    /// The block's columns, transformed, one after the other.
    void transformColumns(const ColumnBlocks& spectra, int block, Workspace& workspace, Complex* to) const {
        Complex* const columns = workspace.columns.get();
        rowsToColumns(spectra.row(block, 0), shape_.height, columns, columnStride_);
        for (int column = 0; column < columnsIn(block); ++column) {
            Complex* const start = columns + column * columnStride_;
            std::fill(start + shape_.height, start + padded_.height, Complex{});
            columnForward_(start, to + column * columnStride_);
        }
    }

    void correlateWithItself(int block, Workspace& workspace) {
        float* const power = workspace.power.get();
        Complex* const columns = workspace.columns.get();
        for (int channel = 0; channel < shape_.channels; ++channel) {
            transformColumns(spectraOf(0, channel), block, workspace, workspace.spectrumA.get());
            addPower(workspace.spectrumA.get(), product(blockColumns, columnStride_), channel == 0, power);
        }
        for (int column = 0; column < columnsIn(block); ++column)
            (*powerBack_)(power + column * columnStride_, columns + column * columnStride_);
        columnsToRows(columns, columnStride_, shape_.maxLag + 1, answer_.row(block, 0));
        // The power is real, so its backward transform is the conjugate of the forward one.
        const std::span answer(answer_.row(block, 0), product(shape_.maxLag + 1, blockColumns));
        std::ranges::transform(answer, answer.begin(), [](Complex value) { return std::conj(value); });
    }

    void correlateBoth(int block, Workspace& workspace) {
        Complex* const columns = workspace.columns.get();
        Complex* const both = workspace.products.get();
        for (int channel = 0; channel < shape_.channels; ++channel) {
            transformColumns(spectraOf(0, channel), block, workspace, workspace.spectrumA.get());
            transformColumns(spectraOf(1, channel), block, workspace, workspace.spectrumB.get());
            addProduct(workspace.spectrumA.get(), workspace.spectrumB.get(), product(blockColumns, columnStride_), channel == 0,
                       both);
        }
        for (int column = 0; column < columnsIn(block); ++column)
            (*columnBack_)(both + column * columnStride_, columns + column * columnStride_);
        // Y0 = -R to -1 stand at the end of each column, 0 to R at its beginning.
        columnsToRows(columns + padded_.height - shape_.maxLag, columnStride_, shape_.maxLag, answer_.row(block, 0));
        columnsToRows(columns, columnStride_, shape_.maxLag + 1, answer_.row(block, shape_.maxLag));
    }

    LagSums lagSums() {
        LagSums sums(shape_.maxLag, shape_.isAutocorrelation ? 0 : -shape_.maxLag);
        const double scale = 1.0 / (static_cast<double>(padded_.width) * padded_.height);
        shareOut(sums.maxLag - sums.minY + 1, rowsAtOnce, [&](int row, Workspace& workspace) {
            answer_.loadRow(row, workspace.line.get());
            rowsBack_(workspace.line.get(), workspace.real.get());
            for (int X0 = -sums.maxLag; X0 <= sums.maxLag; ++X0)
                sums.at(X0, row + sums.minY) =
                    scale * static_cast<double>(workspace.real[static_cast<std::size_t>(X0 < 0 ? X0 + padded_.width : X0)]);
        });
        return sums;
    }

    PlanShape shape_;
    PaddedSize padded_;
    int columns_, columnStride_;
    RealToComplex rowsForward_;
    ComplexToReal rowsBack_;
    ComplexToComplex columnForward_;
    std::optional<RealToComplex> powerBack_;
    std::optional<ComplexToComplex> columnBack_;
    std::vector<ColumnBlocks> spectra_;  ///< each channel of a, then of b
    ColumnBlocks answer_;
    std::vector<Workspace> workspaces_;  ///< one a thread
};

class CpuFftEngine final : public CorrelationEngine {
public:
    CpuFftEngine() {
        description_.name = "cpu-fft";
        description_.device = "CPU, " + std::to_string(threadCount()) + " threads, FFTW";
    }
    const EngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override {
        checkPossible(shape);
        return std::make_unique<CpuFftPlan>(shape);
    }

private:
    EngineDescription description_;
};

}  // namespace

std::shared_ptr<const CorrelationEngine> cpuFftEngine() {
    return std::make_shared<CpuFftEngine>();
}

}  // namespace coarsen
