// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pages/paper_rows.hpp"

namespace coarsen::pages {

namespace {

/// Time of the regulariser's force alone, 240 voxels a side.
Source ofForce(const std::string& kernel, const std::string& memory, int blocks, const std::string& key) {
    return {"tests/bench/results/h200-registration.json",
            "registration_ladder",
            {{"side", 240}, {"kernel", kernel}, {"memory", memory}, {"blocks", blocks}},
            key};
}

Source ofRegistration(int side, const std::string& key) {
    return {"tests/bench/results/h200-registration.json", "registration", {{"side", side}}, key};
}

Source ofSearch(const std::string& memory) {
    return {"tests/bench/results/h200-nlm.json", "non_local_means_ladder", {{"memory", memory}}, "search_ms"};
}

Source ofRound(const std::string& engine, int elements) {
    return {"tests/bench/results/h200-nlm.json", "non_local_means", {{"engine", engine}, {"elements", elements}}, "round_ms"};
}

}  // namespace

std::string lee2012() {
    const std::string made = "products recomputed", reused = "products reused", shared = "shared", local = "shared and local";
    return tableOf({
        {"Fig. 1",
         "time of the force by products made anew or reused, one block a multiprocessor and more",
         "in part: `coarsen-bench --suite volumes` at 128 and 240 voxels a side",
         "reuse 3 times as fast with one block; more blocks 25 to 30 % slower; local memory 6 times as slow as reuse",
         "240³: reuse {} times as fast with one block, {} times with three; anew with two blocks {} times as fast as with one; "
         "local memory {} "
         "times as slow as reuse with three",
         {quotientOf(ofForce(made, shared, 1, "ms"), ofForce(reused, shared, 1, "ms")),
          quotientOf(ofForce(made, shared, 1, "ms"), ofForce(reused, shared, 3, "ms")),
          quotientOf(ofForce(made, shared, 1, "ms"), ofForce(made, shared, 2, "ms")),
          quotientOf(ofForce(made, local, 4, "ms"), ofForce(reused, shared, 3, "ms"))}},
        {"Fig. 2a",
         "a whole registration beside one CPU thread",
         "repeated: `coarsen-bench --suite volumes`, beside `cpu-simd`, whose loops are vectors, on one thread. Ours takes its "
         "own steps, so that time is compared, not work",
         "85 to 129 times; 240³ in 2.5 minutes, 128³ in 24 s",
         "240³ in {} ms, {} times one thread; 128³ in {} ms, {} times",
         {figureOf(ofRegistration(240, "adaptive_ms")),
          quotientOf(ofRegistration(240, "one_cpu_thread_ms"), ofRegistration(240, "adaptive_ms")),
          figureOf(ofRegistration(128, "adaptive_ms")),
          quotientOf(ofRegistration(128, "one_cpu_thread_ms"), ofRegistration(128, "adaptive_ms"))}},
        {"Fig. 2b",
         "arithmetic of the force",
         "in part: as time over the least that the memory allows; their 158 operations a voxel are "
         "not those of our form",
         "11 to 16 GFLOP/s",
         "240³: their reuse {} times the least, ours {} times",
         {figureOf(ofForce(reused, shared, 3, "of_floor")), figureOf({"tests/bench/results/h200-registration.json",
                                                                      "registration_ladder",
                                                                      {{"side", 240}, {"kernel", "ours"}},
                                                                      "of_floor"})}},
        {"Fig. 3",
         "patients' brains aligned, CPU beside GPU",
         "cannot: their pictures are not here; volumes that a known flow has moved stand in, and "
         "`tests/engines/registration_suite_test.cpp` holds CPU and GPU to each other",
         "CPU and GPU at most 0.5 voxel apart",
         "240³: mean error {} voxel, 95 % within {}",
         {figureOf(ofRegistration(240, "error_mean_px")), figureOf(ofRegistration(240, "error_p95_px"))}},
        {"Fig. 4",
         "the search of neighbours with patches in constant, global and texture memory",
         "in part: `coarsen-bench --suite volumes` at 17,500 elements",
         "as long as constant memory takes: global 1.2 times, with a large cache 2.5, texture 6",
         "constant {} ms; global {} times as long, with a large cache {}, texture {}",
         {figureOf(ofSearch("constant")), quotientOf(ofSearch("global, small cache"), ofSearch("constant")),
          quotientOf(ofSearch("global, large cache"), ofSearch("constant")),
          quotientOf(ofSearch("texture"), ofSearch("constant"))}},
        {"Fig. 5a",
         "a round beside a CPU",
         "repeated: `build/bin/volumes_bench`",
         "77 to 93 times two threads; 17,500 elements in 4 s, 175,000 in 4.6 minutes",
         "17,500 in {} ms, {} times 16 threads by `cpu-simd`; 175,000 in {} ms",
         {figureOf(ofRound("gpu-direct", 17500)), quotientOf(ofRound("cpu-simd", 17500), ofRound("gpu-direct", 17500)),
          figureOf(ofRound("gpu-direct", 175000))}},
        {"Fig. 5b",
         "memory's rate in the search",
         "cannot: ours keeps the patches on the chip, its limit are the tensor cores",
         "50 GB/s",
         "175,000 elements: {} times as long as their products alone",
         {figureOf({"tests/bench/results/h200-nlm.json",
                    "non_local_means",
                    {{"engine", "gpu-direct"}, {"elements", 175000}},
                    "search_of_tensor_floor"})}},
        {"Fig. 6",
         "the noisy surface of two boxes smoothed, CPU beside GPU",
         "in part: `tests/engines/nlm_suite_test.cpp` holds the GPU to the CPU and the lists of neighbours to those of all "
         "pairs; of two boxes decision V15 alone tells",
         "CPU and GPU less than 1/4 voxel apart",
         "part of the neighbours that are those of all pairs: {}",
         {figureOf({"tests/bench/results/h200-nlm.json",
                    "non_local_means",
                    {{"engine", "gpu-direct"}, {"elements", 175000}},
                    "agreement"})}},
        {"Fig. 7", "white matter smoothed", "cannot: their pictures are not here", "", "", {}},
        {"Table 1",
         "registers and memory of the force's kernels",
         "repeated: `coarsen-bench --suite volumes`",
         "anew 63 registers, with local memory 35, reused 24",
         "anew {} registers and {} bytes of shared memory, with local memory {} registers, reused {} with one block and {} with "
         "three",
         {wholeOf(ofForce(made, shared, 1, "registers")), wholeOf(ofForce(made, shared, 1, "shared_bytes")),
          wholeOf(ofForce(made, local, 4, "registers")), wholeOf(ofForce(reused, shared, 1, "registers")),
          wholeOf(ofForce(reused, shared, 3, "registers"))}},
        {"Table 2",
         "numbers that an element keeps: 320",
         "repeated: `tests/bench/gpu/nlm_ladder.cu` keeps patch, distances and lists",
         "",
         "",
         {}},
    });
}

}  // namespace coarsen::pages
