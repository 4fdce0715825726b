// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/carry.cuh"
#include "gpu/register/kernels/evaluation.cuh"
#include "gpu/register/kernels/launch.cuh"
#include "gpu/register/kernels/registration.hpp"
#include "gpu/register/kernels/voxels.cuh"

namespace coarsen::gpu {

namespace {

/// Blocks of a multiprocessor, which say how many registers a thread may take: measured on an H100.
constexpr int regularisationBlocks = 4, forceBlocks = 4, carryBlocks = 4;
struct AddAndLeast {
    __device__ Sums<2> operator()(const Sums<2>& a, const Sums<2>& b) const {
        return {a.of[0] + b.of[0], fmin(a.of[1], b.of[1])};
    }
};

template <bool isStepping, typename Number>
__global__ void __launch_bounds__(threads, regularisationBlocks)
    regularisation(RegistrationTask task, Step<Number> step, FieldPointers u, SumRoom room) {
    constexpr Sums<2> nothing{0, 1e30};
    float energy = 0, least = 1e30F;  // of so few voxels that float32 does
    waitForKernelBefore();
    const float by = isStepping ? strideOf(step) : 0;
    const auto fetch = [&](Index i) {
        if (isStepping) return fetchStart(step, i);
        Start<Number> there;
        loadField(u, i, there.u);
        return there;
    };
    const auto stepped = [&](const Start<Number>& there, float(&to)[3]) {
#pragma unroll
        for (int k = 0; k < 3; ++k)
            to[k] = isStepping ? there.after(by, k) : there.u[k];
    };
    eachValueAndGradient<3>(task.pair.fixed.size, task.done, fetch, stepped,
                            [&](const Place& at, Index i, const ValueAndGradient<3>& local, const Start<Number>&) {
                                const Regularisation regularisation = regularisationOf(determinant(stretchOf(local)));
                                task.slope[i] = regularisation.slope;
                                if (isAmong(task.own, at.z)) {
                                    energy += regularisation.energy;
                                    least = fminf(least, regularisation.j);
                                }
                                if (isStepping)
#pragma unroll
                                    for (int k = 0; k < 3; ++k)
                                        u.along[k][i] = local.here[k];
                            });
    finish(room, {static_cast<double>(energy), static_cast<double>(least)}, nothing, AddAndLeast{});
}

/// As printed: each product is made anew at the neighbours.
__device__ inline Derivatives pullAsPrinted(const RegistrationTask& task, const FieldPointers& u, const Place& at, Index i) {
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

/// The force of the grey values, divided as `over` says; their difference goes to the sums.
template <bool isHalf>
__device__ inline void pullTogether(const VolumePair& pair, const ForceOver& over, const Place& at, Index i, const float (&u)[3],
                                    Differences& differences, float (&force)[3]) {
    const VolumeSides& size = pair.fixed.size;
    const float px = at.x - u[0], py = at.y - u[1], pz = at.z - u[2], moved = __ldg(pair.moved + i);
    force[0] = force[1] = force[2] = 0;
    if (!contains(size, px, py, pz) || !isValid(pair.movedValid, i) || !isValidAt(pair.fixedValid, size, px, py, pz)) return;
    const Sample sample = isHalf ? sampleQuadsAt(pair.fixed, px, py, pz) : sampleAt(pair.fixed, px, py, pz);
    const float scale = differences.scaleOf(sample, moved, over);
    force[0] = scale * sample.x, force[1] = scale * sample.y, force[2] = scale * sample.z;
}

__device__ inline void keep(float number, float* to) {
    *to = number;
}

__device__ inline void keep(float number, __half* to) {
    *to = __float2half_rn(fmaxf(-mostHalf, fminf(number * halfScale, mostHalf)));
}

template <bool isPrinted, typename Number>
__global__ void __launch_bounds__(threads, isPrinted ? 1 : forceBlocks)
    force(RegistrationTask task, FieldPointers u, Motion<Number> to, SumRoom room, HostSums hostSums) {
    Differences part;
    waitForKernelBefore();
    const VolumeSides size = task.pair.fixed.size;
    eachVoxel(size, task.done, [&](const Place& at, Index i) {
        Derivatives pull;
        if (isPrinted) {
            pull = pullAsPrinted(task, u, at, i);
        } else {
            const Neighbours n = neighboursOf(size, at);
            const Matrix c = cofactors(stretchAt(u, i, n));
            const Derivatives slope = derivativesAt(task.slope, i, n);
#pragma unroll
            for (int k = 0; k < 3; ++k)
                pull.along[k] = c.of[k][0] * slope.along[0] + c.of[k][1] * slope.along[1] + c.of[k][2] * slope.along[2];
        }
        float here[3], force[3];
        loadField(u, i, here);
        pullTogether<sizeof(Number) == sizeof(__half)>(task.pair, task.over, at, i, here, part, force);
#pragma unroll
        for (int k = 0; k < 3; ++k)
            keep(force[k] - task.lambda * pull.along[k], to.along[k] + i);
    });
    if (finish(room, part.sums(), {}, Add{})) writeToHost(hostSums);
}

template <typename Number>
__global__ void __launch_bounds__(threads, carryBlocks)
    carry(RegistrationTask task, FieldPointers u, Motion<Number> velocity, SumRoom room) {
    float most = 0;
    waitForKernelBefore();
    const auto fetch = [&](Index i) {
        Start<Number> there;
        loadField(u, i, there.u);
#pragma unroll
        for (int k = 0; k < 3; ++k)
            there.w[k] =
                velocity.along[k][i];  // as it was, for a thread reads its own before it writes them; others' are not used
        return there;
    };
    const auto displacement = [](const Start<Number>& there, float(&to)[3]) {
#pragma unroll
        for (int k = 0; k < 3; ++k)
            to[k] = there.u[k];
    };
    eachValueAndGradient<3>(task.pair.fixed.size, task.done, fetch, displacement,
                            [&](const Place& at, Index i, const ValueAndGradient<3>& local, const Start<Number>& there) {
                                const float v[3] = {there.velocity(0), there.velocity(1), there.velocity(2)};
                                const float square = carryVoxel(velocity, local.along, i, v);
                                if (isAmong(task.own, at.z)) most = fmaxf(most, square);
                            });
    finish(room, Sums<1>{static_cast<double>(most)}, {}, Greatest{});
}

unsigned gridOf(const RegistrationTask& task) {
    return static_cast<unsigned>(blocksOf(sidesOf(task.pair.fixed.size, task.done)));
}

template <typename Number>
void launchForceIn(const RegistrationTask& task, const FieldPointers& u, const MotionPointers& to, const SumRoom& room,
                   const HostSums& hostSums, cudaStream_t stream) {
    const Motion<Number> motion = motionOf<Number>(to);
    if (task.isPrinted)
        launchNext<force<true, Number>>(gridOf(task), threads, 0, stream, task, u, motion, room, hostSums);
    else
        launchNext<force<false, Number>>(gridOf(task), threads, 0, stream, task, u, motion, room, hostSums);
}

template <typename Number>
void launchStepIn(const RegistrationTask& task, const StepTask& step, const FieldPointers& tried, const SumRoom& room,
                  cudaStream_t stream) {
    const Step<Number> same{step.accepted, motionOf<Number>(step.velocity), step.reach, step.largestSquare};
    // not by launchNext: the force after it finds memory divided as this one does
    regularisation<true, Number><<<gridOf(task), threads, 0, stream>>>(task, same, tried, room);
}

template <typename Number>
void launchCarryIn(const RegistrationTask& task, const FieldPointers& u, const MotionPointers& velocity, const SumRoom& room,
                   cudaStream_t stream) {
    launchNext<carry<Number>>(gridOf(task), threads, 0, stream, task, u, motionOf<Number>(velocity), room);
}

}  // namespace

void launchRegularisation(const RegistrationTask& task, const FieldPointers& u, const SumRoom& room, cudaStream_t stream) {
    regularisation<false, float><<<gridOf(task), threads, 0, stream>>>(task, Step<float>{}, u, room);
}

void launchStepAndRegularisation(const RegistrationTask& task, const StepTask& step, const FieldPointers& tried,
                                 const SumRoom& room, cudaStream_t stream) {
    (step.velocity.isHalf ? launchStepIn<__half> : launchStepIn<float>)(task, step, tried, room, stream);
}

void launchForce(const RegistrationTask& task, const FieldPointers& u, const MotionPointers& force, const SumRoom& room,
                 const HostSums& hostSums, cudaStream_t stream) {
    (force.isHalf ? launchForceIn<__half> : launchForceIn<float>)(task, u, force, room, hostSums, stream);
}

void launchCarry(const RegistrationTask& task, const FieldPointers& u, const MotionPointers& velocity, const SumRoom& room,
                 cudaStream_t stream) {
    (velocity.isHalf ? launchCarryIn<__half> : launchCarryIn<float>)(task, u, velocity, room, stream);
}

}  // namespace coarsen::gpu
