// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/registration_ladder_bench.hpp"

#include "core/register/regulariser.hpp"
#include "core/synth/flow_pair.hpp"
#include "gpu/device/device.hpp"
#include "gpu/register/device_gaussian.hpp"
#include "gpu/register/device_images.hpp"
#include "gpu/register/gpu_arena.hpp"
#include "gpu/register/kernels/registration.hpp"
#include "tests/bench/gpu/registration_ladder.hpp"
#include "tests/bench/gpu/stopwatch.hpp"
#include "tests/bench/gpu/texture.hpp"

#include <cuda_fp16.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace coarsen::gpu {

namespace {

constexpr double lambda = 0.05;
constexpr double allowedDifference = 1e-4, allowedInHalf = 1e-3;  // of the largest component

using Done = std::function<void(const RegulariserTiming&)>;

struct PaperRung {
    RegulariserRung rung;
    const char *kernel, *memory;
};
constexpr std::array paperRungs{PaperRung{RegulariserRung::recomputed, "products recomputed", "shared"},
                                PaperRung{RegulariserRung::recomputedTwoBlocks, "products recomputed", "shared"},
                                PaperRung{RegulariserRung::recomputedLocal, "products recomputed", "shared and local"},
                                PaperRung{RegulariserRung::recomputedGlobal, "products recomputed", "global"},
                                PaperRung{RegulariserRung::recomputedTexture, "products recomputed", "texture"},
                                PaperRung{RegulariserRung::reused, "products reused", "shared"},
                                PaperRung{RegulariserRung::reusedThreeBlocks, "products reused", "shared"}};

VectorField<double> judgeOf(const std::array<std::vector<float>, 3>& u, const VolumeSize& size, RegulariserForm form) {
    VectorField<double> field(size), force(size);
    for (std::size_t axis = 0; axis < 3; ++axis)
        std::ranges::copy(u[axis], field.along[axis].begin());
    Regulariser<double> regulariser(size, form, 0);
    regulariser.energyOf(field);
    regulariser.pull(lambda, field, force);
    return force;
}

class LadderBench {
public:
    LadderBench(const Device& device, int side, double copyGBps)
        : size_{side, side, side}, copyGBps_(copyGBps), u_(flowPair({.size = size_, .seed = 2}).u), place_(device) {
        timing_.device = device.name;
        timing_.side = side;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            there_[axis] = deviceCopy(u_[axis]);
            force_[axis] = DeviceBuffer<float>(size_.voxels());
        }
    }

    void time(const Done& done) {
        const VectorField<double> printed = judgeOf(u_, size_, RegulariserForm::printed);
        asInThePaper(printed, done);
        ours("ours, as printed", true, false, printed, done);
        const VectorField<double> piola = judgeOf(u_, size_, RegulariserForm::piola);
        ours("ours", false, false, piola, done);
        ours("ours, half precision", false, true, piola, done);
    }

private:
    FieldPointers pointers(const std::array<DeviceBuffer<float>, 3>& field) const {
        return {{field[0].get(), field[1].get(), field[2].get()}};
    }

    void asInThePaper(const VectorField<double>& judge, const Done& done) {
        RegulariserTask task{sidesOf(size_), pointers(there_), {}, static_cast<float>(lambda), pointers(force_)};
        const Texture textures[] = {textureOf(there_[0]), textureOf(there_[1]), textureOf(there_[2])};
        for (std::size_t axis = 0; axis < 3; ++axis)
            task.textures[axis] = textures[axis].get();
        for (const auto& [rung, kernel, memory] : paperRungs) {
            RungResources resources{};
            check(resourcesOf(rung, resources), "ask what a kernel needs");
            timing_.kernel = kernel, timing_.memory = memory;
            timing_.blocks = resources.blocks, timing_.registers = resources.registers;
            timing_.localBytes = resources.localBytes, timing_.sharedBytes = resources.sharedBytes;
            timeQueued(
                [&, which = rung] { check(pullAsInThePaper(task, which, place_.stream().get()), "bend as in the paper"); });
            tell(judge, false, done);
        }
    }

    /// The product's two kernels; no voxel counts whose grey value would pull.
    void ours(const char* kernel, bool isPrinted, bool isHalf, const VectorField<double>& judge, const Done& done) {
        place_.clear(0, size_);
        const DeviceBuffer<float> slope = zeros<float>(size_.voxels()), moved = zeros<float>(size_.voxels()),
                                  numbers = zeros<float>(numbersOf(size_));
        const DeviceBuffer<Quad> quads = zeros<Quad>(quadsOf(size_));
        const DeviceBuffer<std::uint8_t> valid = zeros<std::uint8_t>(size_.voxels());
        const RegistrationTask task{{{sidesOf(size_), numbers.get(), true, quads.get()}, moved.get(), nullptr, valid.get()},
                                    isPrinted,
                                    static_cast<float>(lambda),
                                    slope.get(),
                                    {0, size_.depth},
                                    {0, size_.depth}};
        const FieldPointers u = pointers(there_), force = pointers(force_);
        const MotionPointers to{{force.along[0], force.along[1], force.along[2]}, isHalf};
        const cudaStream_t stream = place_.stream().get();
        timing_.kernel = kernel, timing_.memory = "shared and global";
        timing_.blocks = timing_.registers = timing_.localBytes = timing_.sharedBytes = 0;
        timeQueued([&] {
            launchRegularisation(task, u, place_.sums(0), stream);
            launchForce(task, u, to, place_.sums(1), {{place_.sums(0), place_.sums(0)}}, stream);
            check(cudaGetLastError(), "bend as we do");
        });
        tell(judge, isHalf, done);
    }

    template <typename T>
    DeviceBuffer<T> zeros(std::size_t count) const {
        DeviceBuffer<T> numbers(count);
        check(cudaMemsetAsync(numbers.get(), 0, numbers.bytes(), place_.stream().get()), "clear memory");
        return numbers;
    }

    template <typename Queue>
    void timeQueued(Queue queue) {
        for (const DeviceBuffer<float>& along : force_)  // not a number: what a kernel leaves out is seen
            check(cudaMemsetAsync(along.get(), 0xff, along.bytes(), place_.stream().get()), "clear memory");
        timing_.ms = timed(place_.stream(), queue).medianMs;
    }

    void tell(const VectorField<double>& judge, bool isHalf, const Done& done) {
        double largest = 0, off = 0;
        bool isKnown = true;
        const auto compare = [&](const auto& got, const std::vector<double>& truth, double scale) {
            for (std::size_t i = 0; i < truth.size(); ++i) {
                const double difference = std::abs(static_cast<double>(static_cast<float>(got[i])) / scale - truth[i]);
                isKnown = isKnown && std::isfinite(difference);
                off = std::max(off, difference);
                largest = std::max(largest, std::abs(truth[i]));
            }
        };
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (isHalf)
                compare(hostCopy(reinterpret_cast<const __half*>(force_[axis].get()), size_.voxels()), judge.along[axis],
                        static_cast<double>(halfScale));
            else
                compare(hostCopy(force_[axis].get(), size_.voxels()), judge.along[axis], 1);
        timing_.maxDifference = off / largest;
        const std::size_t bytes = 3 * sizeof(float) + (isHalf ? 3 * sizeof(__half) : 3 * sizeof(float));
        timing_.floorMs = 1e-6 * static_cast<double>(bytes * size_.voxels()) / copyGBps_;
        if (!isKnown || !(timing_.maxDifference <= (isHalf ? allowedInHalf : allowedDifference)))
            throw EngineError(timing_.kernel + " (" + timing_.memory + ")",
                              "its force is wrong by " + std::to_string(timing_.maxDifference) + " of the largest",
                              "tell the authors");
        done(timing_);
    }

    VolumeSize size_;
    double copyGBps_;
    std::array<std::vector<float>, 3> u_;
    GpuArena place_;
    std::array<DeviceBuffer<float>, 3> there_, force_;
    RegulariserTiming timing_;
};

}  // namespace

void benchmarkRegistrationLadder(const std::vector<int>& sides, const Done& done) {
    const DeviceList list = devices();
    if (list.devices.empty() || !list.devices.front().unavailable.empty()) return;
    const Device& device = list.devices.front();
    device.makeCurrent();
    const double rate = copyGBps();
    for (const int side : sides) {
        try {
            LadderBench(device, side, rate).time(done);
        } catch (const OutOfGpuMemory&) {
            continue;
        }
    }
}

}  // namespace coarsen::gpu
