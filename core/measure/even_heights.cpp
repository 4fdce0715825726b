// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/even_heights.hpp"

#include "core/measure/small_radii.hpp"

#include <gsl/gsl_linalg.h>

#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

namespace coarsen {

namespace {

constexpr std::size_t first = fineStepsAPixel, last = 3 * fineStepsAPixel, farthest = 4 * fineStepsAPixel;

std::vector<double> sharesOfUnitMap() {
    constexpr int maxLag = 12;
    std::vector<double> map((2 * maxLag + 1) * (maxLag + 1));
    map[maxLag] = 1;
    std::vector<double> shares = fineCurve(map, maxLag, 1).value;
    assert(shares.size() > farthest);
    shares.resize(farthest + 1);
    return shares;
}

/// The height of the even powers of R that fit C1D best, as weights of C1D at R = 1 to 3 px less what C2D(0, 0) has in it.
class EvenPowers {
public:
    /// Fits `count` powers: 1, R^2, R^4...
    explicit EvenPowers(std::size_t count) {
        std::array<std::vector<double>, last - first + 1> rows;
        std::vector<double> normal(count * count), ofHeight(count), solution(count);
        for (std::size_t i = first; i <= last; ++i) {
            std::vector<double>& row = rows[i - first];
            row.push_back(1 - sharesOfOrigin()[i]);  // a height takes part of C2D(0, 0) away from the spike
            for (std::size_t power = 1; power < count; ++power)
                row.push_back(std::pow(static_cast<double>(i) / last, 2 * static_cast<double>(power)));
            for (std::size_t a = 0; a < count; ++a)
                for (std::size_t b = 0; b < count; ++b)
                    normal[a * count + b] += row[a] * row[b];
        }
        ofHeight[0] = 1;
        gsl_matrix_view matrix = gsl_matrix_view_array(normal.data(), count, count);
        const gsl_vector_const_view height = gsl_vector_const_view_array(ofHeight.data(), count);
        gsl_vector_view found = gsl_vector_view_array(solution.data(), count);
        gsl_linalg_cholesky_decomp1(&matrix.matrix);
        gsl_linalg_cholesky_solve(&matrix.matrix, &height.vector, &found.vector);
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t power = 0; power < count; ++power)
                weights_[i] += solution[power] * rows[i][power];
    }

    double heightOf(const std::vector<double>& fine) const {
        double height = 0;
        for (std::size_t i = first; i <= last; ++i)
            height += weights_[i - first] * (fine[i] - sharesOfOrigin()[i] * fine[0]);
        return height;
    }

private:
    std::array<double, last - first + 1> weights_{};
};

}  // namespace

std::span<const double> sharesOfOrigin() {
    static const std::vector<double> shares = sharesOfUnitMap();
    return shares;
}

std::optional<EvenHeights> evenHeights(const RadialProfile& profile) {
    static const EvenPowers toSecond(2), toFourth(3), toSixth(4);
    const std::vector<double>& fine = profile.fine.value;
    if (profile.dimensions != 2 || fine.size() <= farthest) return std::nullopt;
    return EvenHeights{toSecond.heightOf(fine), toFourth.heightOf(fine), toSixth.heightOf(fine)};
}

}  // namespace coarsen
