// SPDX-License-Identifier: GPL-3.0-or-later
// Volumes on a GPU: C3D and registration, on the device and from memory to memory, against what the chip allows; a round of
// non-local means against the rate of its tensor cores, and the paper's own search.
#include "tests/bench/gpu/volumes_bench.hpp"

#include "core/base/files.hpp"
#include "tests/bench/gpu/shared_registration_bench.hpp"
#include "tests/bench/suites/volume_rows.hpp"
#include "tests/support/run_by_hand.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace coarsen;

nlohmann::ordered_json rowOf(const VolumesTiming& timing) {
    return {{"device", timing.device},
            {"side", timing.side},
            {"masked", timing.isMasked},
            {"reach", timing.reach.x},
            {"padded", {timing.padded.width, timing.padded.height, timing.padded.depth}},
            {"plan_ms", timing.planMs},
            {"device_sums_ms", timing.sumsMs},
            {"device_sums_and_blocks_ms", timing.leaveOneMs},
            {"device_round_trip_ms", timing.roundTripMs},
            {"sums_of_round_trip", timing.ofRoundTrip()},
            {"upload_ms", timing.uploadMs},
            {"upload_gb_per_s", timing.uploadGBps()},
            {"host_sums_ms", timing.hostSumsMs},
            {"host_sums_and_blocks_ms", timing.hostLeaveOneMs},
            {"lengths_ms", timing.lengthsMs},
            {"lengths_with_errors_ms", timing.lengthsWithErrorsMs},
            {"max_error", timing.maxError}};
}

nlohmann::ordered_json rowOf(const SharedRegistrationTiming& timing) {
    return {{"device", timing.device},
            {"side", timing.side},
            {"gpus", timing.gpus},
            {"shared_levels", timing.sharedLevels},
            {"same_work_evaluations", SharedRegistrationTiming::evaluationsOfSameWork},
            {"same_work_ms", timing.sameWorkMs},
            {"level_ms", timing.levelMs},
            {"largest_difference_from_one_gpu_px", timing.apart},
            {"adaptive_ms", timing.adaptiveMs},
            {"evaluations", timing.evaluations},
            {"error_mean_px", timing.errorMean}};
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<int> sides{64, 128, 256, 512};
    std::vector<int> registered{128, 240, 256, 512}, climbed{128, 240}, shared{256, 512};
    int largestCompared = 256;
    std::string json, brightness = "local";
    NlmBenchOptions nlm;
    CLI::App app{
        "Times C3D of cubes on the first GPU, not masked and masked: on the device beside one forward and one inverse "
        "transform of the padded size, from memory to memory, and down to lengths with their errors; and the registration of "
        "cubes that a known flow has moved, with the paper's ways to its force; and rounds of non-local means beside the rate of "
        "the tensor cores and the paper's own search. Prints JSON.",
        "volumes_bench"};
    app.add_option("SIDES", sides, "Sides of the cubes in voxels")->check(coarsen::test::countFrom(8))->capture_default_str();
    app.add_option("--compare-up-to", largestCompared, "Largest side that is compared with cpu-fft")->capture_default_str();
    app.add_option("--register", registered, "Sides of the cubes that are registered; 0: none")->capture_default_str();
    app.add_option("--brightness", brightness, "What may differ between the two: local, whole or same")
        ->check(CLI::IsMember({"local", "whole", "same"}))
        ->capture_default_str();
    app.add_option("--share", shared, "And of those whose registration several GPUs share; 0: none")->capture_default_str();
    app.add_option("--ladder", climbed, "Sides of the cubes whose force is made in the paper's ways, too; 0: none")
        ->capture_default_str();
    app.add_option("--elements", nlm.elements, "Elements of the bands that non-local means compare; 0: none")
        ->capture_default_str();
    app.add_option("--raw", nlm.rawFolder, "Write their patches there, float32 in rows of 128")->type_name("FOLDER");
    app.add_option("--json", json, "Write it to this file, too")->type_name("FILE");
    return coarsen::test::runByHand(app, argc, argv, [&] {
        nlohmann::ordered_json rows = nlohmann::ordered_json::array();
        gpu::benchmarkVolumes(sides, largestCompared, [&](const VolumesTiming& timing) {
            rows.push_back(rowOf(timing));
            std::fprintf(stderr, "%d^3%s: %.3f ms on the device, %.2f of a round trip\n", timing.side,
                         timing.isMasked ? " masked" : "", timing.sumsMs, timing.ofRoundTrip());
        });
        nlohmann::ordered_json registrations = nlohmann::ordered_json::array();
        std::erase(registered, 0);
        gpu::benchmarkRegistration(registered, brightness, [&](const RegistrationTiming& timing) {
            registrations.push_back(bench::registrationRow(timing));
            std::fprintf(stderr, "%d^3: 400 evaluations in %.1f ms, registered in %.1f ms with a mean error of %.3f px\n",
                         timing.side, timing.sameWorkMs, timing.adaptiveMs, timing.errorMean);
        });
        nlohmann::ordered_json sharings = nlohmann::ordered_json::array();
        std::erase(shared, 0);
        gpu::benchmarkSharedRegistration(shared, [&](const SharedRegistrationTiming& timing) {
            sharings.push_back(rowOf(timing));
            std::fprintf(stderr, "%d^3 on %d GPUs, %d levels shared: 400 evaluations in %.1f ms, registered in %.1f ms\n",
                         timing.side, timing.gpus, timing.sharedLevels, timing.sameWorkMs, timing.adaptiveMs);
        });
        std::vector<RegulariserTiming> ladder;
        std::erase(climbed, 0);
        gpu::benchmarkRegistrationLadder(climbed, [&](const RegulariserTiming& timing) {
            ladder.push_back(timing);
            std::fprintf(stderr, "%d^3: %s, %s memory, %d blocks: %.4f ms, %.2f of the floor, off by %.1e\n", timing.side,
                         timing.kernel.c_str(), timing.memory.c_str(), timing.blocks, timing.ms, timing.ms / timing.floorMs,
                         timing.maxDifference);
        });
        nlohmann::ordered_json rounds = nlohmann::ordered_json::array();
        std::vector<NlmLadderTiming> nlmLadder;
        std::erase(nlm.elements, std::size_t{0});
        gpu::benchmarkNlm(
            nlm,
            [&](const NlmTiming& timing) {
                rounds.push_back(bench::nlmRow(timing));
                std::fprintf(stderr, "%s: %zu elements: %.3f ms search, %.3f ms a round, %.1f TFLOP/s, %.5f as by all pairs\n",
                             timing.engine.c_str(), timing.elements, timing.searchMs, timing.roundMs, timing.tflops(),
                             timing.agreement);
            },
            [&](const NlmLadderTiming& timing) {
                nlmLadder.push_back(timing);
                std::fprintf(stderr, "as in the paper, %s memory: %zu elements: %.1f ms search, %.5f as by all pairs\n",
                             timing.memory, timing.elements, timing.searchMs, timing.agreement);
            });
        const std::string text = nlohmann::ordered_json{{"cases", rows},
                                                        {"registration", registrations},
                                                        {"registration_ladder", bench::regulariserRows(ladder)},
                                                        {"shared_registration", sharings},
                                                        {"non_local_means", rounds},
                                                        {"non_local_means_ladder", bench::nlmLadderRows(nlmLadder)}}
                                     .dump(1) +
                                 "\n";
        std::fputs(text.c_str(), stdout);
        if (!json.empty()) writeWhole(json, text);
        return 0;
    });
}
