// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/cpu_simd.hpp"

#include "core/correlate/engines.hpp"
#include "core/correlate/lag_tiles.hpp"
#include "core/correlate/plan_shape.hpp"
#include "core/correlate/window_sums.hpp"

#include <string>
#include <utility>

namespace coarsen {

namespace {

using Integers = std::vector<std::int64_t>;

/// The tiles that one plan works with, made when first needed.
class Tiles {
public:
    Tiles(const PlanShape& shape, const SimdKernels& kernels) : shape_(shape), kernels_(kernels) {}

    auto& bytes() { return made(bytes_, kernels_.tile, kernels_.bytes); }
    auto& words() { return made(words_, kernels_.tile, kernels_.words); }
    /// 16-bit pixels: doubles hold a tile's whole numbers exactly (2^32 times 2^11 elements); tiles are added up in integers.
    auto& doubles() { return made(doubles_, kernels_.tile, kernels_.doubles); }
    auto& floats() { return made(floats_, kernels_.floatTile, kernels_.floats); }

private:
    template <typename Tiles, typename Tile>
    Tiles& made(std::optional<Tiles>& tiles, LagTileSize size, Tile tile) {
        if (!tiles) tiles.emplace(shape_.width, shape_.height, shape_.maxLag, size, tile);
        return *tiles;
    }

    PlanShape shape_;
    const SimdKernels& kernels_;
    std::optional<LagTiles<std::uint8_t, std::int8_t, std::int64_t>> bytes_;
    std::optional<LagTiles<std::int16_t, std::int16_t, std::int64_t>> words_;
    std::optional<LagTiles<double, double, std::int64_t>> doubles_;
    std::optional<LagTiles<float, float, double>> floats_;
};

template <typename T>
std::vector<T> validPixels(const Plane& plane, int channel) {
    const auto pixels = plane.image.plane<T>(channel);
    const auto valid = plane.mask.pixels();
    std::vector<T> kept(pixels.begin(), pixels.end());
    for (std::size_t i = 0; i < valid.size(); ++i)
        if (!valid[i]) kept[i] = 0;
    return kept;
}

class CpuSimdPlan final : public CorrelationPlan {
public:
    CpuSimdPlan(const PlanShape& shape, const SimdKernels& kernels) : shape_(shape), kernels_(kernels), tiles_(shape, kernels) {}

    std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token stop) override {
        std::vector<LagSums> answers;
        for (const PlanePair& pair : batch) {
            const Plane& b = shape_.isAutocorrelation ? pair.a : pair.b;
            checkFits(shape_, pair.a, "cpu-simd");
            checkFits(shape_, b, "cpu-simd");
            LagSums sums(shape_.maxLag, shape_.isAutocorrelation ? 0 : -shape_.maxLag);
            for (int channel = 0; channel < shape_.channels; ++channel) {
                // The other half plane is b with a, turned round: N_ab(X0, Y0) = N_ba(-X0, -Y0).
                if (!shape_.isAutocorrelation && !addHalf(sums, b, pair.a, channel, -1, stop)) return answers;
                if (!addHalf(sums, pair.a, b, channel, +1, stop)) return answers;
            }
            answers.push_back(std::move(sums));
        }
        return answers;
    }

    std::string variant() const override {
        return std::string(kernels_.name) + (shape_.type == PixelType::f32 ? ", float32" : ", integers");
    }

private:
    /// Adds the lags Y0 >= 0 of a with b: at (X0, Y0), or turned round (`sign` -1; then without the row Y0 = 0). False after a
    /// stop.
    bool addHalf(LagSums& sums, const Plane& a, const Plane& b, int channel, int sign, std::stop_token stop) {
        switch (shape_.type) {
            case PixelType::u8:
                return addWholeNumbers<std::uint8_t>(sums, a, b, channel, sign, stop);
            case PixelType::u16:
                return addWholeNumbers<std::uint16_t>(sums, a, b, channel, sign, stop);
            case PixelType::f32:
                break;
        }
        const auto pixelsA = a.image.plane<float>(channel), pixelsB = b.image.plane<float>(channel);
        const auto validA = a.mask.pixels(), validB = b.mask.pixels();
        const double meanA = meanOf(a, channel), meanB = meanOf(b, channel);
        const auto centred = [](auto pixels, auto valid, double mean) {
            return [=](std::size_t i) { return valid.empty() || valid[i] ? static_cast<float>(pixels[i] - mean) : 0.0F; };
        };
        auto& tiles = tiles_.floats();
        tiles.fill(centred(pixelsA, validA, meanA), centred(pixelsB, validB, meanB));
        const auto products = tiles.sums(shape_.threads, stop);
        if (products) addTo(sums, sign, [&](std::size_t i, int, int) { return (*products)[i]; });
        return products.has_value();
    }

    /// Raw sums in integers, centred at the end as the judge does it.
    template <typename T>
    bool addWholeNumbers(LagSums& sums, const Plane& a, const Plane& b, int channel, int sign, std::stop_token stop) {
        const std::vector<T> pixelsA = validPixels<T>(a, channel), pixelsB = validPixels<T>(b, channel);
        const double meanA = meanOf(a, channel), meanB = meanOf(b, channel);
        const auto products = rawSums(pixelsA, pixelsB, stop);
        if (!products) return false;
        if (meanA == 0 && meanB == 0) {
            addTo(sums, sign, [&](std::size_t i, int, int) { return static_cast<double>((*products)[i]); });
            return true;
        }
        if (a.mask.isAllValid() && b.mask.isAllValid()) {
            const WindowSums<T> windowA(shape_.width, shape_.height, shape_.maxLag, pixelsA);
            const WindowSums<T> windowB(shape_.width, shape_.height, shape_.maxLag, pixelsB);
            addTo(sums, sign, [&](std::size_t i, int X0, int Y0) {
                return centredSum((*products)[i], windowA.overlap(X0, Y0), windowB.overlap(-X0, -Y0),
                                  rectangleOverlap(shape_.width, shape_.height, X0, Y0), meanA, meanB);
            });
            return true;
        }
        const auto ones = [&](const Mask& mask) {
            const auto valid = mask.pixels();
            return valid.empty() ? std::vector<T>(a.image.planeSize(), 1) : std::vector<T>(valid.begin(), valid.end());
        };
        const std::vector<T> validA = ones(a.mask), validB = ones(b.mask);
        const auto sumsA = rawSums(pixelsA, validB, stop), sumsB = rawSums(validA, pixelsB, stop),
                   pairs = rawSums(validA, validB, stop);
        if (!sumsA || !sumsB || !pairs) return false;
        addTo(sums, sign, [&](std::size_t i, int, int) {
            return centredSum((*products)[i], (*sumsA)[i], (*sumsB)[i], (*pairs)[i], meanA, meanB);
        });
        return true;
    }

    std::optional<Integers> rawSums(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b,
                                    std::stop_token stop) {
        if (!kernels_.takesBytes) {
            auto& tiles = tiles_.words();
            tiles.fill([&](std::size_t i) { return std::int16_t{a[i]}; }, [&](std::size_t i) { return std::int16_t{b[i]}; });
            return tiles.sums(shape_.threads, stop);
        }
        // The instruction multiplies unsigned by signed bytes: b less 128, and 128 times the sum of a put back.
        constexpr int offset = 128;
        auto& tiles = tiles_.bytes();
        tiles.fill([&](std::size_t i) { return a[i]; }, [&](std::size_t i) { return static_cast<std::int8_t>(b[i] - offset); });
        std::optional<Integers> sums = tiles.sums(shape_.threads, stop);
        if (!sums) return sums;
        const WindowSums<std::uint8_t> window(shape_.width, shape_.height, shape_.maxLag, a);
        std::size_t i = 0;
        for (int Y0 = 0; Y0 <= shape_.maxLag; ++Y0)
            for (int X0 = -shape_.maxLag; X0 <= shape_.maxLag; ++X0, ++i)
                (*sums)[i] += offset * window.overlap(X0, Y0);
        return sums;
    }

    std::optional<Integers> rawSums(const std::vector<std::uint16_t>& a, const std::vector<std::uint16_t>& b,
                                    std::stop_token stop) {
        auto& tiles = tiles_.doubles();
        tiles.fill([&](std::size_t i) { return static_cast<double>(a[i]); },
                   [&](std::size_t i) { return static_cast<double>(b[i]); });
        return tiles.sums(shape_.threads, stop);
    }

    template <typename Value>
    void addTo(LagSums& sums, int sign, Value value) const {
        std::size_t i = 0;
        for (int Y0 = 0; Y0 <= shape_.maxLag; ++Y0)
            for (int X0 = -shape_.maxLag; X0 <= shape_.maxLag; ++X0, ++i)
                if (sign > 0 || Y0 > 0) sums.at(sign * X0, sign * Y0) += value(i, X0, Y0);
    }

    PlanShape shape_;
    const SimdKernels& kernels_;
    Tiles tiles_;
};

/// The lags that cost as much as the transforms of the padded image: up to R = 12 (8 bits) or 4 the plain sums are quicker, on
/// 1500 x 750 with two cores and AVX-512.
double lagsForATransform(PixelType type) {
    return type == PixelType::u8 ? 350 : 55;
}

/// 8 bits stay bytes and float32 pixels floats; 16 bits become doubles.
PlanMemory tilesMemory(const PlanShape& shape) {
    const bool areBytes = shape.type == PixelType::u8, areFloats = shape.type == PixelType::f32;
    const std::size_t element = areBytes ? 2 : areFloats ? sizeof(float) : sizeof(double);
    const std::size_t copies = areFloats ? 0 : areBytes ? 2 : 4;
    const auto width = static_cast<std::size_t>(shape.width), height = static_cast<std::size_t>(shape.height);
    const auto lag = static_cast<std::size_t>(shape.maxLag), halfMap = static_cast<std::size_t>(lagCount(shape)) * sizeof(double);
    const std::size_t rows = (width + 128) * (height + 32) + (width + lag + 256) * height;
    return {rows * element, width * height * copies + 5 * halfMap};
}

class CpuSimdEngine final : public Described<CorrelationEngine> {
public:
    explicit CpuSimdEngine(const SimdKernels& kernels) : kernels_(kernels) {
        description_.name = "cpu-simd";
        description_.device = "CPU, " + std::to_string(threadCount()) + " threads, " + kernels.name;
        description_.exactness = Exactness::wholeNumbers;
        description_.cost = [](const PlanShape& shape) { return lagCount(shape) / lagsForATransform(shape.type); };
        description_.memory = tilesMemory;
    }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override {
        checkPossible(shape);
        return std::make_unique<CpuSimdPlan>(shape, kernels_);
    }

private:
    const SimdKernels& kernels_;
};

}  // namespace

std::shared_ptr<const CorrelationEngine> cpuSimdEngine(const SimdKernels& kernels) {
    return std::make_shared<CpuSimdEngine>(kernels);
}

std::shared_ptr<const CorrelationEngine> cpuSimdEngine() {
    return cpuSimdEngine(*usableKernels().kernels[0]);
}

}  // namespace coarsen
