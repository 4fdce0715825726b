// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/levelset/nlm_engine.hpp"

#include "core/base/parallel.hpp"
#include "gpu/device/named_engine.hpp"
#include "gpu/levelset/device_rows.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

namespace coarsen::gpu {

namespace {

constexpr std::size_t mostForAllOnAGpu = 1'000'000;  // a second or two on an H200

class DeviceNlmSearch final : public NlmSearch {
public:
    DeviceNlmSearch(const NlmTask& task, const std::vector<Device>& devices, std::size_t worthADevice) : task_(task) {
        const std::size_t rows = task.elements.size(), count = std::clamp(rows / worthADevice, std::size_t{1}, devices.size());
        parts_.resize(count);
        onAll([&](std::size_t i) {
            const std::size_t first = rows * i / count, end = rows * (i + 1) / count;
            parts_[i] = std::make_unique<DeviceRows>(task, RowShare{first, end - first}, devices[i]);
        });
    }

    bool find(double placeFactor, std::stop_token stop) override {
        std::atomic<bool> areAllThere = true;
        onAll([&](std::size_t i) {
            if (!parts_[i]->find(placeFactor, stop)) areAllThere = false;
        });
        return areAllThere;
    }

    std::vector<float> lastSquares() const override {
        std::vector<float> last(task_.elements.size());
        onAll([&](std::size_t i) { parts_[i]->copyLast(last.data()); });
        return last;
    }

    NeighbourLists lists() const override {
        const std::size_t entries = task_.elements.size() * static_cast<std::size_t>(task_.m);
        NeighbourLists all{task_.m, std::vector<std::uint32_t>(entries), std::vector<float>(entries)};
        onAll([&](std::size_t i) { parts_[i]->copyLists(all); });
        return all;
    }

    std::optional<std::vector<float>> swept(const NlmSweeping& sweeping, std::stop_token stop) override {
        onAll([&](std::size_t i) { parts_[i]->beginSweeps(sweeping); });
        if (!sweeping.isByRow && parts_.size() > 1) {
            double largest = 0;
            for (const auto& part : parts_)
                largest = std::max(largest, part->largestSum());
            onAll([&](std::size_t i) { parts_[i]->setLargestSum(largest); });
        }
        std::vector<float> values(task_.elements.size());
        for (int sweep = 0; sweep < sweeping.count; ++sweep) {
            if (stop.stop_requested()) return {};
            onAll([&](std::size_t i) { parts_[i]->sweep(); });
            if (parts_.size() == 1) continue;
            onAll([&](std::size_t i) { parts_[i]->copyValues(values.data()); });
            onAll([&](std::size_t i) { parts_[i]->setValues(values.data()); });
        }
        onAll([&](std::size_t i) { parts_[i]->copyValues(values.data()); });
        return values;
    }

private:
    template <typename Body>
    void onAll(const Body& body) const {
        parallelFor(parts_.size(), static_cast<int>(parts_.size()), body);
    }

    NlmTask task_;
    std::vector<std::unique_ptr<DeviceRows>> parts_;
};

class DirectNlm final : public Described<NlmEngine> {
public:
    DirectNlm(std::vector<Device> devices, std::size_t worthADevice) : devices_(std::move(devices)), worthADevice_(worthADevice) {
        static_cast<NamedEngine&>(description_) = namedEngine("gpu-direct", devices_);
        description_.mostForAll = mostForAllOnAGpu;
    }
    std::unique_ptr<NlmSearch> plan(const NlmTask& task) const override {
        return std::make_unique<DeviceNlmSearch>(task, devices_, worthADevice_);
    }

private:
    std::vector<Device> devices_;
    std::size_t worthADevice_;
};

}  // namespace

std::shared_ptr<const NlmEngine> directNlm(std::vector<Device> devices, std::size_t worthADevice) {
    return std::make_shared<DirectNlm>(std::move(devices), worthADevice);
}

}  // namespace coarsen::gpu
