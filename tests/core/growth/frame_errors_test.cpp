// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of frames that share domains, against plain matrices.
#include "core/growth/frame_errors.hpp"

#include "core/growth/growth_fit.hpp"
#include "core/measure/uncertainty.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace coarsen {
namespace {

using Matrix = std::vector<std::vector<double>>;

std::vector<double> made(std::size_t count, double scale) {
    std::mt19937 random(7);
    std::normal_distribution<double> normal(0, scale);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(normal(random));
    return values;
}

FrameErrors example() {
    return {{0.5, 0.7, 0.6, 1.1, 0.9, 1.4, 1.3}, {0, 0.1, 0.15, 0.6, 0.6, 1.9, 60}, 0.05};
}

/// e_i e_j [0.95 exp(-|s_i - s_j|) + 0.05 delta_ij], as science/fits.md has it.
Matrix covarianceOfExample() {
    const std::vector<double> e = example().errors(), s = {0, 0.1, 0.15, 0.6, 0.6, 1.9, 60};
    Matrix sigma(e.size(), std::vector<double>(e.size()));
    for (std::size_t i = 0; i < e.size(); ++i)
        for (std::size_t j = 0; j < e.size(); ++j)
            sigma[i][j] = e[i] * e[j] * (0.95 * std::exp(-std::abs(s[i] - s[j])) + (i == j ? 0.05 : 0));
    return sigma;
}

std::vector<double> times(const Matrix& matrix, const std::vector<double>& vector) {
    std::vector<double> answer;
    for (const auto& row : matrix) {
        double sum = 0;
        for (std::size_t j = 0; j < row.size(); ++j)
            sum += row[j] * vector[j];
        answer.push_back(sum);
    }
    return answer;
}

Matrix inverse(Matrix a) {  // Gauss and Jordan, with pivots
    const std::size_t count = a.size();
    for (std::size_t i = 0; i < count; ++i) {
        a[i].resize(2 * count);
        a[i][count + i] = 1;
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t pivot = i;
        for (std::size_t k = i; k < count; ++k)
            if (std::abs(a[k][i]) > std::abs(a[pivot][i])) pivot = k;
        std::swap(a[i], a[pivot]);
        for (std::size_t k = 0; k < count; ++k) {
            if (k == i) continue;
            const double factor = a[k][i] / a[i][i];
            for (std::size_t j = i; j < 2 * count; ++j)
                a[k][j] -= factor * a[i][j];
        }
    }
    Matrix answer;
    for (std::size_t i = 0; i < count; ++i) {
        answer.emplace_back(a[i].begin() + static_cast<std::ptrdiff_t>(count), a[i].end());
        for (double& value : answer.back())
            value /= a[i][i];
    }
    return answer;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

TEST(FrameErrors, MultiplyLikeTheirMatrix) {
    const std::vector<double> v = made(7, 1), expected = times(covarianceOfExample(), v);
    const std::vector<double> answer = example().covarianceTimes(v);
    for (std::size_t i = 0; i < v.size(); ++i)
        EXPECT_NEAR(answer[i], expected[i], 1e-12);
}

TEST(FrameErrors, WhitenLikeTheInverseOfTheirMatrix) {
    const std::vector<double> a = made(7, 2);
    const std::vector<double> white = example().whitened(a);
    EXPECT_NEAR(product(white, white), product(a, times(inverse(covarianceOfExample()), a)), 1e-9);
    const std::vector<double> back = example().coloured(white);
    for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_NEAR(back[i], a[i], 1e-12);
}

GrowthSeries sharingSeries() {
    GrowthSeries series;
    const std::vector<double> wobble = made(12, 0.6);
    for (int i = 0; i < 12; ++i) {
        GrowthPoint point;
        point.frame = i;
        point.time = 100.0 + 50 * i;
        point.length = 4 + 0.06 * point.time + wobble[static_cast<std::size_t>(i)];
        point.error = 0.02 * point.length;
        series.points.push_back(point);
    }
    series.neighbourCorrelation = 0.93;
    return series;
}

TEST(FrameErrors, OfPointsFadeWithTheImagesAndWithGrowth) {
    GrowthSeries series = sharingSeries();
    std::vector<double> errors;
    for (GrowthPoint& point : series.points) {
        point.length = 4 + 0.06 * point.time;
        errors.push_back(point.error);
    }
    const FrameErrors found = frameErrors(series.points, series.neighbourCorrelation, errors);
    std::vector<double> first(12);
    first[0] = 1;
    double farthest = series.points[0].length, grown = 0;
    for (std::size_t i = 0; i < 12; ++i) {
        const double next = std::max(farthest, series.points[i].length);
        grown += std::log(next / farthest);
        farthest = next;
        const double alike = std::pow(0.93, 2.0 * static_cast<double>(i)) * std::exp(-grown);
        EXPECT_NEAR(found.covarianceTimes(first)[i], errors[0] * errors[i] * (i == 0 ? 1 : 0.95 * alike), 1e-12);
    }
}

TEST(FrameErrors, AreEachFramesOwnWhereManyNeighboursScatterFreely) {
    constexpr int frames = 400;
    std::mt19937 random(3);
    std::normal_distribution<double> normal(0, 1);
    const auto alike = [&](double scatter) {
        std::vector<GrowthPoint> points;
        std::vector<double> errors;
        for (int i = 0; i < frames; ++i) {
            GrowthPoint point;
            point.frame = i;
            point.time = 1000 + i;
            errors.push_back(0.01 * point.time);
            point.length = point.time + scatter * errors.back() * normal(random);
            points.push_back(point);
        }
        std::vector<double> last(frames);
        last[frames - 1] = 1;
        return frameErrors(points, 0.999, errors).covarianceTimes(last)[frames - 2] / (errors[frames - 2] * errors[frames - 1]);
    };
    EXPECT_NEAR(alike(0), 0.95, 0.01);
    EXPECT_LT(alike(1), 0.6);
}

TEST(FrameErrors, MoveALineLikeTheSandwichOfMatrices) {
    const GrowthSeries series = sharingSeries();
    std::vector<double> errors, one(12, 1), t, y;
    for (const GrowthPoint& point : series.points) {
        errors.push_back(point.error);
        t.push_back(point.time);
        y.push_back(point.length);
    }
    const FrameErrors found = frameErrors(series.points, series.neighbourCorrelation, errors);
    Matrix sigma;
    for (std::size_t i = 0; i < 12; ++i) {
        std::vector<double> unit(12);
        unit[i] = 1;
        sigma.push_back(found.covarianceTimes(unit));
    }
    for (const FitWeights weights : {FitWeights::error, FitWeights::relative, FitWeights::r4, FitWeights::none}) {
        FitSettings settings;
        settings.weights = weights;
        const GrowthFit fit = fitGrowth(series, settings, growthModelNamed("line"));
        std::vector<double> wt, w1;
        for (std::size_t i = 0; i < 12; ++i) {
            const double w = weights == FitWeights::error      ? std::pow(errors[i], -2)
                             : weights == FitWeights::relative ? std::pow(y[i], -2)
                             : weights == FitWeights::r4       ? std::pow(y[i], -4)
                                                               : 1;
            wt.push_back(w * t[i]);
            w1.push_back(w);
        }
        const Matrix normal = inverse({{product(wt, t), product(wt, one)}, {product(w1, t), product(w1, one)}});
        const Matrix middle = {{product(wt, times(sigma, wt)), product(wt, times(sigma, w1))},
                               {product(w1, times(sigma, wt)), product(w1, times(sigma, w1))}};
        double expected = 0;
        for (std::size_t k = 0; k < 2; ++k)
            for (std::size_t l = 0; l < 2; ++l)
                expected += normal[0][k] * middle[k][l] * normal[0][l];
        EXPECT_NEAR(fit.parameters[0].error, std::sqrt(expected), 1e-7 * fit.parameters[0].error);

        // chi^2 and AIC are those of generalised least squares, whatever the weights.
        const Matrix inverseSigma = inverse(sigma);
        const std::vector<double> st = times(inverseSigma, t), s1 = times(inverseSigma, one);
        const Matrix general = inverse({{product(st, t), product(st, one)}, {product(s1, t), product(s1, one)}});
        const double v = general[0][0] * product(st, y) + general[0][1] * product(s1, y),
                     R0 = general[1][0] * product(st, y) + general[1][1] * product(s1, y);
        std::vector<double> rest;
        for (std::size_t i = 0; i < 12; ++i)
            rest.push_back(y[i] - R0 - v * t[i]);
        const double chi2 = product(rest, times(inverseSigma, rest));
        EXPECT_NEAR(fit.chi2Reduced, chi2 / 10, 1e-8 * chi2);
        EXPECT_NEAR(fit.aic, chi2 + 4, 1e-7 * chi2);
    }
}

TEST(FrameErrors, HoldTheTruthAsOftenAsTheyPromise) {
    // 400 series of 20 frames of one growing pattern: errors drawn from the covariance itself.
    std::mt19937 random(11);
    std::normal_distribution<double> normal(0, 1);
    for (const FitWeights weights : {FitWeights::error, FitWeights::relative, FitWeights::none}) {
        int held = 0, held95 = 0;
        constexpr int count = 400;
        for (int trial = 0; trial < count; ++trial) {
            GrowthSeries series;
            std::vector<double> errors;
            for (int i = 0; i < 20; ++i) {
                GrowthPoint point;
                point.frame = i;
                point.time = 1000 + 100.0 * i;
                point.length = 0.015 * point.time;
                point.error = 2e-4 * point.length * point.length;
                errors.push_back(point.error);
                series.points.push_back(point);
            }
            series.neighbourCorrelation = 0.95;
            std::vector<double> news;
            for (int i = 0; i < 20; ++i)
                news.push_back(normal(random));
            const std::vector<double> moved = frameErrors(series.points, 0.95, errors).coloured(news);
            for (std::size_t i = 0; i < 20; ++i)
                series.points[i].length += moved[i];
            FitSettings settings;
            settings.weights = weights;
            const FitParameter n = fitGrowth(series, settings, growthModelNamed("power")).parameters[1];
            held += std::abs(n.value - 1) <= n.error;
            held95 += n.low95 <= 1 && 1 <= n.high95;
        }
        EXPECT_GE(held, 0.60 * count);  // 68 %: 273 +- 9
        EXPECT_LE(held, 0.76 * count);
        EXPECT_GE(held95, 0.92 * count);
    }
}

TEST(SteadiedErrors, LieBetweenTheirOwnAndTheLawOfTheSeries) {
    std::vector<GrowthPoint> points;
    const std::vector<double> noise = made(20, 0.3);
    for (int i = 0; i < 20; ++i) {
        GrowthPoint point;
        point.length = 20 + i;
        point.domains = 2e5 / (point.length * point.length);
        point.cMax = 0.18;
        point.error =
            1.4 * std::exp(noise[static_cast<std::size_t>(i)]) * point.length * relativeErrorFloor(point.cMax, point.domains);
        points.push_back(point);
    }
    const std::vector<double> errors = steadiedErrors(points);
    double own = 0, steadied = 0;  // scatter of the logarithms about the law's
    for (std::size_t i = 0; i < 20; ++i) {
        const double law = 1.4 * points[i].length * relativeErrorFloor(0.18, points[i].domains);
        own += std::pow(std::log(points[i].error / law), 2);
        steadied += std::pow(std::log(errors[i] / law), 2);
    }
    EXPECT_LT(steadied, 0.15 * own);

    points.resize(4);  // too few for a law
    const std::vector<double> few = steadiedErrors(points);
    for (std::size_t i = 0; i < few.size(); ++i)
        EXPECT_EQ(few[i], points[i].error);
}

}  // namespace
}  // namespace coarsen
