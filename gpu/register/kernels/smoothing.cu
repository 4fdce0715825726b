// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/launch.cuh"
#include "gpu/register/kernels/smoothing.hpp"

#include <cuda_fp16.h>

namespace coarsen::gpu {

namespace {

constexpr int mostThreads = 512;

/// The last answers of both sections, of the one before them too.
struct Past {
    float p1, p2, q1, q2;
};

__device__ inline Past stepped(const RecursiveTask& task, const Past& past, float p, float q) {
    return {p + past.p1 * task.sections[0].last1 + past.p2 * task.sections[0].last2, past.p1,
            q + past.q1 * task.sections[1].last1 + past.q2 * task.sections[1].last2, past.q1};
}

__device__ inline Past onward(const RecursiveTask& task, const Past& past, float now, float before) {
    return stepped(task, past, now * task.sections[0].onward0 + before * task.sections[0].onward1,
                   now * task.sections[1].onward0 + before * task.sections[1].onward1);
}

__device__ inline Past backward(const RecursiveTask& task, const Past& past, float behind1, float behind2) {
    return stepped(task, past, behind1 * task.sections[0].backward1 + behind2 * task.sections[0].backward2,
                   behind1 * task.sections[1].backward1 + behind2 * task.sections[1].backward2);
}

/// After a segment that began with that past and, begun with none, would have ended with `own`.
__device__ inline Past afterSegment(const RecursiveTask& task, const Past& past, const float4& own) {
    const auto &p = task.sections[0].past, &q = task.sections[1].past;
    return {own.x + p[0][0] * past.p1 + p[0][1] * past.p2, own.y + p[1][0] * past.p1 + p[1][1] * past.p2,
            own.z + q[0][0] * past.q1 + q[0][1] * past.q2, own.w + q[1][0] * past.q1 + q[1][1] * past.q2};
}

/// A thread's segment of a line, and what of its neighbours it must know.
struct Segment {
    float numbers[segmentLength];
    float before, behind1, behind2;  ///< the one before it and the two after
    float first, last;               ///< of the whole line
};

__device__ inline void addTo(float4& end, const float (&p)[2][RecursiveTask::taps], const float (&q)[2][RecursiveTask::taps],
                             int tap, float number) {
    end.x += number * p[0][tap], end.y += number * p[1][tap], end.z += number * q[0][tap], end.w += number * q[1][tap];
}

/// End of the segment if all before it were 0.
__device__ inline float4 onwardEnd(const RecursiveTask& task, const Segment& line) {
    float4 end = make_float4(0, 0, 0, 0);
    const auto add = [&](int tap, float number) {
        addTo(end, task.sections[0].onwardEnds, task.sections[1].onwardEnds, tap, number);
    };
    add(0, line.before);
#pragma unroll
    for (int i = 0; i < segmentLength; ++i)
        add(i + 1, line.numbers[i]);
    return end;
}

__device__ inline float4 backwardEnd(const RecursiveTask& task, const Segment& line) {
    float4 end = make_float4(0, 0, 0, 0);
    const auto add = [&](int tap, float number) {
        addTo(end, task.sections[0].backwardEnds, task.sections[1].backwardEnds, tap, number);
    };
#pragma unroll
    for (int i = 1; i < segmentLength; ++i)
        add(i - 1, line.numbers[i]);
    add(segmentLength - 1, line.behind1), add(segmentLength, line.behind2);
    return end;
}

/// Segment of its line that a thread has, and where the line's segments lie among those of the block.
struct Turn {
    int segment, segments, first, step;
    __device__ int of(int other) const { return first + other * step; }
};

/// Filters lines that lie in the threads' registers. `own` has room for two float4 a thread. Each segment is filtered as if
/// nothing had been before it; what had been is found from the segments' ends.
__device__ inline void filterSegments(const RecursiveTask& task, const Turn& turn, Segment& line, float4* own) {
    const int segment = turn.segment;
    float4 *const onwards = own, *const backwards = own + blockDim.x * blockDim.y;

    onwards[turn.of(segment)] = onwardEnd(task, line);
    backwards[turn.of(segment)] = backwardEnd(task, line);
    __syncthreads();

    const auto steady = [](float number, float p, float q) { return Past{number * p, number * p, number * q, number * q}; };
    Past past{};
    if (segment <= task.reach) past = steady(line.first, task.sections[0].onwardSum, task.sections[1].onwardSum);
    for (int k = max(0, segment - task.reach); k < segment; ++k)
        past = afterSegment(task, past, onwards[turn.of(k)]);
    float sums[segmentLength], before = line.before;
#pragma unroll
    for (int i = 0; i < segmentLength; ++i) {
        past = onward(task, past, line.numbers[i], before);
        before = line.numbers[i];
        sums[i] = past.p1 + past.q1;
    }
    past = {};
    const int end = min(turn.segments - 1, segment + task.reach);
    if (end == turn.segments - 1) past = steady(line.last, task.sections[0].backwardSum, task.sections[1].backwardSum);
    for (int k = end; k > segment; --k)
        past = afterSegment(task, past, backwards[turn.of(k)]);
    float behind1 = line.behind1, behind2 = line.behind2;
#pragma unroll
    for (int i = segmentLength - 1; i >= 0; --i) {
        past = backward(task, past, behind1, behind2);
        behind2 = behind1, behind1 = line.numbers[i];
        line.numbers[i] = sums[i] + past.p1 + past.q1;
    }
}

/// Lines whose numbers lie `step` apart; those beside each other begin beside each other.
struct Lines {
    int across, length;
    long long sheetStep, step;
};

__device__ inline float4* ownRoom() {
    extern __shared__ float4 room[];
    return room;
}

template <typename Number>
__device__ inline Number* volumeOf(const VolumesTask& task) {
    return static_cast<Number*>(blockIdx.z == 0 ? task.volumes[0] : blockIdx.z == 1 ? task.volumes[1] : task.volumes[2]);
}

/// Thread (x, y) has segment y of line x.
__device__ inline Turn turnAcross() {
    return {static_cast<int>(threadIdx.y), static_cast<int>(blockDim.y), static_cast<int>(threadIdx.x),
            static_cast<int>(blockDim.x)};
}

template <typename Number>
__global__ void __launch_bounds__(mostThreads, 2) filterAcross(VolumesTask volumes, Lines lines, RecursiveTask task) {
    const int place = blockIdx.x * blockDim.x + threadIdx.x, first = threadIdx.y * segmentLength, last = lines.length - 1;
    const int held = min(place, lines.across - 1);
    waitForKernelBefore();
    Number* const line = volumeOf<Number>(volumes) + blockIdx.y * lines.sheetStep + held;
    Number* const start = line + first * lines.step;
    Segment segment;
    const Number* from = start;
    const auto next = [&](int i) {
        from += first + i < last ? lines.step : 0;
        return static_cast<float>(*from);
    };
    segment.numbers[0] = static_cast<float>(*from);
#pragma unroll
    for (int i = 1; i < segmentLength; ++i)
        segment.numbers[i] = next(i - 1);
    segment.behind1 = next(segmentLength - 1), segment.behind2 = next(segmentLength);
    segment.before = static_cast<float>(first > 0 ? start[-lines.step] : *start);
    segment.first = static_cast<float>(line[0]), segment.last = static_cast<float>(line[last * lines.step]);
    filterSegments(task, turnAcross(), segment, ownRoom());
    if (place >= lines.across) return;
    Number* to = start;
#pragma unroll
    for (int i = 0; i < segmentLength; ++i, to += lines.step)
        if (first + i <= last) *to = static_cast<Number>(segment.numbers[i]);
}

constexpr int atOnce = 4;  // numbers

__device__ inline void loadNumbers(const float* from, float* to) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
}

__device__ inline void loadNumbers(const __half* from, float* to) {
    const uint2 bits = *reinterpret_cast<const uint2*>(from);
    const float2 first = __half22float2(*reinterpret_cast<const __half2*>(&bits.x)),
                 second = __half22float2(*reinterpret_cast<const __half2*>(&bits.y));
    to[0] = first.x, to[1] = first.y, to[2] = second.x, to[3] = second.y;
}

__device__ inline void storeNumbers(const float* from, float* to) {
    *reinterpret_cast<float4*>(to) = make_float4(from[0], from[1], from[2], from[3]);
}

__device__ inline void storeNumbers(const float* from, __half* to) {
    const __half2 first = __floats2half2_rn(from[0], from[1]), second = __floats2half2_rn(from[2], from[3]);
    *reinterpret_cast<uint2*>(to) =
        make_uint2(*reinterpret_cast<const unsigned*>(&first), *reinterpret_cast<const unsigned*>(&second));
}

/// Lines along x whose length `atOnce` divides, so that a thread may read its own numbers: thread (x, y) has segment x of line y.
template <typename Number>
__global__ void __launch_bounds__(mostThreads, 2)
    filterEvenRows(VolumesTask volumes, long long rows, int length, RecursiveTask task) {
    waitForKernelBefore();
    const long long row = static_cast<long long>(blockIdx.x) * blockDim.y + threadIdx.y;
    const int first = threadIdx.x * segmentLength, last = length - 1, segments = static_cast<int>(blockDim.x);
    Number* const line = volumeOf<Number>(volumes) + min(row, rows - 1) * length;
    const auto at = [&](int i) { return static_cast<float>(line[max(0, min(i, last))]); };
    Segment segment;
    segment.first = at(0), segment.last = at(last);
#pragma unroll
    for (int i = 0; i < segmentLength; i += atOnce) {
        if (first + i <= last) {
            loadNumbers(line + first + i, segment.numbers + i);
        } else {
            for (int k = 0; k < atOnce; ++k)
                segment.numbers[i + k] = segment.last;
        }
    }
    segment.before = at(first - 1);
    segment.behind1 = at(first + segmentLength), segment.behind2 = at(first + segmentLength + 1);
    filterSegments(task, {static_cast<int>(threadIdx.x), segments, static_cast<int>(threadIdx.y) * segments, 1}, segment,
                   ownRoom());
    if (row >= rows) return;
#pragma unroll
    for (int i = 0; i < segmentLength; i += atOnce)
        if (first + i <= last) storeNumbers(segment.numbers + i, line + first + i);
}

/// All other lines along x, which are turned in shared memory; their rows there begin an odd number of words apart, for the
/// banks.
template <typename Number>
__global__ void __launch_bounds__(mostThreads, 2)
    filterRows(VolumesTask volumes, long long rows, int length, int pitch, RecursiveTask task) {
    waitForKernelBefore();
    float* const tile = reinterpret_cast<float*>(ownRoom() + 2 * blockDim.x * blockDim.y);
    const long long firstRow = static_cast<long long>(blockIdx.x) * blockDim.x;
    const int count = static_cast<int>(min(static_cast<long long>(blockDim.x), rows - firstRow)),
              thread = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
    Number* const corner = volumeOf<Number>(volumes) + firstRow * length;
    const auto eachNumber = [&](auto body) {  // of the rows, which lie one behind the other
        int row = thread / length, x = thread % length;
        for (int i = thread; i < count * length; i += threads) {
            body(tile + row * pitch + x, corner + i);
            for (x += threads; x >= length; x -= length)
                ++row;
        }
    };
    eachNumber([](float* here, const Number* there) { *here = static_cast<float>(*there); });
    __syncthreads();
    const int first = threadIdx.y * segmentLength, last = length - 1;
    float* const line = tile + min(static_cast<int>(threadIdx.x), count - 1) * pitch;
    Segment segment;
#pragma unroll
    for (int i = 0; i < segmentLength; ++i)
        segment.numbers[i] = line[min(first + i, last)];
    segment.before = line[max(first - 1, 0)], segment.behind1 = line[min(first + segmentLength, last)];
    segment.behind2 = line[min(first + segmentLength + 1, last)], segment.first = line[0], segment.last = line[last];
    filterSegments(task, turnAcross(), segment, ownRoom());
    if (static_cast<int>(threadIdx.x) < count)
#pragma unroll
        for (int i = 0; i < segmentLength; ++i)
            if (first + i <= last) line[first + i] = segment.numbers[i];
    __syncthreads();
    eachNumber([](const float* here, Number* there) { *there = static_cast<Number>(*here); });
}

/// As many lines side by side as leave a block its threads.
dim3 blockOf(int length) {
    const unsigned segments = static_cast<unsigned>((length + segmentLength - 1) / segmentLength);
    unsigned lanes = 16;  // small blocks, of which some read while others reckon
    while (lanes > 1 && lanes * segments > mostThreads)
        lanes /= 2;
    return {lanes, segments};
}

template <typename Number>
void launchRecursiveIn(const VolumesTask& volumes, const VolumeSides& size, int axis, const RecursiveTask& task,
                       cudaStream_t stream) {
    const int sides[3] = {size.width, size.height, size.depth}, length = sides[axis];
    const dim3 block = blockOf(length);
    const std::size_t room = 2 * sizeof(float4) * block.x * block.y;
    const long long rows = static_cast<long long>(size.height) * size.depth,
                    slice = static_cast<long long>(size.width) * size.height;
    const auto blocks = [](long long lines, unsigned ofBlock) { return static_cast<unsigned>((lines + ofBlock - 1) / ofBlock); };
    if (axis == 0 && length % atOnce == 0) {
        launchNext<filterEvenRows<Number>>({blocks(rows, block.x), 1, volumes.count}, {block.y, block.x}, room, stream, volumes,
                                           rows, length, task);
    } else if (axis == 0) {
        const int pitch = length | 1;
        const std::size_t bytes = room + sizeof(float) * block.x * static_cast<std::size_t>(pitch);
        cudaFuncSetAttribute(filterRows<Number>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
        launchNext<filterRows<Number>>({blocks(rows, block.x), 1, volumes.count}, block, bytes, stream, volumes, rows, length,
                                       pitch, task);
    } else {  // along z a slice is one long row
        const bool isInSlices = axis == 1;
        const Lines lines =
            isInSlices ? Lines{size.width, length, slice, size.width} : Lines{static_cast<int>(slice), length, 0, slice};
        launchNext<filterAcross<Number>>(
            {blocks(lines.across, block.x), isInSlices ? static_cast<unsigned>(size.depth) : 1, volumes.count}, block, room,
            stream, volumes, lines, task);
    }
}

}  // namespace

void launchRecursive(const VolumesTask& volumes, const VolumeSides& size, int axis, const RecursiveTask& task,
                     cudaStream_t stream) {
    (volumes.isHalf ? launchRecursiveIn<__half> : launchRecursiveIn<float>)(volumes, size, axis, task, stream);
}

}  // namespace coarsen::gpu
