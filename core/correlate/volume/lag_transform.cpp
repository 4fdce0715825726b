// SPDX-License-Identifier: GPL-3.0-or-later
// |F|^2 without what zero padding makes superfluous: rows and slices of zeros are not transformed, and only the slices, rows and
// offsets within the reach come back. A slice is transformed along x and y while it is in the cache; columns along z are gathered
// eight at a time, transformed, multiplied and transformed back.
#include "core/correlate/volume/lag_transform.hpp"

#include "core/base/parallel.hpp"
#include "core/fourier/double_lines.hpp"
#include "core/fourier/fftw.hpp"

#include <algorithm>
#include <atomic>
#include <complex>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

using DoubleComplex = std::complex<double>;

constexpr int columnsAtOnce = 8;  // two lines of the cache

VolumeSize paddedFor(const VolumeSize& size, const LagReach& reach) {
    return {paddedLength(size.width + reach.x), paddedLength(size.height + reach.y), paddedLength(size.depth + reach.z)};
}

/// A spectrum's row along x, with zeros up to a multiple of what is taken at once.
int columnsOf(const VolumeSize& padded) {
    return (padded.width / 2 + 1 + columnsAtOnce - 1) / columnsAtOnce * columnsAtOnce;
}

/// The slices that are held: those of the volume before, those of the answer after the transform along z.
int slicesHeld(const VolumeSize& size, const LagReach& reach, bool isOfBoth) {
    return std::max(size.depth, isOfBoth ? 2 * reach.z + 1 : reach.z + 1);
}

std::size_t planeOf(const VolumeSize& padded) {
    return static_cast<std::size_t>(columnsOf(padded)) * static_cast<std::size_t>(padded.height);
}

std::size_t workspaceBytes(const VolumeSize& padded) {
    const auto width = static_cast<std::size_t>(padded.width), depth = static_cast<std::size_t>(padded.depth);
    return width * sizeof(double) + (width / 2 + 1) * sizeof(DoubleComplex) +
           depth * columnsAtOnce * (2 * sizeof(DoubleComplex) + sizeof(double));
}

}  // namespace

struct LagTransform::Parts {
    /// Memory that one thread works in.
    struct Workspace {
        AlignedArray<double> row;
        AlignedArray<DoubleComplex> spectrum, columnsA, columnsB;
        AlignedArray<double> powers;
    };

    VolumeSize size;
    LagReach reach;
    VolumeSize padded;
    int columns;
    std::size_t plane;
    RealLines rows;
    ComplexLines alongYForward, alongYBack, alongZForward, alongZBack;
    RealLines powersAlongZ;
    std::vector<Workspace> workspaces;  ///< one a thread

    Parts(const VolumeSize& ofFields, const LagReach& largest, int threads)
        : size(ofFields),
          reach(largest),
          padded(paddedFor(size, reach)),
          columns(columnsOf(padded)),
          plane(planeOf(padded)),
          rows({padded.width, 1, 1}),
          alongYForward({padded.height, columns, columns}, FFTW_FORWARD),
          alongYBack({padded.height, columns, columns}, FFTW_BACKWARD),
          alongZForward({padded.depth, columnsAtOnce, columnsAtOnce}, FFTW_FORWARD),
          alongZBack({padded.depth, columnsAtOnce, columnsAtOnce}, FFTW_BACKWARD),
          powersAlongZ({padded.depth, columnsAtOnce, columnsAtOnce}) {
        const auto width = static_cast<std::size_t>(padded.width), depth = static_cast<std::size_t>(padded.depth);
        for (int i = 0; i < threadCount(threads); ++i)
            workspaces.push_back({alignedRoom<double>(width), alignedRoom<DoubleComplex>(width / 2 + 1),
                                  alignedRoom<DoubleComplex>(depth * columnsAtOnce),
                                  alignedRoom<DoubleComplex>(depth * columnsAtOnce), alignedRoom<double>(depth * columnsAtOnce)});
    }

    /// body(i, workspace) for all i below `count` over the threads.
    template <typename Body>
    void shareOut(int count, std::stop_token stop, Body body) {
        std::atomic<int> next = 0;
        parallelFor(workspaces.size(), static_cast<int>(workspaces.size()), [&](std::size_t thread) {
            for (int i = next++; i < count && !stop.stop_requested(); i = next++)
                body(i, workspaces[thread]);
        });
    }

    AlignedArray<DoubleComplex> room(bool isOfBoth) const {
        return alignedRoom<DoubleComplex>(plane * static_cast<std::size_t>(slicesHeld(size, reach, isOfBoth)));
    }
    DoubleComplex* slice(const AlignedArray<DoubleComplex>& spectra, int z) const {
        return spectra.get() + static_cast<std::size_t>(z) * plane;
    }

    /// Each slice of the field, transformed along x and y.
    void transformSlices(const FieldRows& field, const AlignedArray<DoubleComplex>& spectra, std::stop_token stop) {
        shareOut(size.depth, stop, [&](int z, Workspace& workspace) {
            DoubleComplex* const target = slice(spectra, z);
            const auto width = static_cast<std::size_t>(size.width), kept = static_cast<std::size_t>(padded.width / 2 + 1);
            for (int y = 0; y < size.height; ++y) {
                field(y, z, std::span(workspace.row.get(), width));
                std::fill(workspace.row.get() + width, workspace.row.get() + padded.width, 0.0);
                rows.forward(workspace.row.get(), workspace.spectrum.get());
                DoubleComplex* const row = target + static_cast<std::size_t>(y) * static_cast<std::size_t>(columns);
                std::copy_n(workspace.spectrum.get(), kept, row);
                std::fill(row + kept, row + columns, DoubleComplex{});
            }
            std::fill(target + static_cast<std::size_t>(size.height) * static_cast<std::size_t>(columns), target + plane,
                      DoubleComplex{});
            alongYForward(target);
        });
    }

    void gather(const DoubleComplex* from, DoubleComplex* to) const {
        for (int z = 0; z < size.depth; ++z)
            std::copy_n(from + static_cast<std::size_t>(z) * plane, columnsAtOnce, to + z * columnsAtOnce);
        std::fill(to + size.depth * columnsAtOnce, to + padded.depth * columnsAtOnce, DoubleComplex{});
    }

    /// Along z there, the power, and back, of every column: slice Z then holds the answer's.
    void powersOfColumns(const AlignedArray<DoubleComplex>& spectra, std::stop_token stop) {
        shareOut(padded.height, stop, [&](int y, Workspace& workspace) {
            const std::size_t values = static_cast<std::size_t>(padded.depth) * columnsAtOnce;
            for (int column = 0; column < columns; column += columnsAtOnce) {
                DoubleComplex* const place =
                    spectra.get() + static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) + column;
                gather(place, workspace.columnsA.get());
                alongZForward(workspace.columnsA.get());
                for (std::size_t i = 0; i < values; ++i)
                    workspace.powers[i] = std::norm(workspace.columnsA[i]);
                // The power is real, so its backward transform is the conjugate of the forward one, and half of that is enough.
                powersAlongZ.forward(workspace.powers.get(), workspace.columnsB.get());
                for (int Z = 0; Z <= reach.z; ++Z)
                    for (int i = 0; i < columnsAtOnce; ++i)
                        place[static_cast<std::size_t>(Z) * plane + static_cast<std::size_t>(i)] =
                            std::conj(workspace.columnsB[static_cast<std::size_t>(Z * columnsAtOnce + i)]);
            }
        });
    }

    /// The same for the product of a's and b's columns, into a's room: slice Z + reach.z holds the answer's Z.
    void productsOfColumns(const AlignedArray<DoubleComplex>& a, const AlignedArray<DoubleComplex>& b, std::stop_token stop) {
        shareOut(padded.height, stop, [&](int y, Workspace& workspace) {
            const std::size_t values = static_cast<std::size_t>(padded.depth) * columnsAtOnce;
            for (int column = 0; column < columns; column += columnsAtOnce) {
                const std::size_t offset =
                    static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
                gather(a.get() + offset, workspace.columnsA.get());
                gather(b.get() + offset, workspace.columnsB.get());
                alongZForward(workspace.columnsA.get());
                alongZForward(workspace.columnsB.get());
                for (std::size_t i = 0; i < values; ++i)
                    workspace.columnsA[i] *= std::conj(workspace.columnsB[i]);
                alongZBack(workspace.columnsA.get());
                for (int Z = -reach.z; Z <= reach.z; ++Z)
                    std::copy_n(workspace.columnsA.get() + (Z < 0 ? Z + padded.depth : Z) * columnsAtOnce, columnsAtOnce,
                                a.get() + static_cast<std::size_t>(Z + reach.z) * plane + offset);
            }
        });
    }

    /// Back along y and x, slice by slice.
    /// All of the sums are written.
    void answer(const AlignedArray<DoubleComplex>& spectra, VolumeLagSums& sums, std::stop_token stop) {
        const int minZ = sums.minZ;
        const double scale = 1 / (static_cast<double>(padded.width) * padded.height * padded.depth);
        shareOut(reach.z - minZ + 1, stop, [&](int i, Workspace& workspace) {
            DoubleComplex* const source = slice(spectra, i);
            alongYBack(source);
            for (int Y = -reach.y; Y <= reach.y; ++Y) {
                const DoubleComplex* const row =
                    source + static_cast<std::size_t>(Y < 0 ? Y + padded.height : Y) * static_cast<std::size_t>(columns);
                std::copy_n(row, padded.width / 2 + 1, workspace.spectrum.get());
                rows.backward(workspace.spectrum.get(), workspace.row.get());
                double* const to = &sums.at(-reach.x, Y, i + minZ);
                for (int X = -reach.x; X <= reach.x; ++X)
                    to[X + reach.x] = scale * workspace.row[static_cast<std::size_t>(X < 0 ? X + padded.width : X)];
            }
        });
    }
};

LagTransform::LagTransform(const VolumeSize& size, const LagReach& reach, int threads)
    : parts_(std::make_unique<Parts>(size, reach, threads)) {}
LagTransform::~LagTransform() = default;
LagTransform::LagTransform(LagTransform&&) noexcept = default;

const VolumeSize& LagTransform::size() const {
    return parts_->size;
}
const LagReach& LagTransform::reach() const {
    return parts_->reach;
}
VolumeSize LagTransform::padded() const {
    return parts_->padded;
}

std::optional<VolumeLagSums> LagTransform::ofItself(const FieldRows& a, std::stop_token stop) {
    return ofItself(a, stop, VolumeLagSums(reach(), 0));
}

std::optional<VolumeLagSums> LagTransform::ofItself(const FieldRows& a, std::stop_token stop, VolumeLagSums sums) {
    const auto spectra = parts_->room(false);
    parts_->transformSlices(a, spectra, stop);
    if (!stop.stop_requested()) parts_->powersOfColumns(spectra, stop);
    if (stop.stop_requested()) return std::nullopt;
    parts_->answer(spectra, sums, stop);
    if (stop.stop_requested()) return std::nullopt;
    return sums;
}

std::optional<VolumeLagSums> LagTransform::ofBoth(const FieldRows& a, const FieldRows& b, std::stop_token stop) {
    const auto spectraA = parts_->room(true);
    parts_->transformSlices(a, spectraA, stop);
    {
        const auto spectraB = parts_->room(false);
        if (!stop.stop_requested()) parts_->transformSlices(b, spectraB, stop);
        if (!stop.stop_requested()) parts_->productsOfColumns(spectraA, spectraB, stop);
    }
    if (stop.stop_requested()) return std::nullopt;
    VolumeLagSums sums(reach(), -reach().z);
    parts_->answer(spectraA, sums, stop);
    if (stop.stop_requested()) return std::nullopt;
    return sums;
}

std::size_t LagTransform::bytes(const VolumeSize& size, const LagReach& reach, bool isOfBoth, int threads) {
    const VolumeSize padded = paddedFor(size, reach);
    const std::size_t plane = planeOf(padded) * sizeof(DoubleComplex);
    std::size_t slices = static_cast<std::size_t>(slicesHeld(size, reach, isOfBoth));
    if (isOfBoth) slices += static_cast<std::size_t>(slicesHeld(size, reach, false));
    const std::size_t answer = static_cast<std::size_t>(2 * reach.x + 1) * static_cast<std::size_t>(2 * reach.y + 1) *
                               static_cast<std::size_t>(isOfBoth ? 2 * reach.z + 1 : reach.z + 1) * sizeof(double);
    return plane * slices + answer + static_cast<std::size_t>(threadCount(threads)) * workspaceBytes(padded);
}

}  // namespace coarsen
