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

/// Of `velocity`, so that its largest vector is `reach` long.
__device__ inline float strideOf(const StepTask& step) {
    const double most = *step.largestSquare;
    return most > 0 ? static_cast<float>(step.reach / sqrt(most)) : 0;
}

template <bool isStepping>
__global__ void __launch_bounds__(threads) bend(RegistrationTask task, StepTask step, FieldPointers u, SumRoom room) {
    constexpr Sums<2> nothing{0, 1e30};
    Sums<2> part = nothing;
    const float by = isStepping ? strideOf(step) : 0;
    const auto load = [&](long long i, float(&to)[3]) {
        if (!isStepping) return loadField(u, i, to);
        float w[3];
        loadField(step.accepted, i, to);
        loadField(step.velocity, i, w);
#pragma unroll
        for (int k = 0; k < 3; ++k)
            to[k] += by * w[k];
    };
    eachJet<3>(task.pair.fixed.size, load, [&](const Place&, long long i, const Jet<3>& jet) {
        const float j = determinant(stretchOf(jet)), held = fmaxf(j, leastJ), logarithm = logf(held);
        task.slope[i] = 1 + logarithm - 1 / held;
        part.of[0] += static_cast<double>((held - 1) * logarithm);
        part.of[1] = fmin(part.of[1], static_cast<double>(j));
        if (isStepping)
#pragma unroll
            for (int k = 0; k < 3; ++k)
                u.along[k][i] = jet.here[k];
    });
    finish(room, part, nothing, AddAndLeast{});
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

/// The force of the grey values, scaled as the demons' is; their difference goes to the sums.
__device__ inline void pullTogether(const VolumePair& pair, const Place& at, long long i, const float (&u)[3], Sums<2>& sums,
                                    float (&force)[3]) {
    const VolumeSides& size = pair.fixed.size;
    const float px = at.x - u[0], py = at.y - u[1], pz = at.z - u[2];
    force[0] = force[1] = force[2] = 0;
    if (!contains(size, px, py, pz) || !isValid(pair.movedValid, i) || !isValidAt(pair.fixedValid, size, px, py, pz)) return;
    const Sample sample = sampleAt(pair.fixed, px, py, pz);
    const float difference = sample.value - pair.moved[i],
                scale = difference /
                        (sample.x * sample.x + sample.y * sample.y + sample.z * sample.z + difference * difference + leastSquare);
    sums.of[0] += static_cast<double>(difference * difference);
    sums.of[1] += 1;
    force[0] = scale * sample.x, force[1] = scale * sample.y, force[2] = scale * sample.z;
}

__global__ void __launch_bounds__(threads, 3)
    forceByPiola(RegistrationTask task, FieldPointers u, FieldPointers to, SumRoom room) {
    Sums<2> part{};
    const auto load = [&](long long i, float(&numbers)[4]) {
#pragma unroll
        for (int k = 0; k < 3; ++k)
            numbers[k] = __ldg(u.along[k] + i);
        numbers[3] = __ldg(task.slope + i);
    };
    eachJet<4>(task.pair.fixed.size, load, [&](const Place& at, long long i, const Jet<4>& jet) {
        float force[3];
        pullTogether(task.pair, at, i, {jet.here[0], jet.here[1], jet.here[2]}, part, force);
        const Matrix c = cofactors(stretchOf(jet));
        const float(&slope)[3] = jet.along[3];
#pragma unroll
        for (int k = 0; k < 3; ++k)
            to.along[k][i] = force[k] - task.lambda * (c.of[k][0] * slope[0] + c.of[k][1] * slope[1] + c.of[k][2] * slope[2]);
    });
    finish(room, part, {}, Add{});
}

__global__ void __launch_bounds__(threads)
    forceAsPrinted(RegistrationTask task, FieldPointers u, FieldPointers to, SumRoom room) {
    Sums<2> part{};
    eachVoxel(task.pair.fixed.size, [&](const Place& at, long long i) {
        float here[3], force[3];
        loadField(u, i, here);
        pullTogether(task.pair, at, i, here, part, force);
        const Derivatives d = pullAsPrinted(task, u, at, i);
#pragma unroll
        for (int k = 0; k < 3; ++k)
            to.along[k][i] = force[k] - task.lambda * d.along[k];
    });
    finish(room, part, {}, Add{});
}

__global__ void __launch_bounds__(threads) carry(RegistrationTask task, FieldPointers u, FieldPointers velocity, SumRoom room) {
    float most = 0;
    const auto load = [&](long long i, float(&to)[3]) { loadField(u, i, to); };
    eachJet<3>(task.pair.fixed.size, load, [&](const Place&, long long i, const Jet<3>& jet) {
        const float v[3] = {velocity.along[0][i], velocity.along[1][i], velocity.along[2][i]};
        float square = 0;
#pragma unroll
        for (int k = 0; k < 3; ++k) {
            const float w = v[k] - (v[0] * jet.along[k][0] + v[1] * jet.along[k][1] + v[2] * jet.along[k][2]);
            velocity.along[k][i] = w;
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

void launchBend(const RegistrationTask& task, const FieldPointers& u, const SumRoom& room, cudaStream_t stream) {
    bend<false><<<gridOf(task), threads, 0, stream>>>(task, {}, u, room);
}

void launchStepAndBend(const RegistrationTask& task, const StepTask& step, const FieldPointers& tried, const SumRoom& room,
                       cudaStream_t stream) {
    bend<true><<<gridOf(task), threads, 0, stream>>>(task, step, tried, room);
}

void launchForce(const RegistrationTask& task, const FieldPointers& u, const FieldPointers& force, const SumRoom& room,
                 cudaStream_t stream) {
    const auto kernel = task.isPrinted ? forceAsPrinted : forceByPiola;
    kernel<<<gridOf(task), threads, 0, stream>>>(task, u, force, room);
}

void launchCarry(const RegistrationTask& task, const FieldPointers& u, const FieldPointers& velocity, const SumRoom& room,
                 cudaStream_t stream) {
    carry<<<gridOf(task), threads, 0, stream>>>(task, u, velocity, room);
}

}  // namespace coarsen::gpu
