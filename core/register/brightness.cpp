// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/brightness.hpp"

#include "core/base/gsl_memory.hpp"

#include <gsl/gsl_linalg.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace coarsen {

namespace {

constexpr double leastSlow = 0.004;      // contrasts: moves u by 0.01 voxel where structure is 14 wide
constexpr double leastStructure = 0.05;  // standard deviation, contrasts
constexpr double byChance = 4;           // times what chance makes of it, squared

/// Fits fields of one kind to values at the middles of blocks, by least squares weighted alike.
class BlockFit {
public:
    BlockFit(const SlowField& kind, const BlockGrid& grid, const std::vector<std::size_t>& blocks, std::vector<double> weights)
        : terms_(kind.terms()),
          weights_(std::move(weights)),
          weight_(std::accumulate(weights_.begin(), weights_.end(), 0.0)),
          products_(gsl_matrix_calloc(terms_, terms_)),
          axes_(gsl_matrix_alloc(terms_, terms_)),
          sizes_(gsl_vector_alloc(terms_)) {
        for (const std::size_t block : blocks) {
            const std::vector<double> basis = kind.basisAt(grid.middle(block));
            basis_.insert(basis_.end(), basis.begin(), basis.end());
        }
        addProducts();
        const GslOwned<gsl_vector> room(gsl_vector_alloc(terms_));
        gsl_linalg_SV_decomp(products_.get(), axes_.get(), sizes_.get(), room.get());
        constexpr double least = 1e-12;  // of the largest: terms that the blocks cannot tell from others
        for (std::size_t term = 1; term < terms_; ++term)
            if (gsl_vector_get(sizes_.get(), term) < least * gsl_vector_get(sizes_.get(), 0))
                gsl_vector_set(sizes_.get(), term, 0);
    }

    /// Coefficients of the field that comes nearest.
    std::vector<double> coefficients(const std::vector<double>& values) const {
        std::vector<double> found(terms_), right(terms_);
        for (std::size_t i = 0; i < values.size(); ++i)
            for (std::size_t term = 0; term < terms_; ++term)
                right[term] += weights_[i] * values[i] * basis_[i * terms_ + term];
        gsl_vector_view answer = gsl_vector_view_array(found.data(), terms_);
        const gsl_vector_const_view given = gsl_vector_const_view_array(right.data(), terms_);
        gsl_linalg_SV_solve(products_.get(), axes_.get(), sizes_.get(), &given.vector, &answer.vector);
        return found;
    }

    /// The field at the blocks.
    std::vector<double> at(const std::vector<double>& coefficients) const {
        std::vector<double> values(weights_.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = std::inner_product(coefficients.begin(), coefficients.end(), basis_.data() + i * terms_, 0.0);
        return values;
    }

    /// Weighted mean over the blocks.
    template <typename ValueAt>
    double mean(ValueAt valueAt) const {
        double sum = 0;
        for (std::size_t i = 0; i < weights_.size(); ++i)
            sum += weights_[i] * valueAt(i);
        return sum / weight_;
    }

private:
    void addProducts() {
        std::vector<double> products(terms_ * terms_);
        for (std::size_t i = 0; i < weights_.size(); ++i) {
            const double* const basis = basis_.data() + i * terms_;
            for (std::size_t row = 0; row < terms_; ++row)
                for (std::size_t column = 0; column < terms_; ++column)
                    products[row * terms_ + column] += weights_[i] * basis[row] * basis[column];
        }
        std::ranges::copy(products, products_->data);
    }

    std::size_t terms_;
    std::vector<double> weights_;
    double weight_;
    std::vector<double> basis_;  // terms of one block, then of the next
    GslOwned<gsl_matrix> products_, axes_;
    GslOwned<gsl_vector> sizes_;
};

/// By how much the two phases are off, squared and averaged: by the offset at the grey between them, and by the gain about it.
double misfit(double gain, double offset) {
    const double between = offset + 0.5 * (gain - 1), about = 0.5 * (gain - 1);
    return between * between + about * about;
}

}  // namespace

std::optional<BlockBrightness> blockBrightness(const BlockGrid& grid, const std::vector<BlockGreys>& fixed,
                                               const std::vector<BlockGreys>& moved) {
    std::vector<std::size_t> blocks;
    for (std::size_t i = 0; i < fixed.size(); ++i)
        if (fixed[i].count > 0 && fixed[i].sd() >= leastStructure && moved[i].sd() >= leastStructure) blocks.push_back(i);
    if (2 * blocks.size() < fixed.size() || blocks.size() < 2) return std::nullopt;

    std::array<int, 3> places{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        places[axis] = static_cast<int>(grid.along(axis));
    const SlowField none(grid.size, places);
    BlockBrightness found{.varying = {none, none}, .slowGain = {}};

    std::vector<double> weights, gains, values;
    for (const std::size_t i : blocks) {
        const double sd = fixed[i].sd();
        weights.push_back(fixed[i].count * sd * sd);
        gains.push_back(moved[i].sd() / sd);
        values.push_back(std::log(gains.back()));
    }
    const BlockFit fit(none, grid, blocks, std::move(weights));
    SlowField &logGain = found.varying.logGain, &offset = found.varying.offset;
    logGain.coefficients = fit.coefficients(values);
    std::vector<double> fitted = fit.at(logGain.coefficients);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        fitted[i] = std::exp(fitted[i]);
        values[i] = moved[blocks[i]].mean() - fitted[i] * fixed[blocks[i]].mean();
    }
    offset.coefficients = fit.coefficients(values);
    const std::vector<double> wholeOffset = fit.at(offset.coefficients);
    found.left = fit.mean([&](std::size_t i) {
        const double between = values[i] - wholeOffset[i], about = 0.5 * (gains[i] / fitted[i] - 1);
        return between * between + about * about;
    });

    for (SlowField* const field : {&logGain, &offset}) {
        const std::vector<double> whole = fit.at(field->coefficients);
        field->coefficients[0] -= fit.mean([&](std::size_t i) { return whole[i]; });
    }
    const std::vector<double> logGains = fit.at(logGain.coefficients), offsets = fit.at(offset.coefficients);
    found.slow = fit.mean([&](std::size_t i) { return misfit(std::exp(logGains[i]), offsets[i]); });
    const auto free = static_cast<double>(blocks.size()) - static_cast<double>(none.terms());
    const double chance = free > 0 ? found.left * static_cast<double>(none.terms() - 1) / free : found.slow;
    found.left = std::sqrt(found.left), found.slow = std::sqrt(found.slow);
    found.isSlow = found.slow > leastSlow && found.slow * found.slow > byChance * chance;
    if (found.isSlow)
        for (std::size_t i = 0; i < grid.count(); ++i)
            found.slowGain.push_back(std::exp(logGain.at(grid.middle(i))));
    return found;
}

}  // namespace coarsen
