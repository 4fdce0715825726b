// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/nlm_engine.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/device/device.hpp"
#include "gpu/levelset/kernels/nearest.hpp"
#include "gpu/levelset/kernels/sweeps.hpp"
#include "gpu/levelset/search_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace coarsen::gpu {

/// Elements whose neighbours one GPU finds among all.
struct RowShare {
    std::size_t first = 0, count = 0;
};

/// The volume's distance crosses the link once; patches, lists and weights are made and stay on the device.
class DeviceRows {
public:
    /// Throws OutOfGpuMemory before anything is done where it does not do.
    DeviceRows(const NlmTask& task, const RowShare& share, const Device& device);

    const RowShare& share() const { return share_; }

    bool find(double placeFactor, const std::stop_token& stop);
    /// Rows of the last search that were compared again in float32, as rounding could have changed their answer.
    std::size_t doubtfulRows() const;

    void copyLists(NeighbourLists& all) const;
    void copyLast(float* all) const;

    void beginSweeps(const NlmSweeping& sweeping);
    double largestSum() const;
    void setLargestSum(double sum);
    void sweep();
    void copyValues(float* all) const;       ///< this share's
    void setValues(const float* all) const;  ///< of all elements

private:
    /// Makes the device current before the members that need it are made.
    static bool madeOn(const NlmTask& task, const RowShare& share, const SearchPlan& plan, const Device& device);

    PatchTable table() const;
    ListTask listTask() const;
    SweepTask sweepTask() const;
    void gather(double placeFactor) const;
    int plainBlocks() const;
    void queueRows(std::size_t first, std::size_t count) const;
    void queueWithin(std::size_t first, std::size_t count) const;

    NlmTask task_;
    RowShare share_;
    Device device_;
    SearchPlan plan_;
    [[maybe_unused]] bool made_;
    Stream stream_;
    DeviceBuffer<float> phi_, rows_, minusHalves_, squares_, bars_, neighbourSquares_, weights_, values_, next_;
    DeviceBuffer<std::uint32_t> voxels_, elementAtPlace_, placeOfElement_, elementAt_, numbers_, counts_, doubtful_,
        doubtfulCount_;
    DeviceBuffer<__half> rounded_;
    DeviceBuffer<PatchFacts> facts_;
    DeviceBuffer<Survivor> survivors_;
    DeviceBuffer<double> sums_;
    DeviceBuffer<unsigned long long> largest_, found_;
    NlmSweeping sweeping_;
};

}  // namespace coarsen::gpu
