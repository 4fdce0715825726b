// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/slow_field.hpp"

#include <algorithm>

namespace coarsen {

namespace {

constexpr int highestDegree = static_cast<int>(SlowField::mostPowers) - 1;

double raised(double base, int power) {
    double product = 1;
    for (int i = 0; i < power; ++i)
        product *= base;
    return product;
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
    basis.reserve(powers_.size());
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
    return polynomialAt(alongRow(place[1], place[2]), coordinate(place[0]));
}

std::array<double, SlowField::mostPowers * SlowField::mostPowers * SlowField::mostPowers> SlowField::byPowers() const {
    decltype(byPowers()) all{};
    for (std::size_t term = 0; term < powers_.size(); ++term) {
        const auto [x, y, z] = powers_[term];
        all[static_cast<std::size_t>(x) + mostPowers * (static_cast<std::size_t>(y) + mostPowers * static_cast<std::size_t>(z))] =
            coefficients[term];
    }
    return all;
}

}  // namespace coarsen
