// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/regulariser.hpp"

#include "core/synth/random_numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace coarsen {
namespace {

constexpr VolumeSize roughSize{11, 9, 10};

/// White noise: as rough as a displacement can be without folding.
VectorField<double> roughField(double amplitude) {
    RandomNumbers random(3, 1);
    VectorField<double> u(roughSize);
    for (auto& component : u.along)
        for (double& value : component)
            value = amplitude * random.uniform(-1, 1);
    return u;
}

/// Long waves: as a real one is.
VectorField<double> smoothField() {
    VectorField<double> u(roughSize);
    for (int z = 0; z < roughSize.depth; ++z)
        for (int y = 0; y < roughSize.height; ++y)
            for (int x = 0; x < roughSize.width; ++x) {
                const std::size_t i = roughSize.index(x, y, z);
                u.along[0][i] = std::sin(0.2 * x + 0.13 * y), u.along[1][i] = std::cos(0.17 * y - 0.11 * z),
                u.along[2][i] = std::sin(0.15 * z + 0.1 * x + 0.12 * y);
            }
    return u;
}

VectorField<double> gradient(const VectorField<double>& u, RegulariserForm form) {
    Regulariser<double> regulariser(roughSize, form, 1);
    regulariser.energyOf(u);
    VectorField<double> force(roughSize);
    regulariser.pull(-1, u, force);
    return force;
}

/// Calls `body(axis, i)` where centred differences are all there is: two voxels from every face.
template <typename Body>
void eachInner(Body body) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (int z = 2; z < roughSize.depth - 2; ++z)
            for (int y = 2; y < roughSize.height - 2; ++y)
                for (int x = 2; x < roughSize.width - 2; ++x)
                    body(axis, roughSize.index(x, y, z));
}

TEST(Regulariser, AsPrintedIsTheDerivativeOfTheEnergy) {
    const VectorField<double> u = roughField(0.15), d = gradient(u, RegulariserForm::printed);
    Regulariser<double> regulariser(roughSize, RegulariserForm::piola, 1);
    double largest = 0, worst = 0;
    eachInner([&](std::size_t axis, std::size_t i) { largest = std::max(largest, std::abs(d.along[axis][i])); });
    eachInner([&](std::size_t axis, std::size_t i) {
        constexpr double h = 1e-3;
        const auto energyAt = [&](double by) {
            VectorField<double> other = u;
            other.along[axis][i] += by;
            return regulariser.energyOf(other).energy;
        };
        const double numerical = (8 * (energyAt(h) - energyAt(-h)) - (energyAt(2 * h) - energyAt(-2 * h))) / (12 * h);
        worst = std::max(worst, std::abs(numerical - d.along[axis][i]));
    });

    EXPECT_GT(largest, 0.1);
    EXPECT_LE(worst, 1e-6 * largest);
}

TEST(Regulariser, ByPiolaIsTheSameOnASmoothField) {
    const VectorField<double> u = smoothField(), printed = gradient(u, RegulariserForm::printed),
                              piola = gradient(u, RegulariserForm::piola);
    double squares = 0, differences = 0;
    eachInner([&](std::size_t axis, std::size_t i) {
        squares += printed.along[axis][i] * printed.along[axis][i];
        differences += std::pow(printed.along[axis][i] - piola.along[axis][i], 2);
    });

    EXPECT_LE(std::sqrt(differences / squares), 0.03);
}

TEST(Regulariser, OfAStretchIsItsClosedForm) {
    VectorField<double> u(roughSize);
    for (int z = 0; z < roughSize.depth; ++z)
        for (int y = 0; y < roughSize.height; ++y)
            for (int x = 0; x < roughSize.width; ++x)
                u.along[0][roughSize.index(x, y, z)] = 0.2 * x + 0.3 * y, u.along[2][roughSize.index(x, y, z)] = -0.1 * z;
    Regulariser<double> regulariser(roughSize, RegulariserForm::piola, 2);
    const auto regularisation = regulariser.energyOf(u);

    const double j = 0.8 * 1.1;
    EXPECT_NEAR(regularisation.jMin, j, 1e-12);
    EXPECT_NEAR(regularisation.energy, static_cast<double>(roughSize.voxels()) * (j - 1) * std::log(j), 1e-9);
}

}  // namespace
}  // namespace coarsen
