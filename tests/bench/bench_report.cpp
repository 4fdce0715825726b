// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bench_report.hpp"

#include "core/base/commit.hpp"
#include "core/base/parallel.hpp"
#include "tests/bench/gpu/benchmark.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <fstream>

namespace coarsen::bench {

namespace {

std::string valueAfterColon(const char* file, const std::string& key) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(key)) return line.substr(std::min(line.size(), line.find_first_of(":=") + 1));
    return {};
}

std::string trimmed(std::string text) {
    text.erase(0, text.find_first_not_of(" \t\"\n"));
    text.erase(text.find_last_not_of(" \t\"\n") + 1);
    return text;
}

std::string todayUtc() {
    const std::time_t now = std::time(nullptr);
    std::array<char, 32> text;
    std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
    return text.data();
}

}  // namespace

Timing timed(std::string name, std::string engine, const std::function<void()>& work, double seconds, int leastRuns) {
    using Clock = std::chrono::steady_clock;
    work();
    std::vector<double> runs;
    const auto start = Clock::now();
    while (static_cast<int>(runs.size()) < leastRuns || std::chrono::duration<double>(Clock::now() - start).count() < seconds) {
        const auto before = Clock::now();
        work();
        runs.push_back(std::chrono::duration<double, std::milli>(Clock::now() - before).count());
    }
    std::sort(runs.begin(), runs.end());
    return {std::move(name), std::move(engine), runs[runs.size() / 2], runs.front(), {}};
}

std::string reportJson(const std::vector<Timing>& timings, const std::map<std::string, std::vector<double>>& counted) {
    nlohmann::ordered_json report;
    report["machine"] = trimmed(valueAfterColon("/proc/cpuinfo", "model name")) + ", " + std::to_string(threadCount()) +
                        " cores, " + trimmed(valueAfterColon("/etc/os-release", "PRETTY_NAME"));
    if (const std::string gpu = gpu::gpuName(); !gpu.empty()) report["gpu"] = gpu;
    report["date"] = todayUtc();
    report["commit"] = commit;
    report["dirty"] = isCommitDirty;
    report["cases"] = nlohmann::ordered_json::array();
    for (const Timing& timing : timings) {
        nlohmann::ordered_json one{
            {"case", timing.name}, {"engine", timing.engine}, {"ms_median", timing.medianMs}, {"ms_min", timing.minMs}};
        if (timing.cpuMs > 0) one["cpu_ms"] = timing.cpuMs;
        if (!timing.ratioTo.empty()) one["ratio_to"] = timing.ratioTo;
        report["cases"].push_back(std::move(one));
    }
    for (const auto& [name, values] : counted)
        report[name] = values;
    return report.dump(2) + "\n";
}

}  // namespace coarsen::bench
