// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/benchmark.hpp"

#include "gpu/correlate/cufft_sums.hpp"
#include "gpu/correlate/fft_engine.hpp"
#include "gpu/correlate/fused_transform.hpp"
#include "gpu/correlate/kernels/exact_sums.hpp"
#include "gpu/correlate/kernels/float_sums.hpp"
#include "gpu/device/device.hpp"
#include "tests/bench/gpu/baselines.hpp"
#include "tests/bench/gpu/frame_bench.hpp"
#include "tests/bench/gpu/several_gpus.hpp"
#include "tests/bench/gpu/stopwatch.hpp"
#include "tests/bench/gpu/timed_work.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <utility>

namespace coarsen::gpu {

namespace {

class Benchmark {
public:
    Benchmark(const Device& device, const std::function<void(const GpuTiming&)>& done) : device_(device), done_(done) {}

    void all() {
        ceilings();
        for (const Case& each : {Case{1500, 750, 1, 250, true}, Case{1500, 750, 1, 16, false}, Case{1500, 750, 1, 64, false},
                                 Case{1500, 750, 1, 500, true}, Case{640, 480, 1, 16, false}, Case{2048, 2048, 1, 250, true},
                                 Case{4096, 4096, 1, 500, false}})
            oneChannel(each);
        rawSeries({1500, 750, 1, 250, false});
        rawSeries({640, 480, 1, 16, false});
        hostToHost({1500, 750, 1, 250, false});
        hostToHost({640, 480, 1, 16, false});
        benchmarkFrames(device_, done_);
    }

private:
    GpuTiming report(const std::string& name, const std::string& engine, const Times& times, double frames, double floorMs = 0,
                     const std::string& floor = {}) {
        GpuTiming timing{name, engine, times.medianMs / frames, times.minMs / frames, {}, floorMs, floor};
        for (const auto& [other, milliseconds] : compared_)
            timing.ratioTo[other] = milliseconds / timing.medianMs;
        done_(timing);
        return timing;
    }

    void ceilings() {
        const std::string name = "ceilings of this chip";
        const int count = device_.multiprocessors;
        const DeviceBuffer<float> sink(static_cast<std::size_t>(count) * 4096);
        double multiplyAdds = 0;
        Times times = timed(streams_[0], [&] { multiplyAdds = spinFloats(count, sink.get(), streams_[0].get()); });
        ceilings_.floatMultiplyAdds = multiplyAdds / times.minMs * 1e3;
        report(name, "float32 multiply-add, " + teras(2 * ceilings_.floatMultiplyAdds) + " TFLOP/s", times, 1);
        times =
            timed(streams_[0], [&] { multiplyAdds = spinBytes(count, reinterpret_cast<int*>(sink.get()), streams_[0].get()); });
        ceilings_.byteMultiplyAdds = multiplyAdds / times.minMs * 1e3;
        report(name, "byte products of the tensor cores (mma.sync), " + teras(2 * ceilings_.byteMultiplyAdds) + " TOP/s", times,
               1);

        constexpr std::size_t large = std::size_t{1} << 31, small = std::size_t{1} << 27;
        const DeviceBuffer<std::byte> from(large), to(large);
        times = timed(streams_[0], [&] {
            check(cudaMemcpyAsync(to.get(), from.get(), large, cudaMemcpyDeviceToDevice, streams_[0].get()), "copy");
        });
        report(name, "copy on the device, " + teras(2e3 * static_cast<double>(large) / times.minMs) + " TB/s read and written",
               times, 1);
        const PinnedBuffer<std::byte> host(small);
        times = timed(streams_[0], [&] {
            check(cudaMemcpyAsync(to.get(), host.get(), small, cudaMemcpyHostToDevice, streams_[0].get()), "copy");
        });
        ceilings_.toDevice = 1e3 * static_cast<double>(small) / times.minMs;
        report(name, "pinned memory to the device, " + teras(1e3 * ceilings_.toDevice) + " GB/s", times, 1);
        times = timed(streams_[0], [&] {
            check(cudaMemcpyAsync(host.get(), to.get(), small, cudaMemcpyDeviceToHost, streams_[0].get()), "copy");
        });
        ceilings_.toHost = 1e3 * static_cast<double>(small) / times.minMs;
        report(name, "device to pinned memory, " + teras(1e3 * ceilings_.toHost) + " GB/s", times, 1);
    }

    static std::string teras(double value) {
        char text[32];
        std::snprintf(text, sizeof text, "%.1f", value / 1e12);
        return text;
    }

    void oneChannel(const Case& each) {
        compared_.clear();
        const std::vector<std::uint8_t> pixels = randomBytes(each.pixels() * batch);
        const DeviceBuffer<std::uint8_t> frames = deviceCopy(pixels);
        const DeviceBuffer<float2> means = deviceCopy(std::vector<float2>(batch, float2{127.5F, 0}));
        const DevicePlanes planes{frames.get(), nullptr, means.get(), PixelFormat::u8};
        const DeviceBuffer<float> answers(each.fused().answerSize() * batch);
        const std::string one = each.name() + " u8, 1 frame", many = each.name() + " u8, " + std::to_string(batch) + " frames";

        baselines(each, one, frames.get(), answers.get());
        const double listing1Ms = compared_.empty() ? 0 : compared_.front().second;
        library(each, one, planes, 1, answers.get());
        if (!each.fused().fits()) return;  // the library's transforms are what gpu-fft takes
        fused(each, one, planes, 1, 1, 1, answers.get());

        compared_.clear();
        if (listing1Ms > 0) compared_.emplace_back("Listing 1", listing1Ms);
        library(each, many, planes, batch, answers.get());
        for (const auto& [streams, framesEach] : {std::pair{4, 4}, std::pair{4, 2}, std::pair{2, 4}, std::pair{1, batch}})
            fused(each, many, planes, batch, streams, framesEach, answers.get());
        if (!each.hasSlowOnes) return;
        maskedFrames(each, planes, answers.get());
        floatFrames(each, means, answers.get());
    }

    void baselines(const Case& each, const std::string& name, const std::uint8_t* frame, float* sums) {
        const BaselineShape shape{each.width, each.height, each.maxLag};
        const std::size_t size = each.fused().answerSize();
        const std::vector<double> exact = exactSums(each, frame);
        const auto verified = [&](const char* which, double tolerance) {
            std::vector<float> answer(size);
            check(cudaMemcpy(answer.data(), sums, size * sizeof(float), cudaMemcpyDeviceToHost), "send its answer");
            for (std::size_t i = 0; i < size; ++i)
                if (!(std::abs(answer[i] - exact[i]) <= tolerance * exact[i]))
                    throw EngineError("GPU", std::string(which) + " gives a wrong answer in the benchmark", "report this");
        };
        const Times times = timed(streams_[0], [&] {
            check(cudaMemsetAsync(sums, 0, size * sizeof(float), streams_[0].get()), "clear its sums");
            check(listing1(shape, frame, sums, streams_[0].get()), "run Listing 1");
        });
        verified("Listing 1", 1e-4);
        report(name, "Listing 1 of the paper", times, 1, directFloorMs(each), "float32 multiply-adds");
        compared_.emplace_back("Listing 1", times.medianMs);
        report(name, "gpu-direct (int8 tensor cores, exact)", exactTimes_, 1, 1e3 * each.products() / ceilings_.byteMultiplyAdds,
               "byte products by mma.sync");
        if (!each.hasSlowOnes) return;
        report(name, "naive, a thread a lag",
               timed(streams_[0], [&] { check(lagOfThread(shape, frame, sums, streams_[0].get()), "run the naive kernel"); }), 1,
               directFloorMs(each), "float32 multiply-adds");
        verified("the naive kernel", 1e-4);
    }

    double directFloorMs(const Case& each) const { return 1e3 * each.products() / ceilings_.floatMultiplyAdds; }

    /// Times the exact kernel and keeps its answer, by which the others are judged.
    std::vector<double> exactSums(const Case& each, const std::uint8_t* frame) {
        const ExactSumsShape shape{each.width, each.height, each.maxLag, device_.sharedBytesPerBlock, device_.multiprocessors};
        const DeviceBuffer<std::uint8_t> coarse(shape.coarseSize()), fine(shape.fineSize());
        const DeviceBuffer<unsigned long long> sums(shape.sumsSize());
        const BytePlane plane{frame, nullptr, false, BytePart::whole};
        exactTimes_ = timed(streams_[0], [&] {
            check(cudaMemsetAsync(sums.get(), 0, sums.bytes(), streams_[0].get()), "clear its sums");
            check(layOutCoarse(shape, plane, coarse.get(), streams_[0].get()), "lay out an image");
            check(layOutFine(shape, plane, fine.get(), streams_[0].get()), "lay out an image");
            check(addExactSums(shape, coarse.get(), fine.get(), 0, sums.get(), streams_[0].get()), "start the sums");
        });
        std::vector<unsigned long long> answer(shape.sumsSize());
        check(cudaMemcpy(answer.data(), sums.get(), sums.bytes(), cudaMemcpyDeviceToHost), "send its answer");
        return {answer.begin(), answer.end()};
    }

    /// cuFFT, the best of some padded sizes: in two dimensions for any number of frames, and pruned for one.
    void library(const Case& each, const std::string& name, const DevicePlanes& planes, int frames, float* answers) {
        const auto best = [&](CufftWay way) {
            Times quickest{1e9, 1e9};
            int widths = 0;
            for (int width = cufftLength(each.width + each.maxLag); widths < 4; width = cufftLength(width + 2), ++widths) {
                int heights = 0;
                for (int height = cufftLength(each.height + each.maxLag); heights < 4;
                     height = cufftLength(height + 2), ++heights) {
                    const CufftSums sums(each.planShape(), streams_[0], way, width, height, frames);
                    const Times times = timed(
                        streams_[0], [&] { sums.run(planes, 0, answers); }, 0.05);
                    if (times.medianMs < quickest.medianMs) quickest = times;
                }
            }
            return quickest;
        };
        const Times whole = best(CufftWay::twoDimensional);
        report(name, "cuFFT 2-D, best of 16 sizes", whole, frames, each.transformFloorMs(ceilings_), "transforms' arithmetic");
        compared_.emplace_back("cuFFT 2-D", whole.medianMs / frames);
        if (frames > 1) return;
        const Times pruned = best(CufftWay::pruned);
        report(name, "cuFFT pruned, best of 16 sizes", pruned, 1, each.transformFloorMs(ceilings_), "transforms' arithmetic");
        compared_.emplace_back("cuFFT pruned", pruned.medianMs);
    }

    void fused(const Case& each, const std::string& name, const DevicePlanes& planes, int frames, int streams, int framesEach,
               float* answers) {
        const FusedRun run(each, streams, framesEach);
        const auto queue = [&] { run.run(planes, frames, answers); };
        Times times;
        if (frames == 1) {
            const Graph graph = Graph::recorded(run.streams()[0], queue);
            times = timed(run.streams()[0], [&] { graph.start(run.streams()[0]); });
        } else {
            times = timed(run.streams(), queue);
        }
        report(name,
               "gpu-fft (fused, " + std::to_string(streams) + (streams == 1 ? " stream" : " streams") + " of " +
                   std::to_string(framesEach) + ")",
               times, frames, each.transformFloorMs(ceilings_), "transforms' arithmetic");
    }

    /// A mask that changes with every frame: the pair counts are the masks' own correlation.
    void maskedFrames(const Case& each, const DevicePlanes& planes, float* answers) {
        std::vector<std::uint8_t> valid = randomBytes(each.pixels() * batch);
        for (std::uint8_t& pixel : valid)
            pixel = pixel > 4;  // 2 % dust
        const DeviceBuffer<std::uint8_t> masks = deviceCopy(valid);
        const DeviceBuffer<float2> validShare = deviceCopy(std::vector<float2>(batch, float2{0.98F, 0}));
        DevicePlanes masked = planes;
        masked.masks = masks.get();
        const DevicePlanes counted{masks.get(), nullptr, validShare.get(), PixelFormat::u8};
        const DeviceBuffer<float> counts(each.fused().answerSize() * batch);
        const FusedRun run(each, 4, 4);
        report(each.name() + " u8, each with its mask, " + std::to_string(batch) + " frames",
               "gpu-fft (fused, sums and pair counts)",
               timed(run.streams(),
                     [&] {
                         run.run(masked, batch, answers);
                         run.run(counted, batch, counts.get());
                     }),
               batch, 2 * each.transformFloorMs(ceilings_), "transforms' arithmetic");
    }

    /// The same in float32: the fused transforms, and the direct kernel.
    void floatFrames(const Case& each, const DeviceBuffer<float2>& means, float* answers) {
        const std::string many = each.name() + " float32, " + std::to_string(batch) + " frames";
        const std::vector<std::uint8_t> bytes = randomBytes(each.pixels() * batch);
        const DeviceBuffer<float> frames = deviceCopy(std::vector<float>(bytes.begin(), bytes.end()));
        const DevicePlanes planes{frames.get(), nullptr, means.get(), PixelFormat::f32};
        const FusedRun run(each, 4, 4);
        report(many, "gpu-fft (fused, float32 frames)", timed(run.streams(), [&] { run.run(planes, batch, answers); }), batch,
               each.transformFloorMs(ceilings_), "transforms' arithmetic");

        const FloatSumsShape shape{each.width, each.height, each.maxLag, device_.sharedBytesPerBlock, device_.multiprocessors};
        const DeviceBuffer<float> coarse(shape.coarseSize()), fine(shape.fineSize()), parts(shape.partsSize());
        const DeviceBuffer<double> sums(shape.sumsSize());
        const FloatPlane plane{frames.get(), nullptr, 127.5F, 0};
        report(each.name() + " float32, 1 frame", "gpu-direct (fp32, second accumulator)",
               timed(streams_[0],
                     [&] {
                         check(layOutCoarse(shape, plane, coarse.get(), streams_[0].get()), "lay out an image");
                         check(layOutFine(shape, plane, fine.get(), streams_[0].get()), "lay out an image");
                         check(floatSums(shape, coarse.get(), fine.get(), parts.get(), sums.get(), streams_[0].get()),
                               "start the sums");
                     }),
               1, directFloorMs(each), "float32 multiply-adds");
    }

    void rawSeries(const Case& each) {
        compared_.clear();
        const std::string name = each.name() + " u8, series of 512 from pinned memory";
        const RawSeries series(each);
        const auto timedAs = [&](RawSeries::Part part) {
            return timedOnHost([&] {
                series.queue(part);
                series.wait();
            });
        };
        const Times bus = timedAs(RawSeries::Part::toDevice), whole = timedAs(RawSeries::Part::all);
        report(name, "the frames' way to the device alone", bus, RawSeries::frames);
        compared_.emplace_back("the bus alone", bus.medianMs / RawSeries::frames);
        report(name, "gpu-fft with both ways", whole, RawSeries::frames, bus.medianMs / RawSeries::frames,
               "the bus, the same frames in the same run");
    }

    /// One frame from a pageable image to lag sums in double, through the engine that everybody uses.
    void hostToHost(const Case& each) {
        compared_.clear();
        const auto plan = fftEngine({device_})->plan(each.planShape());
        const PlanePair pair{{Image(each.width, each.height, randomBytes(each.pixels())), Mask(), {127.5}}, {}};
        plan->run(std::span(&pair, 1));
        const Times times = timedOnHost([&] { plan->run(std::span(&pair, 1)); }, 200);
        const std::string name = each.name() + " u8, host to host";
        report(name, "gpu-fft, one frame at a time", times, 1);
        report(name, "gpu-fft, slowest of 200", {times.maxMs, times.maxMs, times.maxMs}, 1);
        report(name, "gpu-fft, making a plan", timedOnHost([&] { fftEngine({device_})->plan(each.planShape()); }), 1);
    }

    const Device& device_;
    const std::function<void(const GpuTiming&)>& done_;
    std::vector<Stream> streams_ = std::vector<Stream>(4);
    Ceilings ceilings_{};
    Times exactTimes_;
    std::vector<std::pair<std::string, double>> compared_;  ///< cases that the next ones are compared with, ms a frame
};

}  // namespace

std::string gpuName() {
    const DeviceList list = devices();
    if (list.devices.empty() || !list.devices.front().unavailable.empty()) return {};
    int driver = 0;
    cudaDriverGetVersion(&driver);
    return list.devices.front().name + ", CUDA driver " + std::to_string(driver / 1000) + "." +
           std::to_string(driver % 1000 / 10);
}

void benchmark(const std::function<void(const GpuTiming&)>& done) {
    const DeviceList list = devices();
    if (list.devices.empty() || !list.devices.front().unavailable.empty()) return;
    list.devices.front().makeCurrent();
    if (list.devices.size() > 1)
        SeveralGpus(list.devices, done).all();
    else
        Benchmark(list.devices.front(), done).all();
}

}  // namespace coarsen::gpu
