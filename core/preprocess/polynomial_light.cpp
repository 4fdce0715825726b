// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/polynomial_light.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace coarsen {

namespace {

/// Row of a polynomial whose degree the compiler knows: its coefficients stay in registers.
template <int degree>
void fillRow(const float* inX, float start, float step, std::span<float> light) {
    const int width = static_cast<int>(light.size());
    float* const values = light.data();
    std::array<float, degree + 1> c;
    std::copy_n(inX, degree + 1, c.begin());
    for (int x = 0; x < width; ++x) {
        const float place = start + step * static_cast<float>(x);
        float value = c[degree];
        for (int power = degree; power-- > 0;)
            value = value * place + c[static_cast<std::size_t>(power)];
        values[x] = value;
    }
}

constexpr std::array fillRowOf{fillRow<0>, fillRow<1>, fillRow<2>, fillRow<3>, fillRow<4>, fillRow<5>, fillRow<6>};
static_assert(fillRowOf.size() == highestPolynomialDegree + 1);

}  // namespace

PolynomialLight::PolynomialLight(int width, int height, int degree, std::span<const std::pair<int, int>> powers,
                                 std::span<const double> coefficients)
    : degree_(degree), inX_(static_cast<std::size_t>(height) * static_cast<std::size_t>(degree + 1), 0.0F) {
    if (width > 1) start_ = -1, step_ = 2 / static_cast<float>(width - 1);
    std::array<double, highestPolynomialDegree + 1> inY{};
    for (int y = 0; y < height; ++y) {
        for (int power = 0; power <= degree; ++power)
            inY[static_cast<std::size_t>(power)] = std::pow(placeAcross(y, height), power);
        float* const row = inX_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(degree + 1);
        for (std::size_t k = 0; k < powers.size(); ++k)
            row[powers[k].first] += static_cast<float>(coefficients[k] * inY[static_cast<std::size_t>(powers[k].second)]);
    }
}

float PolynomialLight::at(int x, int y) const {
    const float* const c = inX(y);
    const float place = start_ + step_ * static_cast<float>(x);
    float value = c[degree_];
    for (int power = degree_; power-- > 0;)
        value = value * place + c[power];
    return value;
}

void PolynomialLight::row(int y, std::span<float> light) const {
    fillRowOf[static_cast<std::size_t>(degree_)](inX(y), start_, step_, light);
}

}  // namespace coarsen
