// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/smoothing.hpp"

#include <cuda_pipeline.h>

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

/// Filters lines that lie in the threads' registers: thread (x, y) holds segment y of line x. `own` has room for two float4 a
/// thread. Each segment is filtered as if nothing had been before it; what had been is found from the segments' ends.
__device__ inline void filterSegments(const RecursiveTask& task, Segment& line, float4* own) {
    const int lanes = blockDim.x, segments = blockDim.y, lane = threadIdx.x, segment = threadIdx.y;
    float4 *const onwards = own, *const backwards = own + lanes * segments;

    Past past{};
    float before = line.before;
#pragma unroll
    for (int i = 0; i < segmentLength; ++i) {
        past = onward(task, past, line.numbers[i], before);
        before = line.numbers[i];
    }
    onwards[segment * lanes + lane] = make_float4(past.p1, past.p2, past.q1, past.q2);
    past = {};
    float behind1 = line.behind1, behind2 = line.behind2;
#pragma unroll
    for (int i = segmentLength - 1; i >= 0; --i) {
        past = backward(task, past, behind1, behind2);
        behind2 = behind1, behind1 = line.numbers[i];
    }
    backwards[segment * lanes + lane] = make_float4(past.p1, past.p2, past.q1, past.q2);
    __syncthreads();

    const auto steady = [](float number, float p, float q) { return Past{number * p, number * p, number * q, number * q}; };
    past = steady(line.first, task.sections[0].onwardSum, task.sections[1].onwardSum);
    for (int k = 0; k < segment; ++k)
        past = afterSegment(task, past, onwards[k * lanes + lane]);
    float sums[segmentLength];
    before = line.before;
#pragma unroll
    for (int i = 0; i < segmentLength; ++i) {
        past = onward(task, past, line.numbers[i], before);
        before = line.numbers[i];
        sums[i] = past.p1 + past.q1;
    }
    past = steady(line.last, task.sections[0].backwardSum, task.sections[1].backwardSum);
    for (int k = segments - 1; k > segment; --k)
        past = afterSegment(task, past, backwards[k * lanes + lane]);
    behind1 = line.behind1, behind2 = line.behind2;
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

__global__ void __launch_bounds__(mostThreads, 2) filterAcross(VolumesTask volumes, Lines lines, RecursiveTask task) {
    const int place = blockIdx.x * blockDim.x + threadIdx.x, first = threadIdx.y * segmentLength, last = lines.length - 1;
    const int held = min(place, lines.across - 1);
    float* const line = volumes.volumes[blockIdx.z] + blockIdx.y * lines.sheetStep + held;
    float* const start = line + first * lines.step;
    Segment segment;
    const float* from = start;
    const auto next = [&](int i) {
        from += first + i < last ? lines.step : 0;
        return *from;
    };
    segment.numbers[0] = *from;
#pragma unroll
    for (int i = 1; i < segmentLength; ++i)
        segment.numbers[i] = next(i - 1);
    segment.behind1 = next(segmentLength - 1), segment.behind2 = next(segmentLength);
    segment.before = first > 0 ? start[-lines.step] : *start;
    segment.first = line[0], segment.last = line[last * lines.step];
    filterSegments(task, segment, ownRoom());
    if (place >= lines.across) return;
    float* to = start;
#pragma unroll
    for (int i = 0; i < segmentLength; ++i, to += lines.step)
        if (first + i <= last) *to = segment.numbers[i];
}

/// Lines along x, which are turned in shared memory; their rows there begin an odd number of words apart, for the banks.
__global__ void __launch_bounds__(mostThreads, 2)
    filterRows(VolumesTask volumes, long long rows, int length, int pitch, RecursiveTask task) {
    float* const tile = reinterpret_cast<float*>(ownRoom() + 2 * blockDim.x * blockDim.y);
    const long long firstRow = static_cast<long long>(blockIdx.x) * blockDim.x;
    const int count = static_cast<int>(min(static_cast<long long>(blockDim.x), rows - firstRow)),
              thread = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
    float* const corner = volumes.volumes[blockIdx.z] + firstRow * length;
    const auto eachNumber = [&](auto body) {  // of the rows, which lie one behind the other
        int row = thread / length, x = thread % length;
        for (int i = thread; i < count * length; i += threads) {
            body(tile + row * pitch + x, corner + i);
            for (x += threads; x >= length; x -= length)
                ++row;
        }
    };
    eachNumber([](float* here, const float* there) { __pipeline_memcpy_async(here, there, sizeof(float)); });
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    const int first = threadIdx.y * segmentLength, last = length - 1;
    float* const line = tile + min(static_cast<int>(threadIdx.x), count - 1) * pitch;
    Segment segment;
#pragma unroll
    for (int i = 0; i < segmentLength; ++i)
        segment.numbers[i] = line[min(first + i, last)];
    segment.before = line[max(first - 1, 0)], segment.behind1 = line[min(first + segmentLength, last)];
    segment.behind2 = line[min(first + segmentLength + 1, last)], segment.first = line[0], segment.last = line[last];
    filterSegments(task, segment, ownRoom());
    if (static_cast<int>(threadIdx.x) < count)
#pragma unroll
        for (int i = 0; i < segmentLength; ++i)
            if (first + i <= last) line[first + i] = segment.numbers[i];
    __syncthreads();
    eachNumber([](const float* here, float* there) { *there = *here; });
}

/// As many lines side by side as leave a block its threads.
dim3 blockOf(int length) {
    const unsigned segments = static_cast<unsigned>((length + segmentLength - 1) / segmentLength);
    unsigned lanes = 32;
    while (lanes > 1 && lanes * segments > mostThreads)
        lanes /= 2;
    return {lanes, segments};
}

__device__ inline int mirrored(int i, int length) {
    if (length == 1) return 0;
    const int period = 2 * (length - 1);
    i = abs(i) % period;
    return i < length ? i : period - i;
}

/// `inner` numbers lie between one voxel of a line and the next.
__global__ void sumAlong(const float* from, float* to, unsigned inner, int length, unsigned count, SumTask task) {
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    const unsigned longer = static_cast<unsigned>(length + task.before + task.behind), line = at / inner, in = at % inner,
                   sheet = line / longer;
    const int i = static_cast<int>(line % longer) - task.before;
    const float* const start = from + static_cast<long long>(sheet) * length * inner + in;
    const auto number = [&](int k) { return start[static_cast<long long>(k) * inner]; };
    float sum;
    if (task.beyond == Beyond::straight) {
        const int face = i < 0 ? 0 : min(i, length - 1), within = length == 1 ? face : i < 0 ? 1 : max(face - 1, 0);
        sum = number(face);
        if (i != face) sum += abs(i - face) * (sum - number(within));
    } else {
        const auto held = [&](int k) { return task.beyond == Beyond::mirror ? mirrored(k, length) : max(0, min(k, length - 1)); };
        sum = number(held(i)) * task.weights[0];
        for (int k = 1; k <= task.sides; ++k)
            sum += (number(held(i - k)) + number(held(i + k))) * task.weights[k];
    }
    to[at] = sum;
}

}  // namespace

void launchRecursive(const VolumesTask& volumes, const VolumeSides& size, int axis, const RecursiveTask& task,
                     cudaStream_t stream) {
    const int sides[3] = {size.width, size.height, size.depth}, length = sides[axis];
    if (length == 1) return;
    const dim3 block = blockOf(length);
    const std::size_t room = 2 * sizeof(float4) * block.x * block.y;
    const long long slice = static_cast<long long>(size.width) * size.height;
    const auto blocks = [&](long long lines) { return static_cast<unsigned>((lines + block.x - 1) / block.x); };
    if (axis == 0) {
        const long long rows = static_cast<long long>(size.height) * size.depth;
        const int pitch = length | 1;
        const std::size_t bytes = room + sizeof(float) * block.x * static_cast<std::size_t>(pitch);
        cudaFuncSetAttribute(filterRows, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
        filterRows<<<dim3(blocks(rows), 1, volumes.count), block, bytes, stream>>>(volumes, rows, length, pitch, task);
    } else if (axis == 1) {
        filterAcross<<<dim3(blocks(size.width), static_cast<unsigned>(size.depth), volumes.count), block, room, stream>>>(
            volumes, {size.width, length, slice, size.width}, task);
    } else {  // a slice is one long row
        filterAcross<<<dim3(blocks(slice), 1, volumes.count), block, room, stream>>>(
            volumes, {static_cast<int>(slice), length, 0, slice}, task);
    }
}

void launchSums(const float* from, float* to, const VolumeSides& size, int axis, const SumTask& task, cudaStream_t stream) {
    constexpr unsigned threads = 256;
    const int sides[3] = {size.width, size.height, size.depth}, length = sides[axis];
    const auto inner = static_cast<unsigned>(axis == 0 ? 1 : axis == 1 ? size.width : size.width * size.height);
    const unsigned lines = static_cast<unsigned>(size.width) * static_cast<unsigned>(size.height) *
                           static_cast<unsigned>(size.depth) / static_cast<unsigned>(length),
                   count = lines * static_cast<unsigned>(length + task.before + task.behind);
    sumAlong<<<(count + threads - 1) / threads, threads, 0, stream>>>(from, to, inner, length, count, task);
}

}  // namespace coarsen::gpu
