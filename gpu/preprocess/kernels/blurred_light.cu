// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/seen_light.hpp"
#include "gpu/device/sums.cuh"
#include "gpu/preprocess/kernels/blurred_light.hpp"

namespace coarsen::gpu {

namespace {

constexpr int threadsOfLight = 256, blocksOfLight = 256;

template <typename Pixel>
__device__ inline float greyAt(const GreyPlane& raw, int x, int y) {
    return static_cast<float>(static_cast<const Pixel*>(raw.pixels)[static_cast<std::size_t>(y) * raw.width + x]);
}

/// The block that stands at a place of the border: the picture of blocks turned over at its edge, again and again.
__device__ inline int mirrored(int place, int count) {
    const int period = 2 * count, turned = ((place % period) + period) % period;
    return turned < count ? turned : period - 1 - turned;
}

/// A thread for each block and its images in the border. Grid: padded columns / blockDim, padded rows.
template <typename Pixel>
__global__ void addUpLight(const BlurredLightTask task, bool ones) {
    const LightBlocks& blocks = task.blocks;
    const int column = blockIdx.x * threadsOfLight + threadIdx.x, row = blockIdx.y;
    if (column >= blocks.across + 2 * blocks.reach) return;
    const int left = mirrored(column - blocks.reach, blocks.across) * blocks.side,
              top = mirrored(row - blocks.reach, blocks.down) * blocks.side;
    const int x0 = max(left, task.judged.x), x1 = min(min(left + blocks.side, task.raw.width), task.judged.x + task.judged.width);
    const int y0 = max(top, task.judged.y), y1 = min(min(top + blocks.side, task.raw.height), task.judged.y + task.judged.height);
    double sum = 0;
    for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x)
            sum += ones ? 1 : greyAt<Pixel>(task.raw, x, y);
    blocks.padded[static_cast<std::size_t>(row) * blocks.pitch + column] = static_cast<float>(sum);
}

/// Grid: columns / blockDim, rows of blocks.
__global__ void divideByCounts(const LightBlocks blocks) {
    const int i = blockIdx.x * threadsOfLight + threadIdx.x;
    if (i < blocks.across * blocks.down) blocks.light[i] /= fmaxf(blocks.counts[i], 1e-6F);
}

/// The light at a pixel: linear between the blocks' centres, at places of whole 32nds of a block, as the CPU's library has it.
__device__ inline float lightAt(const LightBlocks& blocks, int x, int y) {
    if (blocks.side == 1) return blocks.light[static_cast<std::size_t>(y) * blocks.across + x];
    constexpr int unit = 1024, parts = 32;
    const float single = 1.0F / static_cast<float>(blocks.side);
    const double scale = single, offset = 0.5F * single - 0.5F;
    const int firstPlace = __double2int_rn(offset * unit) + unit / parts / 2;
    const int placeX = (firstPlace + __double2int_rn(scale * x * unit)) >> 5,
              placeY = (__double2int_rn((scale * y + offset) * unit) + unit / parts / 2) >> 5;
    const float partX = static_cast<float>(placeX & (parts - 1)) / parts,
                partY = static_cast<float>(placeY & (parts - 1)) / parts;
    const auto at = [&](int column, int row) {
        return blocks.light[static_cast<std::size_t>(min(max(row, 0), blocks.down - 1)) * blocks.across +
                            min(max(column, 0), blocks.across - 1)];
    };
    const int column = placeX >> 5, row = placeY >> 5;
    return at(column, row) * ((1 - partY) * (1 - partX)) + at(column + 1, row) * ((1 - partY) * partX) +
           at(column, row + 1) * (partY * (1 - partX)) + at(column + 1, row + 1) * (partY * partX);
}

/// The light's mean over the judged pixels, and whether it is enough. Grid: blocksOfLight.
template <typename Pixel>
__global__ void judgeLight(const BlurredLightTask task) {
    __shared__ double shared[32];
    double light = 0, pixels = 0;
    for (int y = task.judged.y + static_cast<int>(blockIdx.x); y < task.judged.y + task.judged.height; y += blocksOfLight)
        for (int x = task.judged.x + static_cast<int>(threadIdx.x); x < task.judged.x + task.judged.width; x += threadsOfLight) {
            light += lightAt(task.blocks, x, y);
            pixels += greyAt<Pixel>(task.raw, x, y);
        }
    light = overBlock(light, shared, Plus());
    pixels = overBlock(pixels, shared, Plus());
    if (threadIdx.x == 0) {
        task.partial[2 * blockIdx.x] = light;
        task.partial[2 * blockIdx.x + 1] = pixels;
    }
    if (!isLastBlock(task.ticket)) return;
    light = overBlock(task.partial[2 * threadIdx.x], shared, Plus());
    pixels = overBlock(task.partial[2 * threadIdx.x + 1], shared, Plus());
    if (threadIdx.x > 0) return;
    task.fitted->pixels = pixels;
    task.fitted->level = static_cast<float>(light / (static_cast<double>(task.judged.width) * task.judged.height));
    task.fitted->isEnough = isEnoughLight(light, pixels);
    task.fitted->removal = task.white > 0 ? LightRemoval::none : LightRemoval::division;
}

/// Grid: columns / blockDim, rows. The same float32 operations as core's.
template <typename Pixel>
__global__ void takeBlurredLightOff(const BlurredLightTask task) {
    const int x = blockIdx.x * threadsOfLight + threadIdx.x, y = blockIdx.y;
    if (x >= task.raw.width) return;
    const float pixel = greyAt<Pixel>(task.raw, x, y), light = lightAt(task.blocks, x, y);
    const FittedLight& fitted = *task.fitted;
    float& flat = task.flat[static_cast<std::size_t>(y) * task.raw.width + x];
    if (task.white > 0) {
        const float b = pixel / task.white, l = 1 - light / task.white;
        const float overlay = b < 0.5F ? 2 * b * l : 1 - 2 * (1 - b) * (1 - l);
        flat = task.white * (0.5F * b + 0.5F * overlay);
    } else if (fitted.isEnough && fitted.pixels > 0) {
        flat = pixel * (fitted.level / fmaxf(light, static_cast<float>(leastLight) * fitted.level));
    } else {
        flat = pixel;
    }
}

unsigned sharesOf(int count) {
    return static_cast<unsigned>((count + threadsOfLight - 1) / threadsOfLight);
}

}  // namespace

int blurredLightPartials() {
    static_assert(blocksOfLight == threadsOfLight);  // the last block adds up one part a thread
    return 2 * blocksOfLight;
}

cudaError_t launchLightBlocks(const BlurredLightTask& task, bool ones, cudaStream_t stream) {
    const LightBlocks& blocks = task.blocks;
    const dim3 grid(sharesOf(blocks.across + 2 * blocks.reach), static_cast<unsigned>(blocks.down + 2 * blocks.reach));
    if (task.raw.isWide)
        addUpLight<std::uint16_t><<<grid, threadsOfLight, 0, stream>>>(task, ones);
    else
        addUpLight<std::uint8_t><<<grid, threadsOfLight, 0, stream>>>(task, ones);
    return cudaGetLastError();
}

cudaError_t launchBlurredLight(const BlurredLightTask& task, cudaStream_t stream) {
    divideByCounts<<<sharesOf(task.blocks.across * task.blocks.down), threadsOfLight, 0, stream>>>(task.blocks);
    const dim3 grid(sharesOf(task.raw.width), static_cast<unsigned>(task.raw.height));
    if (task.raw.isWide) {
        judgeLight<std::uint16_t><<<blocksOfLight, threadsOfLight, 0, stream>>>(task);
        takeBlurredLightOff<std::uint16_t><<<grid, threadsOfLight, 0, stream>>>(task);
    } else {
        judgeLight<std::uint8_t><<<blocksOfLight, threadsOfLight, 0, stream>>>(task);
        takeBlurredLightOff<std::uint8_t><<<grid, threadsOfLight, 0, stream>>>(task);
    }
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
