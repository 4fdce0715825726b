// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CUDA's resources as objects that free themselves. Each belongs to the device that is current when it is made.

#include "gpu/device/check.hpp"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace coarsen::gpu {

template <auto release>
struct Release {
    template <typename T>
    void operator()(T* handle) const {
        release(handle);  // its status tells nothing that the next call would not
    }
};

/// Uninitialised memory of the device.
///
/// Use:
///
///     const DeviceBuffer<float> zeros = deviceCopy(std::vector<float>(100));
///     const std::vector<float> back = hostCopy(zeros.get(), zeros.size());
template <typename T>
class DeviceBuffer {
public:
    DeviceBuffer() = default;
    explicit DeviceBuffer(std::size_t size) : size_(size) {
        void* memory = nullptr;
        if (size > 0) check(cudaMalloc(&memory, size * sizeof(T)), "keep the images and their transforms");
        memory_.reset(static_cast<T*>(memory));
    }
    T* get() const noexcept { return memory_.get(); }
    std::size_t size() const noexcept { return size_; }
    std::size_t bytes() const noexcept { return size_ * sizeof(T); }

private:
    std::unique_ptr<T, Release<cudaFree>> memory_;
    std::size_t size_ = 0;
};

/// The values in memory of the device.
template <typename T>
DeviceBuffer<T> deviceCopy(const std::vector<T>& values) {
    DeviceBuffer<T> buffer(values.size());
    check(cudaMemcpy(buffer.get(), values.data(), buffer.bytes(), cudaMemcpyHostToDevice), "receive its tables");
    return buffer;
}

/// `size` values of the device's memory.
template <typename T>
std::vector<T> hostCopy(const T* there, std::size_t size) {
    std::vector<T> values(size);
    check(cudaMemcpy(values.data(), there, size * sizeof(T), cudaMemcpyDeviceToHost), "send its answer");
    return values;
}

/// Host memory that the GPU copies from and to by itself.
template <typename T>
class PinnedBuffer {
public:
    PinnedBuffer() = default;
    explicit PinnedBuffer(std::size_t size) : size_(size) {
        void* memory = nullptr;
        if (size > 0) check(cudaMallocHost(&memory, size * sizeof(T)), "exchange images with the computer");
        memory_.reset(static_cast<T*>(memory));
    }
    T* get() const noexcept { return memory_.get(); }
    T& operator[](std::size_t i) const { return memory_.get()[i]; }
    std::size_t size() const noexcept { return size_; }

private:
    std::unique_ptr<T, Release<cudaFreeHost>> memory_;
    std::size_t size_ = 0;
};

class Stream;

/// A moment in a stream's work, for timing.
class Event {
public:
    Event() {
        cudaEvent_t event = nullptr;
        check(cudaEventCreate(&event), "take the time");
        event_.reset(event);
    }
    inline void record(const Stream& stream) const;

    /// Waits for `later`.
    float millisecondsTo(const Event& later) const {
        check(cudaEventSynchronize(later.event_.get()), "finish its work");
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, event_.get(), later.event_.get()), "take the time");
        return milliseconds;
    }

    cudaEvent_t get() const noexcept { return event_.get(); }

private:
    std::unique_ptr<CUevent_st, Release<cudaEventDestroy>> event_;
};

/// A queue of work on the device, independent of all others.
///
/// Use, given `const std::function<void(const Stream&)>& queueWork`:
///
///     const Stream stream;
///     const Event begin, end;
///     begin.record(stream), queueWork(stream), end.record(stream);
///     const float milliseconds = begin.millisecondsTo(end);
class Stream {
public:
    Stream() {
        cudaStream_t stream = nullptr;
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "open a queue");
        stream_.reset(stream);
    }
    cudaStream_t get() const noexcept { return stream_.get(); }
    void wait() const { check(cudaStreamSynchronize(get()), "finish its work"); }
    void waitFor(const Event& event) const { check(cudaStreamWaitEvent(get(), event.get(), 0), "wait for another queue"); }

private:
    std::unique_ptr<CUstream_st, Release<cudaStreamDestroy>> stream_;
};

/// `size` values of the device's memory, once the stream has got there.
template <typename T>
std::vector<T> hostCopy(const T* there, std::size_t size, const Stream& stream) {
    std::vector<T> values(size);
    check(cudaMemcpyAsync(values.data(), there, size * sizeof(T), cudaMemcpyDeviceToHost, stream.get()), "send its answer");
    stream.wait();
    return values;
}

inline void Event::record(const Stream& stream) const {
    check(cudaEventRecord(event_.get(), stream.get()), "take the time");
}

/// Work recorded once and started again with one call.
///
/// Use, given `const Stream& stream, const std::function<void()>& queueWork`:
///
///     const Graph graph = Graph::recorded(stream, queueWork);
///     graph.start(stream);
///     stream.wait();
class Graph {
public:
    /// Records what `work` puts into the stream; nothing runs yet.
    template <typename Work>
    static Graph recorded(const Stream& stream, Work work) {
        check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal), "record its work");
        cudaGraph_t graph = nullptr;
        try {
            work();
        } catch (...) {
            cudaStreamEndCapture(stream.get(), &graph);
            if (graph) cudaGraphDestroy(graph);
            throw;
        }
        check(cudaStreamEndCapture(stream.get(), &graph), "record its work");
        const std::unique_ptr<CUgraph_st, Release<cudaGraphDestroy>> owned(graph);
        cudaGraphExec_t ready = nullptr;
        check(cudaGraphInstantiate(&ready, graph, 0), "prepare its work");
        Graph made;
        made.ready_.reset(ready);
        return made;
    }
    void start(const Stream& stream) const { check(cudaGraphLaunch(ready_.get(), stream.get()), "start its work"); }

private:
    std::unique_ptr<CUgraphExec_st, Release<cudaGraphExecDestroy>> ready_;
};

}  // namespace coarsen::gpu
