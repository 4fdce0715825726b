// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/c3d/kernels/padded_volumes.hpp"

namespace coarsen::gpu {

namespace {

constexpr int rowsOfBlock = 8;  // a warp each
constexpr unsigned productThreads = 256;

dim3 warpARow() {
    return dim3(32, rowsOfBlock);
}
unsigned blocksOfRows(long long rows) {
    return static_cast<unsigned>((rows + rowsOfBlock - 1) / rowsOfBlock);
}

template <typename Real>
__device__ Real fieldAt(const FieldTask& task, std::size_t voxel) {
    if (task.valid && !task.valid[voxel]) return 0;
    if (task.field == FieldOfVoxels::valid) return 1;
    const double value = (static_cast<double>(task.values[voxel]) - task.mean) * task.scale;
    return static_cast<Real>(task.field == FieldOfVoxels::squared ? value * value : value);
}

template <typename Real>
__global__ void padRows(const FieldTask task, long long rows, Real* room) {
    const long long row = static_cast<long long>(blockIdx.x) * rowsOfBlock + threadIdx.y;
    if (row >= rows) return;
    const int y = static_cast<int>(row % task.padded.y), z = static_cast<int>(row / task.padded.y);
    const int pitch = 2 * (task.padded.x / 2 + 1);
    const int filled = y < task.box.y && z < task.box.z ? task.box.x : 0;
    const std::size_t from = static_cast<std::size_t>(z) * task.slice + static_cast<std::size_t>(y) * task.row;
    Real* const to = room + static_cast<std::size_t>(row) * pitch;
    for (int x = threadIdx.x; x < pitch; x += 32)
        to[x] = x < filled ? fieldAt<Real>(task, from + x) : Real(0);
}

template <typename Complex>
__global__ void multiply(Complex* a, const Complex* b, std::size_t size) {
    const auto i = static_cast<std::size_t>(blockIdx.x) * productThreads + threadIdx.x;
    if (i >= size) return;
    const Complex p = a[i], q = b[i];
    a[i] = {p.x * q.x + p.y * q.y, p.y * q.x - p.x * q.y};
}

template <typename Real>
__global__ void takeRows(const OffsetsTask task, long long rows, const Real* room, Real* sums) {
    const long long row = static_cast<long long>(blockIdx.x) * rowsOfBlock + threadIdx.y;
    if (row >= rows) return;
    const int height = 2 * task.reach.y + 1, length = 2 * task.reach.x + 1;
    const int Y = static_cast<int>(row % height) - task.reach.y, Z = static_cast<int>(row / height) + task.minZ;
    const int y = Y < 0 ? Y + task.padded.y : Y, z = Z < 0 ? Z + task.padded.z : Z;
    const Real* const from =
        room + (static_cast<std::size_t>(z) * task.padded.y + y) * static_cast<std::size_t>(2 * (task.padded.x / 2 + 1));
    Real* const to = sums + static_cast<std::size_t>(row) * length;
    for (int i = threadIdx.x; i < length; i += 32) {
        const int X = i - task.reach.x;
        to[i] = from[X < 0 ? X + task.padded.x : X];
    }
}

}  // namespace

template <typename Real>
cudaError_t padField(const FieldTask& task, Real* room, cudaStream_t stream) {
    const long long rows = static_cast<long long>(task.padded.y) * task.padded.z;
    padRows<<<blocksOfRows(rows), warpARow(), 0, stream>>>(task, rows, room);
    return cudaGetLastError();
}

template <typename Complex>
cudaError_t multiplyByConjugate(Complex* a, const Complex* b, std::size_t size, cudaStream_t stream) {
    multiply<<<static_cast<unsigned>((size + productThreads - 1) / productThreads), productThreads, 0, stream>>>(a, b, size);
    return cudaGetLastError();
}

template <typename Real>
cudaError_t takeOffsets(const OffsetsTask& task, const Real* room, Real* sums, cudaStream_t stream) {
    const long long rows = (2LL * task.reach.y + 1) * (task.reach.z - task.minZ + 1);
    takeRows<<<blocksOfRows(rows), warpARow(), 0, stream>>>(task, rows, room, sums);
    return cudaGetLastError();
}

template cudaError_t padField(const FieldTask&, float*, cudaStream_t);
template cudaError_t padField(const FieldTask&, double*, cudaStream_t);
template cudaError_t multiplyByConjugate(float2*, const float2*, std::size_t, cudaStream_t);
template cudaError_t multiplyByConjugate(double2*, const double2*, std::size_t, cudaStream_t);
template cudaError_t takeOffsets(const OffsetsTask&, const float*, float*, cudaStream_t);
template cudaError_t takeOffsets(const OffsetsTask&, const double*, double*, cudaStream_t);

}  // namespace coarsen::gpu
