// SPDX-License-Identifier: GPL-3.0-or-later
// The C++ side of python_call.py: calls correlate() each time that it is asked to.
#include "core/base/sha256.hpp"
#include "core/correlate/correlate.hpp"
#include "core/correlate/engines.hpp"
#include "tests/support/run_by_hand.hpp"

#include <chrono>
#include <cstdio>
#include <iostream>
#include <span>
#include <vector>

namespace {

using namespace coarsen;

struct Wanted {
    int width = 1500, height = 750, maxLag = 250, threads = 1;
};

int answer(const Wanted& wanted) {
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(wanted.width) * static_cast<std::size_t>(wanted.height));
    if (!std::cin.read(reinterpret_cast<char*>(pixels.data()), static_cast<std::streamsize>(pixels.size())))
        throw InputError("standard input", "it ends before the image does", "give its bytes, row by row");
    const MaskedImage image{{wanted.width, wanted.height, std::move(pixels)}, {}};
    for (char asked = 0; std::cin.get(asked);) {
        const auto start = std::chrono::steady_clock::now();
        PlanShape shape{.width = wanted.width,
                        .height = wanted.height,
                        .maxLag = wanted.maxLag,
                        .type = image.image.type(),
                        .threads = wanted.threads};
        const EngineChoice choice = choose(cpuEngines(), "auto", shape);
        const CorrelationMap map =
            correlate(image, {}, MeanMode::global, NormMode::count, wanted.maxLag, choice.engine, wanted.threads);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        std::printf("%.6f %s\n", took.count(), sha256(std::as_bytes(std::span(map.values()))).c_str());
        std::fflush(stdout);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    Wanted wanted;
    CLI::App app{
        "Reads an 8-bit image from standard input, row by row; then correlates it with itself each time that another byte comes, "
        "and "
        "prints the wall time of the call in ms with the SHA-256 of C2D. python_call.py compares Python's call with it.",
        "correlate_call"};
    app.add_option("WIDTH", wanted.width, "Width of the image in pixels")->check(test::countFrom(2))->capture_default_str();
    app.add_option("HEIGHT", wanted.height, "Height of the image in pixels")->check(test::countFrom(2))->capture_default_str();
    app.add_option("MAXLAG", wanted.maxLag, "Largest offset R in pixels")->check(test::countFrom(1))->capture_default_str();
    app.add_option("THREADS", wanted.threads, "Threads")->check(test::countFrom(1))->capture_default_str();
    return test::runByHand(app, argc, argv, [&] { return answer(wanted); });
}
