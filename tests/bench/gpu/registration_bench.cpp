// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/registration_bench.hpp"

#include "core/register/engines.hpp"
#include "core/register/registration.hpp"
#include "core/settings/fields.hpp"
#include "core/synth/flow_errors.hpp"
#include "core/synth/flow_pair.hpp"
#include "gpu/device/device.hpp"
#include "gpu/register/device_level.hpp"
#include "gpu/register/registration_engine.hpp"
#include "tests/bench/gpu/stopwatch.hpp"

#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <utility>

namespace coarsen::gpu {

namespace {

constexpr double wavelengthOfCube = 14, sigmaOfCube = 0.4 * wavelengthOfCube;
constexpr int largestOnOneThread = 240;  // beyond it a CPU takes minutes

class RegistrationBench {
public:
    RegistrationBench(const Device& device, int side, const std::string& brightness, double copyGBps)
        : engine_(directRegistration({device})),
          pair_(flowPair({.size = {side, side, side}, .wavelength = wavelengthOfCube, .seed = 2})) {
        timing_.device = device.name;
        timing_.side = side;
        timing_.brightness = brightness;
        timing_.copyGBps = copyGBps;
    }

    RegistrationTiming time() {
        parts();
        sameWork();
        whole();
        return timing_;
    }

private:
    void parts() {
        using Part = DeviceLevel::Part;
        const auto levels = engine_->levels(pair_.fixed, pair_.moved, {.levels = 1});
        const auto timeOf = [&](const ForceSettings& force, std::initializer_list<std::pair<Part, double*>> parts) {
            const auto made = levels->level(0, force, {});
            auto& level = dynamic_cast<DeviceLevel&>(*made);
            level.evaluate(-1e9);
            level.accept();
            level.step(0.5);
            for (const auto& [part, ms] : parts)
                *ms = timed(
                          level.stream(), [&, part = part] { level.queue(part); }, 0.05)
                          .medianMs;
        };
        timeOf({.sigma = sigmaOfCube}, {{Part::energyAndForce, &timing_.energyAndForceMs},
                                        {Part::regularisation, &timing_.stepAndRegularisationMs},
                                        {Part::force, &timing_.forceMs},
                                        {Part::smoothXAndY, &timing_.smoothXAndYMs},
                                        {Part::smoothZAndCarry, &timing_.smoothZAndCarryMs}});
        timeOf({.sigma = sigmaOfCube, .form = RegulariserForm::printed}, {{Part::force, &timing_.printedForceMs}});
    }

    void sameWork() {
        const auto work = [&](int evaluations) {
            std::vector<Flow> answers;  // whose memory goes when no clock runs
            return timedOnHost(
                       [&] {
                           const auto levels = engine_->levels(pair_.fixed, pair_.moved, {.levels = 1});
                           const auto level = levels->level(0, {.sigma = sigmaOfCube}, {});
                           for (int i = 0; i < evaluations; ++i) {
                               level->evaluate(-1e9);
                               level->accept();
                               level->step(0.01);
                           }
                           answers.push_back(level->displacement());
                       },
                       timing_.side > 300 ? 1 : 3)
                .medianMs;
        };
        timing_.levelMs = work(0);
        timing_.sameWorkMs = work(RegistrationTiming::evaluationsOfSameWork);
    }

    void whole() {
        const int runs = timing_.side > 300 ? 3 : 5;
        RegistrationSettings settings;
        settings.sigma = RegistrationSettings::Sigma{sigmaOfCube, false};
        settings.evolving = Evolving::no;
        writeField<FlowSettings>(FlowSettings::fields(), "registration", "brightness", settings, timing_.brightness);
        Registration answer;
        std::vector<Registration> answers;  // whose memory goes when no clock runs
        const auto all = [&](const std::function<void(const RegistrationProgress&)>& progressed) {
            answers.push_back(std::exchange(answer, {}));
            answer = registerVolumes(pair_.fixed, pair_.moved, settings, *engine_, progressed);
        };
        timing_.adaptiveMs = timedOnHost([&] { all({}); }, runs).medianMs;
        answers.clear();
        if (timing_.side <= largestOnOneThread) timing_.oneCpuThreadMs = onOneCpuThread(settings);
        split(all);
        const EndPointErrors errors = endPointErrors(answer.u.size, answer.u.along, pair_.u);
        timing_.evaluations = answer.evaluations;
        timing_.errorMean = errors.mean(), timing_.error95 = errors.percentile(0.95);
        timing_.jMin = answer.jacobians.least;
        settings.sigma = std::nullopt, settings.wavelength = wavelengthOfCube;
        timing_.wholeMs = timedOnHost([&] { all({}); }, runs).medianMs;
    }

    double onOneCpuThread(RegistrationSettings settings) const {
        settings.threads = 1;
        const auto engine = cpuSimdRegistration();
        const auto before = std::chrono::steady_clock::now();
        const Registration answer = registerVolumes(pair_.fixed, pair_.moved, settings, *engine);
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
    }

    /// Where the time of one goes.
    template <typename Work>
    void split(Work work) {
        using Clock = std::chrono::steady_clock;
        auto before = Clock::now();
        const auto sinceBefore = [&] {
            const auto now = Clock::now();
            return std::chrono::duration<double, std::milli>(now - std::exchange(before, now)).count();
        };
        timing_.levelsMs = 0, timing_.descentMs.clear();
        work([&](const RegistrationProgress& progress) {
            if (timing_.levelsMs == 0) timing_.levelsMs = sinceBefore();
            timing_.descentMs.resize(static_cast<std::size_t>(progress.levels));
            timing_.descentMs[static_cast<std::size_t>(progress.level)] += sinceBefore();
        });
        timing_.answerMs = sinceBefore();
        const auto levels = engine_->levels(pair_.fixed, pair_.moved, {});
        timing_.pyramidMs = sinceBefore();
        levels->drift();
        timing_.driftMs = sinceBefore();
    }

    std::shared_ptr<const RegistrationEngine> engine_;
    FlowPair pair_;
    RegistrationTiming timing_;
};

}  // namespace

void benchmarkRegistration(const std::vector<int>& sides, const std::string& brightness,
                           const std::function<void(const RegistrationTiming&)>& done) {
    const DeviceList list = devices();
    if (list.devices.empty() || !list.devices.front().unavailable.empty()) return;
    const Device& device = list.devices.front();
    device.makeCurrent();
    const double rate = copyGBps();
    for (const int side : sides) {
        try {
            done(RegistrationBench(device, side, brightness, rate).time());
        } catch (const OutOfGpuMemory&) {
            continue;
        }
    }
}

}  // namespace coarsen::gpu
