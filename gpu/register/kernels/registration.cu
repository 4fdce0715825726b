// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/registration.hpp"
#include "gpu/register/kernels/voxels.cuh"

namespace coarsen::gpu {

namespace {

constexpr float leastSquare = 1e-4F, leastJ = 1e-6F;

struct AddAndLeast {
    __device__ Sums<2> operator()(const Sums<2>& a, const Sums<2>& b) const {
        return {a.of[0] + b.of[0], fmin(a.of[1], b.of[1])};
    }
};

struct Greatest {
    __device__ Sums<1> operator()(const Sums<1>& a, const Sums<1>& b) const { return {fmax(a.of[0], b.of[0])}; }
};

__global__ void __launch_bounds__(threads)
    stepBy(VolumeSides size, FieldPointers accepted, FieldPointers velocity, float by, FieldPointers tried) {
    eachVoxel(size, [&](const Place&, long long i) {
#pragma unroll
        for (int axis = 0; axis < 3; ++axis)
            tried.along[axis][i] = accepted.along[axis][i] + by * velocity.along[axis][i];
    });
}

__global__ void __launch_bounds__(threads) bend(RegistrationTask task, FieldPointers u, SumRoom room) {
    constexpr Sums<2> nothing{0, 1e30};
    Sums<2> part = nothing;
    eachVoxel(task.pair.fixed.size, [&](const Place& at, long long i) {
        const Matrix a = stretchAt(u, i, neighboursOf(task.pair.fixed.size, at)), c = cofactors(a);
        const float j = a.of[0][0] * c.of[0][0] + a.of[0][1] * c.of[0][1] + a.of[0][2] * c.of[0][2], held = fmaxf(j, leastJ),
                    logarithm = logf(held);
        task.slope[i] = 1 + logarithm - 1 / held;
        part.of[0] += static_cast<double>((held - 1) * logarithm);
        part.of[1] = fmin(part.of[1], static_cast<double>(j));
    });
    finish(room, part, nothing, AddAndLeast{});
}

/// The regulariser's gradient by Piola.
__device__ inline Derivatives pullByPiola(const RegistrationTask& task, const FieldPointers& u, const Place& at, long long i) {
    const Neighbours n = neighboursOf(task.pair.fixed.size, at);
    const Matrix c = cofactors(stretchAt(u, i, n));
    const Derivatives slope = derivativesAt(task.slope + i, n);
    Derivatives d;
#pragma unroll
    for (int row = 0; row < 3; ++row)
        d.along[row] = c.of[row][0] * slope.along[0] + c.of[row][1] * slope.along[1] + c.of[row][2] * slope.along[2];
    return d;
}

/// As printed: each product is made anew at the neighbours.
__device__ inline Derivatives pullAsPrinted(const RegistrationTask& task, const FieldPointers& u, const Place& at, long long i) {
    const Neighbours n = neighboursOf(task.pair.fixed.size, at);
    Derivatives d{};
    for (int k = 0; k < 3; ++k) {
        if (n.before[k] == n.behind[k]) continue;
        Place before = at, behind = at;
        (k == 0 ? before.x : k == 1 ? before.y : before.z) -= n.before[k] != 0;
        (k == 0 ? behind.x : k == 1 ? behind.y : behind.z) += n.behind[k] != 0;
        const Matrix c1 = cofactors(stretchAt(u, i + n.behind[k], neighboursOf(task.pair.fixed.size, behind))),
                     c0 = cofactors(stretchAt(u, i + n.before[k], neighboursOf(task.pair.fixed.size, before)));
        for (int row = 0; row < 3; ++row)
            d.along[row] +=
                (c1.of[row][k] * task.slope[i + n.behind[k]] - c0.of[row][k] * task.slope[i + n.before[k]]) * n.per[k];
    }
    return d;
}

template <bool isPrinted>
__global__ void __launch_bounds__(threads, isPrinted ? 1 : 3)
    forceOf(RegistrationTask task, FieldPointers u, FieldPointers force, SumRoom room) {
    Sums<2> part{};
    const VolumePair& pair = task.pair;
    const VolumeSides& size = pair.fixed.size;
    eachVoxel(size, [&](const Place& at, long long i) {
        const float px = at.x - u.along[0][i], py = at.y - u.along[1][i], pz = at.z - u.along[2][i];
        float scale = 0;
        Sample sample{};
        if (contains(size, px, py, pz) && isValid(pair.movedValid, i) && isValidAt(pair.fixedValid, size, px, py, pz)) {
            sample = sampleAt(pair.fixed, px, py, pz);
            const float difference = sample.value - pair.moved[i];
            scale = difference /
                    (sample.x * sample.x + sample.y * sample.y + sample.z * sample.z + difference * difference + leastSquare);
            part.of[0] += static_cast<double>(difference * difference);
            part.of[1] += 1;
        }
        Derivatives d{};
        if (task.lambda > 0) d = isPrinted ? pullAsPrinted(task, u, at, i) : pullByPiola(task, u, at, i);
        force.along[0][i] = scale * sample.x - task.lambda * d.along[0];
        force.along[1][i] = scale * sample.y - task.lambda * d.along[1];
        force.along[2][i] = scale * sample.z - task.lambda * d.along[2];
    });
    finish(room, part, {}, Add{});
}

__global__ void __launch_bounds__(threads) carry(RegistrationTask task, FieldPointers u, FieldPointers velocity, SumRoom room) {
    float most = 0;
    eachVoxel(task.pair.fixed.size, [&](const Place& at, long long i) {
        const Neighbours n = neighboursOf(task.pair.fixed.size, at);
        const float v[3] = {velocity.along[0][i], velocity.along[1][i], velocity.along[2][i]};
        float square = 0;
#pragma unroll
        for (int axis = 0; axis < 3; ++axis) {
            const Derivatives d = derivativesAt(u.along[axis] + i, n);
            const float w = v[axis] - (v[0] * d.along[0] + v[1] * d.along[1] + v[2] * d.along[2]);
            velocity.along[axis][i] = w;
            square += w * w;
        }
        most = fmaxf(most, square);
    });
    finish(room, Sums<1>{static_cast<double>(most)}, {}, Greatest{});
}

unsigned gridOf(const RegistrationTask& task) {
    return static_cast<unsigned>(blocksOf(task.pair.fixed.size));
}

}  // namespace

void launchStep(const RegistrationTask& task, const FieldPointers& accepted, const FieldPointers& velocity, float by,
                const FieldPointers& tried, cudaStream_t stream) {
    stepBy<<<gridOf(task), threads, 0, stream>>>(task.pair.fixed.size, accepted, velocity, by, tried);
}

void launchBend(const RegistrationTask& task, const FieldPointers& u, double* sums, cudaStream_t stream) {
    bend<<<gridOf(task), threads, 0, stream>>>(task, u, {task.parts, task.ticket, sums});
}

void launchForce(const RegistrationTask& task, const FieldPointers& u, const FieldPointers& force, double* sums,
                 cudaStream_t stream) {
    const auto kernel = task.isPrinted ? forceOf<true> : forceOf<false>;
    kernel<<<gridOf(task), threads, 0, stream>>>(task, u, force, {task.parts, task.ticket, sums});
}

void launchCarry(const RegistrationTask& task, const FieldPointers& u, const FieldPointers& velocity, double* sums,
                 cudaStream_t stream) {
    carry<<<gridOf(task), threads, 0, stream>>>(task, u, velocity, {task.parts, task.ticket, sums});
}

}  // namespace coarsen::gpu
