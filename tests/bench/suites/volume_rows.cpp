// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/suites/volume_rows.hpp"

#include <algorithm>

namespace coarsen::bench {

namespace {

/// Number as JSON; null for 0, which is not known.
Json told(int number) {
    return number > 0 ? Json(number) : Json();
}

}  // namespace

Json registrationRow(const RegistrationTiming& timing) {
    Json descents = Json::array();
    for (const double ms : timing.descentMs)
        descents.push_back(known(ms));
    return {{"device", timing.device},
            {"side", timing.side},
            {"copy_gb_per_s", known(timing.copyGBps)},
            {"floor_ms", known(timing.floorMs())},
            {"energy_and_force_ms", known(timing.energyAndForceMs)},
            {"step_and_bend_ms", known(timing.stepAndRegularisationMs)},
            {"force_ms", known(timing.forceMs)},
            {"smooth_x_and_y_ms", known(timing.smoothXAndYMs)},
            {"smooth_z_and_carry_ms", known(timing.smoothZAndCarryMs)},
            {"evaluation_ms", known(timing.evaluationMs())},
            {"printed_force_ms", known(timing.printedForceMs)},
            {"evaluation_of_floor", known(timing.evaluationMs() / timing.floorMs())},
            {"same_work_evaluations", RegistrationTiming::evaluationsOfSameWork},
            {"same_work_ms", known(timing.sameWorkMs)},
            {"same_work_of_floor", known(timing.sameWorkMs / RegistrationTiming::evaluationsOfSameWork / timing.floorMs())},
            {"level_ms", known(timing.levelMs)},
            {"brightness", timing.brightness},
            {"adaptive_ms", known(timing.adaptiveMs)},
            {"one_cpu_thread_ms", timing.oneCpuThreadMs > 0 ? known(timing.oneCpuThreadMs) : Json()},
            {"levels_ms", known(timing.levelsMs)},
            {"whole_ms", known(timing.wholeMs)},
            {"evaluations", timing.evaluations},
            {"error_mean_px", known(timing.errorMean)},
            {"error_p95_px", known(timing.error95)},
            {"j_min", known(timing.jMin)},
            {"descent_ms", descents},
            {"answer_ms", known(timing.answerMs)},
            {"pyramid_ms", known(timing.pyramidMs)},
            {"drift_ms", known(timing.driftMs)}};
}

Json nlmRow(const NlmTiming& timing) {
    const bool hasPeak = timing.tensorTflops > 0;
    return {{"engine", timing.engine},
            {"device", timing.device},
            {"elements", timing.elements},
            {"m", timing.m},
            {"first_ms", known(timing.firstMs)},
            {"search_ms", known(timing.searchMs)},
            {"sweeps_ms", known(timing.sweepsMs)},
            {"round_ms", known(timing.roundMs)},
            {"search_tflops", known(timing.tflops())},
            {"tensor_tflops", hasPeak ? known(timing.tensorTflops) : Json()},
            {"search_of_tensor_floor", hasPeak ? known(timing.tensorTflops / timing.tflops()) : Json()},
            {"doubtful_rows", hasPeak ? Json(timing.doubtfulRows) : Json()},
            {"agreement", timing.agreement}};
}

Json regulariserRows(const std::vector<RegulariserTiming>& ladder) {
    Json rows = Json::array();
    for (const RegulariserTiming& timing : ladder)
        rows.push_back({{"device", timing.device},
                        {"side", timing.side},
                        {"kernel", timing.kernel},
                        {"memory", timing.memory},
                        {"blocks", told(timing.blocks)},
                        {"registers", told(timing.registers)},
                        {"local_bytes", timing.registers > 0 ? Json(timing.localBytes) : Json()},
                        {"shared_bytes", timing.registers > 0 ? Json(timing.sharedBytes) : Json()},
                        {"ms", known(timing.ms)},
                        {"ratio_first", known(std::ranges::find(ladder, timing.side, &RegulariserTiming::side)->ms / timing.ms)},
                        {"floor_ms", known(timing.floorMs)},
                        {"of_floor", known(timing.ms / timing.floorMs)},
                        {"max_difference", known(timing.maxDifference)}});
    return rows;
}

Json nlmLadderRows(const std::vector<NlmLadderTiming>& ladder) {
    Json rows = Json::array();
    for (const NlmLadderTiming& timing : ladder)
        rows.push_back({{"memory", timing.memory},
                        {"device", timing.device},
                        {"elements", timing.elements},
                        {"m", timing.m},
                        {"search_ms", known(timing.searchMs)},
                        {"ratio_first", known(std::ranges::find(ladder, timing.elements, &NlmLadderTiming::elements)->searchMs /
                                              timing.searchMs)},
                        {"agreement", timing.agreement}});
    return rows;
}

}  // namespace coarsen::bench
