// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Raw sums of products over lags with the kernels of simd_kernels.hpp. For cpu_simd.cpp.

#include "core/base/parallel.hpp"
#include "core/correlate/simd_kernels.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <vector>

namespace coarsen {

/// Rows of elements, 64-byte aligned, with zeros round them.
template <typename T>
class PaddedRows {
public:
    PaddedRows(int width, int height, int left, int right, int below)
        : left_(roundedUp(left)),
          stride_(left_ + roundedUp(width) + roundedUp(right)),
          size_(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(height + below)),
          elements_(static_cast<T*>(::operator new(size_ * sizeof(T), alignment))) {
        std::fill_n(elements_.get(), size_, T{});
    }

    static constexpr int perLine = 64 / sizeof(T);
    static int roundedUp(int count) { return (count + perLine - 1) / perLine * perLine; }

    T* row(int y) { return elements_.get() + static_cast<std::ptrdiff_t>(y) * stride_ + left_; }
    const T* row(int y) const { return elements_.get() + static_cast<std::ptrdiff_t>(y) * stride_ + left_; }
    std::ptrdiff_t stride() const { return stride_; }

private:
    static constexpr std::align_val_t alignment{64};
    struct Free {
        void operator()(T* elements) const { ::operator delete(elements, alignment); }
    };
    int left_;
    std::ptrdiff_t stride_;
    std::size_t size_;
    std::unique_ptr<T, Free> elements_;
};

/// sum over x, y of a(x, y) b(x - X0, y - Y0), rows of 2R+1 values from Y0 = 0 to R.
/// Whole numbers are summed in integers; others always in the same order, however many threads there are: float32 elements in
/// float32 over a few rows by two kilobytes, all else in double.
template <typename A, typename B, typename Sum>
class LagTiles {
public:
    using TileSum = std::conditional_t<std::is_floating_point_v<A>, double, std::int64_t>;

    LagTiles(int width, int height, int maxLag, LagTileSize size, LagTile<A, B, TileSum> tile)
        : width_(width),
          height_(height),
          maxLag_(maxLag),
          tileX_(size.x),
          tileY_(size.y),
          tile_(tile),
          a_(width, height, 0, 0, size.y),
          b_(width, height, maxLag + size.x, PaddedRows<A>::perLine + size.x, 0) {}

    /// Copies the images in: a(i) and b(i) give the element of pixel i.
    template <typename ElementA, typename ElementB>
    void fill(ElementA a, ElementB b) {
        std::size_t i = 0;
        for (int y = 0; y < height_; ++y) {
            A* const rowA = a_.row(y);
            B* const rowB = b_.row(y);
            for (int x = 0; x < width_; ++x, ++i) {
                rowA[x] = a(i);
                rowB[x] = b(i);
            }
        }
    }

    /// Nothing after a stop.
    std::optional<std::vector<Sum>> sums(int threads, std::stop_token stop) const {
        const int rowLength = 2 * maxLag_ + 1, tilesY = (maxLag_ + tileY_) / tileY_;
        // Few tiles: the rows are shared out too. The parts depend on the sizes only, so the order of additions is fixed.
        const int parts = std::clamp(32 / tilesY, 1, (height_ + rowsAtOnce - 1) / rowsAtOnce);
        const std::size_t partSize = static_cast<std::size_t>(rowLength) * static_cast<std::size_t>(tilesY * tileY_);
        std::vector<Sum> partSums(partSize * static_cast<std::size_t>(parts));
        parallelFor(
            static_cast<std::size_t>(tilesY * parts), threads,
            [&](std::size_t task) {
                const int part = static_cast<int>(task) % parts, Y0 = static_cast<int>(task) / parts * tileY_;
                const int chunks = (height_ + rowsAtOnce - 1) / rowsAtOnce;
                const int firstRow = chunks * part / parts * rowsAtOnce;
                const int lastRow = std::min(height_ - Y0, chunks * (part + 1) / parts * rowsAtOnce);
                Sum* const out = partSums.data() + static_cast<std::size_t>(part) * partSize +
                                 static_cast<std::size_t>(Y0) * static_cast<std::size_t>(rowLength);
                for (int y = firstRow; y < lastRow; y += rowsAtOnce)
                    addRows(y, std::min(rowsAtOnce, lastRow - y), Y0, out);
            },
            stop);
        if (stop.stop_requested()) return std::nullopt;
        for (int part = 1; part < parts; ++part)
            for (std::size_t i = 0; i < partSize; ++i)
                partSums[i] += partSums[static_cast<std::size_t>(part) * partSize + i];
        partSums.resize(static_cast<std::size_t>(rowLength) * static_cast<std::size_t>(maxLag_ + 1));
        return partSums;
    }

private:
    // A few rows by two kilobytes: both images' part stays in the first-level cache while all X0 pass over it.
    static constexpr int rowsAtOnce = 8, columnsAtOnce = 2048 / sizeof(A);

    void addRows(int firstRow, int rows, int Y0, Sum* out) const {
        const int rowLength = 2 * maxLag_ + 1, perLine = PaddedRows<A>::perLine;
        std::vector<TileSum> tile(static_cast<std::size_t>(tileX_ * tileY_));
        for (int left = 0; left < width_; left += columnsAtOnce) {
            const int right = std::min(left + columnsAtOnce, PaddedRows<A>::roundedUp(width_));
            for (int X0 = -maxLag_; X0 <= maxLag_; X0 += tileX_) {
                const int first = std::max(left, X0 / perLine * perLine);
                const int last = std::min(right, PaddedRows<A>::roundedUp(std::min(width_, width_ + X0 + tileX_ - 1)));
                if (first >= last) continue;
                std::fill(tile.begin(), tile.end(), TileSum{0});
                tile_(a_.row(firstRow + Y0) + first, a_.stride(), b_.row(firstRow) + first - X0, b_.stride(), rows, last - first,
                      tile.data());
                for (int j = 0; j < tileY_; ++j)
                    for (int i = 0; i < std::min(tileX_, maxLag_ - X0 + 1); ++i)
                        out[j * rowLength + X0 + maxLag_ + i] += static_cast<Sum>(tile[static_cast<std::size_t>(j * tileX_ + i)]);
            }
        }
    }

    int width_, height_, maxLag_, tileX_, tileY_;
    LagTile<A, B, TileSum> tile_;
    PaddedRows<A> a_;
    PaddedRows<B> b_;
};

}  // namespace coarsen
