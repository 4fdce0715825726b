// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/levelset/device_rows.hpp"

#include "core/base/memory.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>

namespace coarsen::gpu {

namespace {

constexpr int blocksOfPlainSearch = 4;          // a multiprocessor
constexpr std::size_t mostRowsWithin = 262144;  // at once, so that a stop need not wait

std::size_t withWholeTiles(std::size_t elements) {
    return (elements + tileColumns - 1) / tileColumns * tileColumns;
}

std::size_t countOfLists(const SearchPlan& plan) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < plan.stages.size(); ++i)
        most = std::max(most, static_cast<std::size_t>(plan.stages[i].segments * lanesOfRow));
    return most * plan.rowsAtOnce;
}

std::size_t survivorsAtOnce(const SearchPlan& plan) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < plan.stages.size(); ++i)
        most = std::max(most, static_cast<std::size_t>(plan.stages[i].segments * lanesOfRow * plan.stages[i].capacity));
    return most * plan.rowsAtOnce;
}

/// A fair order of so many, the same every time.
std::vector<std::uint32_t> shuffled(std::size_t count) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), std::mt19937(20120901));
    return order;
}

std::vector<std::uint32_t> inverseOf(const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> inverse(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        inverse[order[i]] = i;
    return inverse;
}

}  // namespace

bool DeviceRows::madeOn(const NlmTask& task, const RowShare& share, const SearchPlan& plan, const Device& device) {
    device.makeCurrent();
    const std::size_t elements = task.elements.size(), voxels = task.distance.phi.size(), m = static_cast<std::size_t>(task.m);
    if (voxels > std::numeric_limits<std::uint32_t>::max())
        throw EngineError("GPU", "the volume has more voxels than non-local means count there", "choose a CPU engine");
    if (task.m > mostNeighbours)
        throw EngineError("GPU", "non-local means look for at most " + std::to_string(mostNeighbours) + " like elements there",
                          "choose a smaller m or a CPU engine");
    const std::size_t bytes = voxels * 4 * (task.candidates == NlmCandidates::radius ? 2 : 1) +
                              elements * (patchLength * (sizeof(float) + sizeof(__half)) + 24) +
                              share.count * (m * 12 + sizeof(double) + 4) + survivorsAtOnce(plan) * sizeof(Survivor) +
                              plan.rowsAtOnce * (sampleColumns * sizeof(float) + 8) +
                              foundByPlainSearch(task.m, blocksOfPlainSearch * device.multiprocessors) * 8;
    std::size_t free = 0, all = 0;
    check(cudaMemGetInfo(&free, &all), "say how much memory it has");
    if (bytes > free)
        throw OutOfGpuMemory("GPU",
                             "non-local means of " + std::to_string(elements) + " elements need " + bytesText(bytes) +
                                 " of its memory, of which " + bytesText(free) + " are free",
                             "close other programs that use it, take a smaller m, or choose a CPU engine");
    return true;
}

DeviceRows::DeviceRows(const NlmTask& task, const RowShare& share, const Device& device)
    : task_(task),
      share_(share),
      device_(device),
      plan_(searchPlan(task.elements.size(), share.count, task.m, device.multiprocessors)),
      made_(madeOn(task, share, plan_, device)) {
    const std::size_t elements = task.elements.size(), places = withWholeTiles(elements),
                      listed = share.count * static_cast<std::size_t>(task.m);
    const std::vector<std::uint32_t> order = shuffled(elements);
    elementAtPlace_ = deviceCopy(order);
    placeOfElement_ = deviceCopy(inverseOf(order));
    phi_ = deviceCopy(task.distance.phi);
    voxels_ = deviceCopy(std::vector<std::uint32_t>(task.elements.begin(), task.elements.end()));
    rows_ = DeviceBuffer<float>(elements * patchLength);
    rounded_ = DeviceBuffer<__half>(places * patchLength);
    minusHalves_ = DeviceBuffer<float>(places);
    facts_ = DeviceBuffer<PatchFacts>(1);
    numbers_ = DeviceBuffer<std::uint32_t>(listed);
    neighbourSquares_ = DeviceBuffer<float>(listed);
    weights_ = DeviceBuffer<float>(listed);
    sums_ = DeviceBuffer<double>(share.count);
    largest_ = DeviceBuffer<unsigned long long>(1);
    values_ = DeviceBuffer<float>(elements);
    next_ = DeviceBuffer<float>(elements);
    doubtfulCount_ = DeviceBuffer<std::uint32_t>(1);
    if (task.candidates == NlmCandidates::radius) {
        std::vector<std::uint32_t> elementAt(task.distance.phi.size(), static_cast<std::uint32_t>(elements));
        for (std::size_t i = 0; i < elements; ++i)
            elementAt[task.elements[i]] = static_cast<std::uint32_t>(i);
        elementAt_ = deviceCopy(elementAt);
        return;
    }
    found_ = DeviceBuffer<unsigned long long>(foundByPlainSearch(task.m, plainBlocks()));
    if (!plan_.stages.empty()) {
        squares_ = DeviceBuffer<float>(plan_.rowsAtOnce * plan_.stages.front().columns);
        bars_ = DeviceBuffer<float>(plan_.rowsAtOnce);
        counts_ = DeviceBuffer<std::uint32_t>(countOfLists(plan_));
        survivors_ = DeviceBuffer<Survivor>(survivorsAtOnce(plan_));
        doubtful_ = DeviceBuffer<std::uint32_t>(share.count);
    }
}

PatchTable DeviceRows::table() const {
    return {rows_.get(),
            rounded_.get(),
            minusHalves_.get(),
            facts_.get(),
            elementAtPlace_.get(),
            placeOfElement_.get(),
            static_cast<std::uint32_t>(task_.elements.size())};
}

ListTask DeviceRows::listTask() const {
    return {numbers_.get(), neighbourSquares_.get(), static_cast<std::uint32_t>(share_.first),
            task_.m,        doubtful_.get(),         doubtfulCount_.get()};
}

SweepTask DeviceRows::sweepTask() const {
    return {numbers_.get(),
            neighbourSquares_.get(),
            weights_.get(),
            sums_.get(),
            largest_.get(),
            static_cast<std::uint32_t>(share_.first),
            static_cast<std::uint32_t>(share_.count),
            task_.m,
            sweeping_.c2,
            sweeping_.isByRow};
}

void DeviceRows::gather(double placeFactor) const {
    const std::array<int, 3> sides = task_.distance.counts();
    const std::array<double, 3> steps = task_.distance.steps();
    GatherTask gathering{phi_.get(), voxels_.get(), {}, {}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        gathering.sides[axis] = sides[axis];
        gathering.places[axis] = placeFactor * steps[axis];
    }
    check(gatherPatches(gathering, table(), stream_.get()), "gather patches");
}

int DeviceRows::plainBlocks() const {
    return blocksOfPlainSearch * device_.multiprocessors;
}

void DeviceRows::queueRows(std::size_t first, std::size_t count) const {
    const auto firstRow = static_cast<std::uint32_t>(first), rows = static_cast<std::uint32_t>(count);
    if (plan_.stages.empty()) {
        check(searchPlainly(table(), listTask(), firstRow, rows, false, found_.get(), plainBlocks(), stream_.get()),
              "compare patches");
        return;
    }
    CompareTask task{table(), firstRow, rows, 0, 0, 0, squares_.get(), bars_.get(), survivors_.get(), counts_.get(), 0, 0};
    for (const SearchStage& stage : plan_.stages) {
        task.columns = static_cast<std::uint32_t>(stage.columns);
        task.segments = stage.segments;
        task.tilesOfBlock = static_cast<std::uint32_t>(stage.tilesOfBlock);
        task.capacity = stage.capacity;
        task.room = stage.room;
        if (&stage == &plan_.stages.front()) {
            check(sampleSquares(task, stream_.get()), "compare patches");
            check(setBarsBySample(task, stage.rank, bars_.get(), stream_.get()), "sort patches");
            continue;
        }
        check(compareTiles(task, stream_.get()), "compare patches");
        if (&stage != &plan_.stages.back()) check(setBars(task, stage.rank, bars_.get(), stream_.get()), "sort patches");
    }
    check(finishLists(task, listTask(), stream_.get()), "sort patches");
}

void DeviceRows::queueWithin(std::size_t first, std::size_t count) const {
    const std::array<int, 3> sides = task_.distance.counts();
    const std::array<double, 3> steps = task_.distance.steps();
    RadiusTask task{elementAt_.get(), voxels_.get(), {}, {}, {}, task_.radiusPx};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        task.sides[axis] = sides[axis];
        task.steps[axis] = steps[axis];
        task.reach[axis] = std::min(static_cast<int>(task_.radiusPx / steps[axis]), sides[axis] - 1);
    }
    check(searchWithin(table(), task, listTask(), static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count),
                       stream_.get()),
          "compare patches");
}

bool DeviceRows::find(double placeFactor, const std::stop_token& stop) {
    device_.makeCurrent();
    gather(placeFactor);
    check(cudaMemsetAsync(doubtfulCount_.get(), 0, doubtfulCount_.bytes(), stream_.get()), "prepare its work");
    const bool isWithin = task_.candidates == NlmCandidates::radius;
    const std::size_t atOnce = isWithin ? mostRowsWithin : plan_.rowsAtOnce, end = share_.first + share_.count;
    for (std::size_t first = share_.first; first < end; first += atOnce) {
        if (stop.stop_requested()) return false;
        const std::size_t count = std::min(atOnce, end - first);
        isWithin ? queueWithin(first, count) : queueRows(first, count);
        if (first + count < end) stream_.wait();  // what is queued cannot be stopped
    }
    if (!plan_.stages.empty() && !isWithin)
        check(searchPlainly(table(), listTask(), 0, 0, true, found_.get(), plainBlocks(), stream_.get()), "compare patches");
    stream_.wait();
    return !stop.stop_requested();
}

std::size_t DeviceRows::doubtfulRows() const {
    device_.makeCurrent();
    return hostCopy(doubtfulCount_.get(), 1).front();
}

void DeviceRows::copyLists(NeighbourLists& all) const {
    device_.makeCurrent();
    const std::size_t first = share_.first * static_cast<std::size_t>(task_.m);
    check(cudaMemcpy(all.number.data() + first, numbers_.get(), numbers_.bytes(), cudaMemcpyDeviceToHost), "send its answer");
    check(cudaMemcpy(all.square.data() + first, neighbourSquares_.get(), neighbourSquares_.bytes(), cudaMemcpyDeviceToHost),
          "send its answer");
}

void DeviceRows::copyLast(float* all) const {
    device_.makeCurrent();
    check(takeLast(neighbourSquares_.get(), task_.m, static_cast<std::uint32_t>(share_.count), next_.get(), stream_.get()),
          "collect distances");
    check(cudaMemcpyAsync(all + share_.first, next_.get(), share_.count * sizeof(float), cudaMemcpyDeviceToHost, stream_.get()),
          "send its answer");
    stream_.wait();
}

void DeviceRows::beginSweeps(const NlmSweeping& sweeping) {
    device_.makeCurrent();
    sweeping_ = sweeping;
    check(takeValues(phi_.get(), voxels_.get(), static_cast<std::uint32_t>(task_.elements.size()), values_.get(), stream_.get()),
          "collect values");
    check(cudaMemsetAsync(largest_.get(), 0, largest_.bytes(), stream_.get()), "prepare its work");
    check(weigh(sweepTask(), stream_.get()), "weigh patches");
}

double DeviceRows::largestSum() const {
    device_.makeCurrent();
    stream_.wait();
    return std::bit_cast<double>(hostCopy(largest_.get(), 1).front());
}

void DeviceRows::setLargestSum(double sum) {
    device_.makeCurrent();
    const auto bits = std::bit_cast<unsigned long long>(sum);
    check(cudaMemcpyAsync(largest_.get(), &bits, sizeof bits, cudaMemcpyHostToDevice, stream_.get()), "receive a sum");
    stream_.wait();
}

void DeviceRows::sweep() {
    device_.makeCurrent();
    check(gpu::sweep(sweepTask(), values_.get(), next_.get(), stream_.get()), "average");
    std::swap(values_, next_);
}

void DeviceRows::copyValues(float* all) const {
    device_.makeCurrent();
    check(cudaMemcpyAsync(all + share_.first, values_.get() + share_.first, share_.count * sizeof(float), cudaMemcpyDeviceToHost,
                          stream_.get()),
          "send its answer");
    stream_.wait();
}

void DeviceRows::setValues(const float* all) const {
    device_.makeCurrent();
    check(cudaMemcpyAsync(values_.get(), all, values_.bytes(), cudaMemcpyHostToDevice, stream_.get()), "receive values");
    stream_.wait();
}

}  // namespace coarsen::gpu
