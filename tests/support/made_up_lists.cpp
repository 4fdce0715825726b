// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/made_up_lists.hpp"

#include "core/base/error.hpp"
#include "core/growth/models.hpp"
#include "core/growth/weighting.hpp"
#include "core/measure/lengths.hpp"

#include <cmath>
#include <string_view>

namespace coarsen {

namespace {

/// Least squares of a + b sqrt(t), whatever its parameters are called.
ModelFit fitRoot(const WeightedPoints& points) {
    double w = 0, x = 0, xx = 0, y = 0, xy = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double root = std::sqrt(std::max(0.0, points.t[i])), weight = points.weight[i];
        w += weight;
        x += weight * root;
        xx += weight * root * root;
        y += weight * points.length[i];
        xy += weight * root * points.length[i];
    }
    const double determinant = w * xx - x * x;
    if (!(determinant > 0)) return {"all frames have the same time", {}, {}};
    return {{},
            {(xx * y - x * xy) / determinant, (w * xy - x * y) / determinant},
            {xx / determinant, -x / determinant, -x / determinant, w / determinant}};
}

/// Least squares of b sqrt(t).
ModelFit fitRootAlone(const WeightedPoints& points) {
    double xx = 0, xy = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double root = std::sqrt(std::max(0.0, points.t[i]));
        xx += points.weight[i] * root * root;
        xy += points.weight[i] * root * points.length[i];
    }
    if (!(xx > 0)) return {"no frame lies after the quench", {}, {}};
    return {{}, {xy / xx}, {1 / xx}};
}

double valueOfRoot(const std::vector<double>& p, double t) {
    const double root = std::sqrt(std::max(0.0, t));
    return p.size() == 1 ? p[0] * root : p[0] + p[1] * root;
}

std::vector<double> gradientOfRoot(const std::vector<double>& p, double t) {
    const double root = std::sqrt(std::max(0.0, t));
    return p.size() == 1 ? std::vector<double>{root} : std::vector<double>{1, root};
}

GrowthModel law(std::string key, std::string label, std::string equation, std::vector<ModelParameter> parameters) {
    const bool isAlone = parameters.size() == 1;
    return {.key = std::move(key),
            .label = std::move(label),
            .equation = equation,
            .formula = std::move(equation),
            .parameters = std::move(parameters),
            .fit = isAlone ? fitRootAlone : fitRoot,
            .value = valueOfRoot,
            .gradient = gradientOfRoot};
}

}  // namespace

std::vector<GrowthModel> test::madeUpLaws() {
    const ModelParameter w{"w", "w"}, Q{"Q", "Q", 1};
    return {law("made-up", "Made up", "R_max = Q + w t^(1/2)", {Q, w}),
            law("made-up-alone", "Alone", "R_max=w t^(1/2)", {w}),
            law("made-up-amplitude", "Amplitude without exponent", "R_max = Q + A t^(1/2)", {Q, {"A", "A"}}),
            law("made-up-time", "Time without exponent", "R_max = t0 + w t^(1/2)", {{"t0", "t₀", 0, 1}, w}),
            law("made-up-length", "Length without rate", "R_max = R0 + w t^(1/2)", {{"R0", "R₀", 1}, w}),
            law("made-up-exponents", "Half a crossover", "R_max = n1 + n t^(1/2)", {{"n1", "n₁"}, {"n", "n"}}),
            law("made-up-square", "A dimension of its own", "R_max = Q + D t^(1/2)", {Q, {"D", "D", 2, -1}})};
}

const std::vector<GrowthModel>& growthModels() {
    static const std::vector<GrowthModel> list = [] {
        std::vector<GrowthModel> laws = shippedModels();
        for (GrowthModel& made : test::madeUpLaws())
            laws.push_back(std::move(made));
        return laws;
    }();
    return list;
}

const GrowthModel& growthModelNamed(std::string_view key) {
    for (const GrowthModel& model : growthModels())
        if (model.key == key) return model;
    throw SettingError("fit.model", "'" + std::string(key) + "' is no growth model", "one of the list");
}

const std::vector<LengthEstimator>& lengthEstimators() {
    static const std::vector<LengthEstimator> list = [] {
        std::vector<LengthEstimator> lengths = shippedLengths();
        lengths.push_back({.key = "r_made_up", .label = "made-up length", .fromProfile = rHalf});
        return lengths;
    }();
    return list;
}

}  // namespace coarsen
