// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/correlate/fft_engine.hpp"

#include "gpu/correlate/cufft_sums.hpp"
#include "gpu/correlate/device_engine.hpp"
#include "gpu/correlate/fused_transform.hpp"
#include "gpu/correlate/upload.hpp"
#include "gpu/device/buffer.hpp"

#include <algorithm>
#include <optional>

namespace coarsen::gpu {

namespace {

constexpr int mostSlots = 4, mostFramesInSlot = 4;  // as good as large batches, and their spectra stay in the cache

FusedFftShape fusedShape(const PlanShape& shape) {
    return {shape.width, shape.height, shape.channels, shape.maxLag, shape.isAutocorrelation};
}

/// Some frames on their way through the device, on a stream of their own.
class Slot {
public:
    Slot(const PlanShape& shape, int frames)
        : fused_(fusedShape(shape)),
          capacity_(frames),
          upload_(shape, frames),
          answersHere_(static_cast<std::size_t>(frames) * fused_.answerSize()) {
        if (fused_.fits()) {
            buffers_ = FusedFftBuffers(fused_, frames);
        } else {
            buffers_.answers = DeviceBuffer<float>(answersHere_.size());
            cufft_.emplace(shape, stream_);
        }
    }

    int capacity() const { return capacity_; }
    bool isBusy() const { return frames_ > 0; }
    std::string variant() const { return cufft_->variant(); }

    /// Runs once on empty frames: a kernel's first start loads its code, which no frame should wait for.
    void warmUp(const FusedFftTables& tables) {
        upload_.clear();
        frames_ = capacity_;
        queue(tables);
        abandon();
    }

    /// Queues these frames; the answers are there after take().
    void start(std::span<const PlanePair> pairs, const FusedFftTables& tables) {
        upload_.fill(pairs);
        frames_ = static_cast<int>(pairs.size());
        const auto work = [&] { queue(tables); };
        if (cufft_ || frames_ < capacity_) {
            work();
            return;
        }
        auto& graph = upload_.isMasked() ? maskedGraph_ : graph_;  // every full slot does the same: recorded once
        if (!graph) graph = Graph::recorded(stream_, work);
        graph->start(stream_);
    }

    void take(const PlanShape& shape, std::vector<LagSums>& answers) {
        stream_.wait();
        for (int frame = 0; frame < frames_; ++frame) {
            LagSums sums(shape.maxLag, shape.isAutocorrelation ? 0 : -shape.maxLag);
            const float* const from = answersHere_.get() + static_cast<std::size_t>(frame) * fused_.answerSize();
            std::copy_n(from, sums.values.size(), sums.values.begin());
            answers.push_back(std::move(sums));
        }
        frames_ = 0;
    }

    /// Waits for what was started, and forgets it.
    void abandon() {
        stream_.wait();
        frames_ = 0;
    }

private:
    void queue(const FusedFftTables& tables) {
        upload_.send(frames_, stream_);
        if (cufft_) {
            for (int frame = 0; frame < frames_; ++frame)
                cufft_->run(upload_.planes(), frame,
                            buffers_.answers.get() + static_cast<std::size_t>(frame) * fused_.answerSize());
        } else {
            check(launchFusedFft(fused_, upload_.planes(), buffers_.memory(tables), frames_, stream_.get()), "start a transform");
        }
        check(cudaMemcpyAsync(answersHere_.get(), buffers_.answers.get(),
                              static_cast<std::size_t>(frames_) * fused_.answerSize() * sizeof(float), cudaMemcpyDeviceToHost,
                              stream_.get()),
              "send its answer");
    }

    FusedFftShape fused_;
    int capacity_, frames_ = 0;
    Stream stream_;
    Upload upload_;
    FusedFftBuffers buffers_;
    PinnedBuffer<float> answersHere_;
    std::optional<CufftSums> cufft_;
    std::optional<Graph> graph_, maskedGraph_;
};

class FftPlan final : public CorrelationPlan {
public:
    FftPlan(const PlanShape& shape, const Device& device) : shape_(shape), device_(device) {
        device_.makeCurrent();
        const FusedFftShape fused = fusedShape(shape);
        if (fused.fits()) {
            tables_ = FusedFftTables(fused);
            variant_ =
                "fused float32, " + std::to_string(fused.transformWidth()) + " x " + std::to_string(fused.transformHeight());
        }
        const int frames = std::clamp(shape.batch, 1, mostFramesInSlot);
        const int slots = std::clamp((shape.batch + frames - 1) / frames, 1, mostSlots);
        makeSlots(fused.fits() ? slots : 1, fused.fits() ? frames : 1);
        if (!fused.fits()) variant_ = slots_.front()->variant();
        slots_.front()->warmUp(tables_);
    }

    std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token stop) override {
        for (const PlanePair& pair : batch) {
            checkFits(shape_, pair.a, "gpu-fft");
            if (!shape_.isAutocorrelation) checkFits(shape_, pair.b, "gpu-fft");
        }
        device_.makeCurrent();
        std::vector<LagSums> answers;
        answers.reserve(batch.size());
        const auto frames = static_cast<std::size_t>(slots_.front()->capacity());
        std::size_t next = 0;  // slot
        for (std::size_t first = 0; first < batch.size() && !stop.stop_requested(); first += frames) {
            Slot& slot = *slots_[next++ % slots_.size()];
            if (slot.isBusy()) slot.take(shape_, answers);
            slot.start(batch.subspan(first, std::min(frames, batch.size() - first)), tables_);
        }
        for (std::size_t i = 0; i < slots_.size(); ++i) {  // in the order in which they were started
            Slot& slot = *slots_[(next + i) % slots_.size()];
            if (!slot.isBusy()) continue;
            stop.stop_requested() ? slot.abandon() : slot.take(shape_, answers);
        }
        return answers;
    }

    std::string variant() const override { return variant_; }

private:
    /// Fewer frames at once where the GPU's memory is short.
    void makeSlots(int slots, int frames) {
        for (;;) {
            try {
                for (int i = 0; i < slots; ++i)
                    slots_.push_back(std::make_unique<Slot>(shape_, frames));
                return;
            } catch (const OutOfGpuMemory&) {
                slots_.clear();
                if (slots == 1 && frames == 1) throw;
                slots = (slots + 1) / 2;
                frames = (frames + 1) / 2;
            }
        }
    }

    PlanShape shape_;
    Device device_;
    std::string variant_;
    FusedFftTables tables_;
    std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace

std::shared_ptr<const CorrelationEngine> fftEngine(std::vector<Device> devices) {
    return std::make_shared<DeviceEngine<FftPlan>>(
        "gpu-fft", Exactness::none, [](const PlanShape&) { return 0.001; }, std::move(devices));
}

}  // namespace coarsen::gpu
