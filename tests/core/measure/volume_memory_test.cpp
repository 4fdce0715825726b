// SPDX-License-Identifier: GPL-3.0-or-later
// What measuring takes, counted where it is asked for: this program's own operator new.
#include "core/measure/volume_measurer.hpp"
#include "core/synth/bicontinuous.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace {

std::atomic<std::size_t> live{0}, highest{0};

void* counted(void* memory) {
    if (!memory) throw std::bad_alloc();
    const std::size_t now = live += malloc_usable_size(memory);
    std::size_t before = highest;
    while (before < now && !highest.compare_exchange_weak(before, now)) {
    }
    return memory;
}

void release(void* memory) {
    if (memory) live -= malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t bytes) {
    return counted(std::malloc(bytes));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    const auto step = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(step, (bytes + step - 1) / step * step));
}
void operator delete(void* memory) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    release(memory);
}

namespace coarsen {
namespace {

struct MemoryCase {
    VolumeSize size;
    Spacing spacing;
    bool isMasked;
    MeasureSettings settings;
};

MeasureSettings with(MeanMode mean, NormMode norm, ErrorMethod errors, SmallRadii smallRadii) {
    MeasureSettings settings;
    settings.mean = mean;
    settings.norm = norm;
    settings.errors = errors;
    settings.smallRadii = smallRadii;
    return settings;
}

TEST(BytesToMeasure, AreAtLeastWhatItTakesAndNotTwiceThat) {
    const MeasureSettings plain = with(MeanMode::global, NormMode::count, ErrorMethod::none, SmallRadii::whole);
    const MeasureSettings local = with(MeanMode::overlap, NormMode::local, ErrorMethod::none, SmallRadii::whole);
    const std::vector<MemoryCase> cases{{{96, 96, 96}, {}, false, {}},
                                        {{96, 96, 96}, {}, true, {}},
                                        {{128, 96, 40}, {1, 1, 3}, true, {}},
                                        {{112, 112, 112}, {}, true, plain},
                                        {{80, 80, 80}, {}, true, local}};
    const auto taken = [](const MemoryCase& one, int threads) {
        const std::size_t before = live;
        std::vector<float> values(one.size.voxels());
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(i * 2654435761u % 251);
        const Volume volume(one.size, one.spacing, std::move(values),
                            std::vector<std::uint8_t>(one.isMasked ? one.size.voxels() : 0, 1));
        highest = live.load();
        VolumeMeasurer measurer(one.settings, threads);
        measurer(volume, true);
        return highest - before;
    };
    for (const MemoryCase& one : cases) {
        const std::size_t foreseen = bytesToMeasure(one.size, one.settings, one.spacing);
        EXPECT_LE(taken(one, 0), foreseen) << one.size.width << " x " << one.size.depth;
        EXPECT_GE(2 * taken(one, 2), foreseen)
            << one.size.width << " x " << one.size.depth;  // of 16 threads 45 MB where 106 are foreseen
    }
}

}  // namespace
}  // namespace coarsen
