// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/self_test.hpp"

#include "core/selftest/cases.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace coarsen {

namespace {

struct Group {
    const char* name;
    void (*cases)(SelfTestRun&);
    SelfTestSuite suite = SelfTestSuite::images;
};

constexpr std::array groups{
    Group{"Engines", engineCases},
    Group{"Thin ring", thinRingCases},
    Group{"Growing ring", growingRingCases},
    Group{"Growth as t^(1/3)", cubeRootCases},
    Group{"The same pattern growing", zoomedRingCases},
    Group{"Errors of growth laws", lawErrorCases},
    Group{"Noise alone", structurelessCases},
    Group{"Pictures that mislead", misreadCases},
    Group{"Small structures", smallRingCases},
    Group{"Eq. 1 without mean removal", rawEquationCases},
    Group{"Light", lightCases},
    Group{"Dust", dustCases},
    Group{"Light and dust", lightAndDustCases},
    Group{"Noise", noiseCases},
    Group{"Light, dust, noise", allFaultCases},
    Group{"Drift", driftCases},
    Group{"Drift, light, dust, noise", faultyDriftCases},
    Group{"Phase separation", phaseSeparationCases},
    Group{"Files of volumes", containerCases, SelfTestSuite::volumes},
    Group{"Files that are wrong", badVolumeCases, SelfTestSuite::volumes},
    Group{"C3D", c3dCases, SelfTestSuite::volumes},
    Group{"Lengths of volumes", volumeLengthCases, SelfTestSuite::volumes},
    Group{"Errors of volumes", volumeErrorCases, SelfTestSuite::volumes},
    Group{"Drift of volumes", volumeDriftCases, SelfTestSuite::volumes},
    Group{"Surfaces", surfaceCases, SelfTestSuite::volumes},
    Group{"Neighbours on surfaces", neighbourCases, SelfTestSuite::volumes},
    Group{"Surfaces with noise", denoiseCases, SelfTestSuite::volumes},
    Group{"GPU against CPU", volumeGpuCases, SelfTestSuite::volumes},
    Group{"Registration", registrationCases, SelfTestSuite::volumes},
    Group{"Flows by default", defaultFlowCases, SelfTestSuite::volumes},
    Group{"Surfaces by default", defaultSurfaceCases, SelfTestSuite::volumes},
};

}  // namespace

const Fields<SelfTestSettings>& SelfTestSettings::fields() {
    using S = SelfTestSettings;
    static const Fields<S> list = {
        booleanField("quick", &S::isQuick, {"Quick", "Make a quick test, under a minute on two cores."}),
        choiceField("suite", &S::suite, {"images", "volumes", "all"}, {"Suite", "Part that is tested."}),
    };
    return list;
}

std::vector<SelfTestCase> selfTest(const Engines& engines, const SelfTestSettings& settings, const SelfTestListener& listener,
                                   std::stop_token stop) {
    SelfTestRun run(engines, settings.isQuick, listener, stop);
    std::vector<Group> asked;
    std::ranges::copy_if(groups, std::back_inserter(asked), [&](const Group& group) {
        return settings.suite == SelfTestSuite::all || group.suite == settings.suite;
    });
    try {
        for (std::size_t i = 0; i < asked.size(); ++i) {
            run.enter(static_cast<int>(i), static_cast<int>(asked.size()), asked[i].name);
            asked[i].cases(run);
        }
    } catch (const SelfTestStopped&) {  // the cases before it stand
    }
    return std::move(run.cases);
}

}  // namespace coarsen
