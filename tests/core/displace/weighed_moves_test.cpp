// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/weighed_moves.hpp"

#include "core/synth/random_numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace coarsen {
namespace {

constexpr int across = 9;
constexpr std::size_t middle = 40;

std::vector<Addition> alike(double x, double y, double errorPx) {
    return std::vector<Addition>(across * across, {{x, y}, errorPx, true});
}

TEST(WeighedMoves, WhatScattersByItsErrorsIsNoise) {
    // The flow errs by half an error of the patch, so the additions scatter by sqrt(3/4) of one.
    std::vector<Addition> additions = alike(0, 0, 0.1);
    for (std::size_t i = 0; i < additions.size(); ++i) {
        const double scatter = (i % 2 ? 1 : -1) * std::sqrt(0.75) * 0.1;
        additions[i].move = {scatter, -scatter};
    }
    const Addition answer = weighed(additions, across, 0.5)[middle];
    EXPECT_NEAR(answer.move.x, 0, 1e-9);
    EXPECT_NEAR(answer.move.y, 0, 1e-9);
    EXPECT_NEAR(answer.errorPx, 0.05, 1e-9) << "the flow's own";
}

TEST(WeighedMoves, WhatScattersByMoreStays) {
    const Addition answer = weighed(alike(3, 0, 0.1), across, 0.5)[middle];
    const double real = 4.5 - 0.0075, share = real / 4.5;
    EXPECT_NEAR(answer.move.x, 3 * share, 1e-12);
    EXPECT_EQ(answer.move.y, 0);
    EXPECT_NEAR(answer.errorPx, std::sqrt(0.0025 + real * (1 - share)), 1e-12);
    EXPECT_NEAR(answer.errorPx, 0.1, 0.0001);
}

TEST(WeighedMoves, OneThatMovesDifferentlyStillSaysSo) {
    std::vector<Addition> additions = alike(0, 0, 0.1);
    additions[middle].move = {0.5, -0.1};
    const Addition answer = weighed(additions, across, 0.5)[middle];
    EXPECT_NEAR(answer.move.x, 0.3, 1e-12) << "drawn back by two errors";
    EXPECT_GE(answer.move.y, -0.1);
    EXPECT_EQ(answer.errorPx, 0.1);
}

TEST(WeighedMoves, InvalidOnesStayAndDoNotCount) {
    std::vector<Addition> additions = alike(0, 0, 0.1);
    additions[middle] = {{7, 8}, std::nan(""), false};
    const std::vector<Addition> answers = weighed(additions, across, 0.5);
    EXPECT_EQ(answers[middle].move.x, 7);
    EXPECT_NEAR(answers[middle + 1].errorPx, 0.05, 1e-12);
    const std::vector<Addition> few(8, {{0.05, 0}, 0.1, true});
    EXPECT_EQ(weighed(few, 4, 0.5)[1].move.x, 0.05) << "eight do not say how they scatter";
}

TEST(WeighedMoves, ErrorsHold) {
    // Truth, flow and patches by the model: T = one error of a patch, the flow within half of one, patches that share its error.
    RandomNumbers random(5, 1);
    int within = 0, all = 0;
    double before = 0, after = 0;
    for (int trial = 0; trial < 40; ++trial) {
        std::vector<Addition> additions;
        std::vector<Move> flowRests;
        for (int i = 0; i < across * across; ++i) {
            Addition addition{{0, 0}, 0.1, true};
            Move flowRest{0, 0};
            for (double Move::*axis : {&Move::x, &Move::y}) {
                const double flowNoise = 0.05 * random.normal(), truth = 0.1 * random.normal();
                flowRest.*axis = flowNoise - truth;  // flow less truth
                addition.move.*axis = flowNoise + std::sqrt(0.0075) * random.normal() - flowRest.*axis;
            }
            additions.push_back(addition);
            flowRests.push_back(flowRest);
        }
        const std::vector<Addition> answers = weighed(additions, across, 0.5);
        for (std::size_t i = 0; i < answers.size(); ++i) {
            const double rest = flowRests[i].x + answers[i].move.x;
            within += std::abs(rest) < answers[i].errorPx;
            ++all;
            after += rest * rest;
            before += std::pow(flowRests[i].x + additions[i].move.x, 2);
        }
    }
    EXPECT_LT(after, 0.75 * before);
    EXPECT_NEAR(within, 0.683 * all, 0.05 * all);
}

TEST(WeighedMoves, SmoothFlowErrsLessWhereItsPatchesDoNotOverlap) {
    // Of independent ones (1 + 4 + 1) / 16; of ever the same one nothing is gained.
    EXPECT_NEAR(errorOfSmoothFlow({1000, 1000, 64, 64}), 6.0 / 16, 1e-12);
    EXPECT_NEAR(errorOfSmoothFlow({1000, 1000, 64, 200}), 6.0 / 16, 1e-12);
    EXPECT_NEAR(errorOfSmoothFlow({1000, 1000, 64, 32}), 10.0 / 16, 1e-12);
    EXPECT_NEAR(errorOfSmoothFlow({10000, 1000, 6400, 1}), 1, 1e-3);
}

}  // namespace
}  // namespace coarsen
