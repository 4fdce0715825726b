// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/register/engines.hpp"
#include "core/register/registration.hpp"
#include "core/synth/flow_pair.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace coarsen {
namespace {

using testing::HasSubstr;

Volume flat(const VolumeSize& size, float value = 3) {
    return Volume(size, {}, std::vector<float>(size.voxels(), value));
}

FlowPair smallPair() {
    return flowPair({.size = {16, 16, 16}, .wavelength = 8, .maxU = 0.5}, 1);
}

Registration run(const Volume& fixed, const Volume& moved, const RegistrationSettings& settings = {}, std::stop_token stop = {}) {
    return registerVolumes(fixed, moved, settings, *cpuSimdRegistration(), {}, stop);
}

std::string complaint(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

TEST(RegistrationRefuses, VolumesThatCannotBeCompared) {
    const FlowPair pair = smallPair();

    EXPECT_THAT(complaint([&] {
                    run(pair.fixed, flat({16, 16, 17}));
                }),
                HasSubstr("16 x 16 x 17 voxels, the fixed one 16 x 16 x 16"));
    EXPECT_THAT(complaint([&] {
                    run(flat({16, 16, 16}), pair.moved);
                }),
                HasSubstr("the fixed volume: its valid voxels have one grey"));
    EXPECT_THAT(complaint([&] {
                    run(pair.fixed, flat({16, 16, 16}));
                }),
                HasSubstr("the moved volume: its valid voxels have one grey"));
    EXPECT_THAT(complaint([&] { run(flat({16, 16, 5}), flat({16, 16, 5})); }), HasSubstr("too thin"));
    EXPECT_THAT(complaint([&] { run(flat({1, 1, 40}), flat({1, 1, 40})); }), HasSubstr("too thin"));
}

TEST(RegistrationRefuses, MasksThatLeaveNothingInCommon) {
    const FlowPair pair = smallPair();
    std::vector<std::uint8_t> left(pair.fixed.size().voxels()), right;
    for (std::size_t i = 0; i < left.size(); ++i)
        left[i] = i % 16 < 6, right.push_back(i % 16 > 10);

    EXPECT_THAT(complaint([&] { run(pair.fixed.withMask(left), pair.moved.withMask(right), {{.levels = 1}}); }),
                HasSubstr("no valid voxel of the one lies on a valid voxel of the other"));
}

TEST(RegistrationRefuses, SettingsThatMeanNothing) {
    const FlowPair pair = smallPair();
    const auto with = [&](const RegistrationSettings& settings) {
        return complaint([&] { run(pair.fixed, pair.moved, settings); });
    };

    EXPECT_THAT(with({{.levels = 0}}), HasSubstr("levels"));
    EXPECT_THAT(with({{.lambda = -1}}), HasSubstr("lambda"));
    EXPECT_THAT(with({{.sigma = RegistrationSettings::Sigma{0, false}}}), HasSubstr("sigma"));
    EXPECT_THAT(with({{.sigma = RegistrationSettings::Sigma{1, true}}}), HasSubstr("no R_max"));
    EXPECT_THAT(with({{.presmooth = -1}}), HasSubstr("presmooth"));
}

TEST(RegistrationRefuses, NoSigmaSilently) {
    const FlowPair pair = smallPair();
    const Registration answer = run(pair.fixed, pair.moved);

    ASSERT_EQ(answer.remarks.size(), 1u);
    EXPECT_THAT(answer.remarks[0], HasSubstr("sigma is 6 voxels"));
    EXPECT_EQ(answer.sigma, 6);
}

TEST(RegistrationSays, ThatTheTwoHaveLittleInCommon) {
    FlowPairSettings other;
    other.size = {24, 24, 24}, other.wavelength = 8, other.seed = 9;
    FlowPair pair = flowPair(other, 1);
    other.seed = 10;
    pair.moved = flowPair(other, 1).moved;
    const Registration answer = run(pair.fixed, pair.moved, {{.sigma = RegistrationSettings::Sigma{24, false}}});

    ASSERT_EQ(answer.remarks.size(), 1u);
    EXPECT_THAT(answer.remarks[0], HasSubstr("little in common"));
}

TEST(RegistrationStops, WhenAsked) {
    const FlowPair pair = smallPair();
    std::stop_source stop;
    int calls = 0;
    const Registration answer = registerVolumes(
        pair.fixed, pair.moved, {}, *cpuSimdRegistration(),
        [&](const RegistrationProgress& now) {
            EXPECT_LE(now.evaluations, now.most);
            EXPECT_LT(now.level, now.levels);
            if (++calls == 3) stop.request_stop();
        },
        stop.get_token());

    EXPECT_FALSE(answer.isDone);
    EXPECT_EQ(calls, 3);
}

TEST(RegistrationStops, WithinAnEvaluation) {
    const FlowPair pair = smallPair();
    std::stop_source stop;
    stop.request_stop();
    int calls = 0;

    const Registration answer = registerVolumes(
        pair.fixed, pair.moved, {}, *cpuSimdRegistration(), [&](const RegistrationProgress&) { ++calls; }, stop.get_token());

    EXPECT_FALSE(answer.isDone);
    EXPECT_EQ(calls, 0);
    const RegistrationPair blank{{9, 9, 9}, std::vector<float>(729, 1), std::vector<float>(729, 1), {}, {}};
    ForceSettings force;
    force.threads = {1, stop.get_token()};
    const auto level = cpuSimdRegistration()->plan(blank, force, Flow(blank.size));
    EXPECT_NO_THROW(level->evaluate(leastJacobian)) << "no voxel was looked at, and none is missed";
}

}  // namespace
}  // namespace coarsen
