// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/brightness.hpp"

#include "core/base/gsl_memory.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace coarsen {

namespace {

constexpr int highestDegree = 3, mostBlocksAlong = 16;
constexpr double leastSlow = 0.004;      // contrasts: moves u by 0.01 voxel where structure is 14 wide
constexpr double leastStructure = 0.05;  // standard deviation, contrasts
constexpr double byChance = 4;           // times what chance makes of it, squared

/// Greys of one volume in one block.
struct Greys {
    double sum = 0, squares = 0;
    void add(double value) { sum += value, squares += value * value; }
    double mean(double count) const { return sum / count; }
    double sd(double count) const { return std::sqrt(std::max(0.0, squares / count - mean(count) * mean(count))); }
};

struct Block {
    std::array<double, 3> middle{};
    double count = 0;
    Greys fixed, moved;
};

/// Where blocks part an axis: whole ones of about `side` voxels.
std::vector<int> partsOf(int length, double side) {
    const int count = std::clamp(static_cast<int>(length / side), 1, mostBlocksAlong);
    std::vector<int> parts;
    for (int i = 0; i <= count; ++i)
        parts.push_back(static_cast<int>(static_cast<long long>(length) * i / count));
    return parts;
}

struct BlockGrid {
    std::array<std::vector<int>, 3> parts;
    std::size_t along(std::size_t axis) const { return parts[axis].size() - 1; }
    std::size_t count() const { return along(0) * along(1) * along(2); }
};

std::vector<Block> blocksOf(const BlockGrid& grid, const WarpedValues& fixed, const Volume& moved, const PhaseMeans& scale,
                            const Threads& threads) {
    const VolumeSize& size = moved.size();
    const auto values = moved.values();
    const auto valid = moved.valid();
    const double per = 1 / (scale.bright - scale.dark);
    std::vector<Block> blocks(grid.count());
    const std::size_t slab = grid.along(0) * grid.along(1);
    parallelFor(grid.along(2), threads, [&](std::size_t k) {
        for (std::size_t b = 0; b < slab; ++b) {
            const std::array<std::size_t, 3> place{b % grid.along(0), b / grid.along(0), k};
            Block& block = blocks[k * slab + b];
            std::array<int, 3> from{}, to{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                from[axis] = grid.parts[axis][place[axis]], to[axis] = grid.parts[axis][place[axis] + 1];
                block.middle[axis] = 0.5 * (from[axis] + to[axis] - 1);
            }
            for (int z = from[2]; z < to[2]; ++z)
                for (int y = from[1]; y < to[1]; ++y)
                    for (std::size_t i = size.index(from[0], y, z), end = size.index(to[0], y, z); i < end; ++i) {
                        if (!fixed.valid[i] || !(valid.empty() || valid[i])) continue;
                        ++block.count;
                        block.fixed.add((static_cast<double>(fixed.values[i]) - scale.dark) * per);
                        block.moved.add((static_cast<double>(values[i]) - scale.dark) * per);
                    }
        }
    });
    return blocks;
}

double raised(double base, int power) {
    double product = 1;
    for (int i = 0; i < power; ++i)
        product *= base;
    return product;
}

double valueOf(const std::array<double, 4>& row, double x) {
    return row[0] + x * (row[1] + x * (row[2] + x * row[3]));
}

/// Fits the field to values at the blocks, by weighted least squares.
void fit(SlowField& field, const std::vector<Block>& blocks, const std::vector<double>& values,
         const std::vector<double>& weights) {
    const std::size_t count = blocks.size(), terms = field.terms();
    const GslOwned<gsl_matrix> design(gsl_matrix_alloc(count, terms)), covariance(gsl_matrix_alloc(terms, terms));
    const GslOwned<gsl_vector> given(gsl_vector_alloc(count)), weight(gsl_vector_alloc(count)), answer(gsl_vector_alloc(terms));
    const GslOwned<gsl_multifit_linear_workspace> workspace(gsl_multifit_linear_alloc(count, terms));
    for (std::size_t i = 0; i < count; ++i) {
        const std::vector<double> basis = field.basisAt(blocks[i].middle);
        for (std::size_t term = 0; term < terms; ++term)
            gsl_matrix_set(design.get(), i, term, basis[term]);
        gsl_vector_set(given.get(), i, values[i]);
        gsl_vector_set(weight.get(), i, weights[i]);
    }
    double squares = 0;
    gsl_multifit_wlinear(design.get(), weight.get(), given.get(), answer.get(), covariance.get(), &squares, workspace.get());
    for (std::size_t term = 0; term < terms; ++term)
        field.coefficients[term] = gsl_vector_get(answer.get(), term);
}

/// By how much the two phases are off, squared and averaged: by the offset at the grey between them, and by the gain about it.
double misfit(double gain, double offset) {
    const double between = offset + 0.5 * (gain - 1), about = 0.5 * (gain - 1);
    return between * between + about * about;
}

}  // namespace

SlowField::SlowField(const VolumeSize& size, const std::array<int, 3>& places) : size_(size) {
    const auto termsOf = [&](int degree) {
        std::vector<std::array<int, 3>> powers;
        for (int sum = 0; sum <= degree; ++sum)
            for (int x = std::min(sum, places[0] - 1); x >= 0; --x)
                for (int y = std::min(sum - x, places[1] - 1); y >= 0; --y)
                    if (const int z = sum - x - y; z < places[2]) powers.push_back({x, y, z});
        return powers;
    };
    constexpr std::size_t blocksATerm = 2;
    const auto blocks =
        static_cast<std::size_t>(places[0]) * static_cast<std::size_t>(places[1]) * static_cast<std::size_t>(places[2]);
    int degree = highestDegree;
    while (degree > 0 && termsOf(degree).size() * blocksATerm > blocks)
        --degree;
    powers_ = termsOf(degree);
    coefficients.assign(powers_.size(), 0);
}

std::vector<double> SlowField::basisAt(const std::array<double, 3>& place) const {
    const std::array at{coordinateOf(place[0], size_.width), coordinateOf(place[1], size_.height),
                        coordinateOf(place[2], size_.depth)};
    std::vector<double> basis;
    for (const std::array<int, 3>& power : powers_)
        basis.push_back(raised(at[0], power[0]) * raised(at[1], power[1]) * raised(at[2], power[2]));
    return basis;
}

std::array<double, 4> SlowField::alongRow(double y, double z) const {
    const double byY = coordinateOf(y, size_.height), byZ = coordinateOf(z, size_.depth);
    std::array<double, 4> row{};
    for (std::size_t term = 0; term < powers_.size(); ++term)
        row[static_cast<std::size_t>(powers_[term][0])] +=
            coefficients[term] * raised(byY, powers_[term][1]) * raised(byZ, powers_[term][2]);
    return row;
}

double SlowField::at(const std::array<double, 3>& place) const {
    return valueOf(alongRow(place[1], place[2]), coordinate(place[0]));
}

std::optional<BlockBrightness> blockBrightness(const WarpedValues& fixed, const Volume& moved, const PhaseMeans& scale,
                                               double wavelength, const Threads& threads) {
    const VolumeSize& size = moved.size();
    const BlockGrid grid{{partsOf(size.width, wavelength), partsOf(size.height, wavelength), partsOf(size.depth, wavelength)}};
    const std::vector<Block> all = blocksOf(grid, fixed, moved, scale, threads);
    if (threads.stop.stop_requested()) return std::nullopt;
    std::vector<Block> blocks;
    for (const Block& block : all) {
        const bool tells =
            block.count > 0 && block.fixed.sd(block.count) >= leastStructure && block.moved.sd(block.count) >= leastStructure;
        if (tells) blocks.push_back(block);
    }
    std::array<int, 3> places{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        places[axis] = static_cast<int>(grid.along(axis));
    BlockBrightness found{SlowField(size, places), SlowField(size, places), {}};
    if (2 * blocks.size() < all.size() || blocks.size() < 2) return std::nullopt;

    std::vector<double> weights, values;
    for (const Block& block : blocks) {
        const double sd = block.fixed.sd(block.count);
        weights.push_back(block.count * sd * sd);
        values.push_back(std::log(block.moved.sd(block.count) / sd));
    }
    const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
    const auto meanOf = [&](const auto& valueAt) {
        double sum = 0;
        for (std::size_t i = 0; i < blocks.size(); ++i)
            sum += weights[i] * valueAt(i);
        return sum / whole;
    };
    const auto withoutMean = [&](SlowField& field) {
        field.coefficients[0] -= meanOf([&](std::size_t i) { return field.at(blocks[i].middle); });
    };
    fit(found.logGain, blocks, values, weights);
    const SlowField wholeGain = found.logGain;
    for (std::size_t i = 0; i < blocks.size(); ++i)
        values[i] = blocks[i].moved.mean(blocks[i].count) -
                    std::exp(wholeGain.at(blocks[i].middle)) * blocks[i].fixed.mean(blocks[i].count);
    fit(found.offset, blocks, values, weights);
    const SlowField wholeOffset = found.offset;
    withoutMean(found.logGain), withoutMean(found.offset);

    found.left = meanOf([&](std::size_t i) {
        const Block& block = blocks[i];
        const double fitted = std::exp(wholeGain.at(block.middle)),
                     gain = block.moved.sd(block.count) / (block.fixed.sd(block.count) * fitted),
                     between = values[i] - wholeOffset.at(block.middle), about = 0.5 * (gain - 1);
        return between * between + about * about;
    });
    found.slow = meanOf([&](std::size_t i) {
        const auto& at = blocks[i].middle;
        return misfit(std::exp(found.logGain.at(at)), found.offset.at(at));
    });
    const auto free = static_cast<double>(blocks.size()) - static_cast<double>(found.logGain.terms());
    const double chance = free > 0 ? found.left * static_cast<double>(found.logGain.terms() - 1) / free : found.slow;
    found.left = std::sqrt(found.left), found.slow = std::sqrt(found.slow);
    found.isSlow = found.slow > leastSlow && found.slow * found.slow > byChance * chance;
    for (const Block& block : all)
        found.slowGain.push_back(std::exp(found.logGain.at(block.middle)));
    return found;
}

namespace {

/// Values changed by `rowAt(y, z)(grey, x)` where they count, 0 elsewhere: there may be anything, NaN as well.
template <typename RowAt>
Volume changed(const Volume& volume, const Threads& threads, RowAt rowAt) {
    const VolumeSize& size = volume.size();
    const auto from = volume.values();
    const auto valid = volume.valid();
    std::vector<float> values(from.size());
    parallelFor(static_cast<std::size_t>(size.depth) * static_cast<std::size_t>(size.height), threads, [&](std::size_t row) {
        const auto width = static_cast<std::size_t>(size.width), height = static_cast<std::size_t>(size.height);
        const std::size_t y = row % height, z = row / height;
        const auto change = rowAt(static_cast<double>(y), static_cast<double>(z));
        for (std::size_t x = 0, i = row * width; x < width; ++x, ++i)
            if (valid.empty() || valid[i])
                values[i] = static_cast<float>(change(static_cast<double>(from[i]), static_cast<double>(x)));
    });
    return Volume(size, volume.spacing(), std::move(values), {valid.begin(), valid.end()});
}

}  // namespace

Volume withoutSlowPart(const Volume& moved, const BlockBrightness& found, const PhaseMeans& scale, const Threads& threads) {
    const double contrast = scale.bright - scale.dark;
    return changed(moved, threads, [&](double y, double z) {
        return [&, logGain = found.logGain.alongRow(y, z), offset = found.offset.alongRow(y, z)](double grey, double x) {
            const double at = found.offset.coordinate(x);
            return scale.dark + (grey - scale.dark - contrast * valueOf(offset, at)) / std::exp(valueOf(logGain, at));
        };
    });
}

Volume withPhases(const Volume& moved, const PhaseMeans& from, const PhaseMeans& to, const Threads& threads) {
    const double gain = (to.bright - to.dark) / (from.bright - from.dark);
    return changed(moved, threads,
                   [&](double, double) { return [&](double grey, double) { return to.dark + (grey - from.dark) * gain; }; });
}

PhaseMeans phasesOf(const Volume& volume) {
    constexpr std::size_t enough = std::size_t{1} << 20;
    const auto values = volume.values();
    const auto valid = volume.valid();
    std::size_t step = values.size() / enough + 1;
    while (std::gcd(step, static_cast<std::size_t>(volume.size().width)) > 1)  // else the same columns again and again
        ++step;
    std::vector<float> some;
    some.reserve(values.size() / step + 1);
    for (std::size_t i = 0; i < values.size(); i += step)
        if (valid.empty() || valid[i]) some.push_back(values[i]);
    return phaseMeans(some, {});
}

}  // namespace coarsen
