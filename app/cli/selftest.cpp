// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/field_options.hpp"
#include "app/cli/progress.hpp"
#include "core/base/version.hpp"
#include "core/selftest/self_test.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

namespace coarsen::cli {

namespace {

/// Four digits, for people.
std::string rounded(double value) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 4).ptr;
    return {text.data(), end};
}

void printHead() {
    std::printf("%-6s %-26s %-58s %10s %10s %10s %10s %11s\n", "", "case", "quantity", "measured", "truth", "error", "allowed",
                "uncorrected");
}

void printRow(const SelfTestCase& test) {
    if (!test.absent.empty()) {
        const std::string allowed = rounded(test.tolerance) + (test.unit.empty() ? "" : " " + test.unit);
        std::printf("%-6s %-26s %-58s %10s %10s %10s %10s\n", "-", test.name.c_str(), test.quantity.c_str(), "", "",
                    test.absent.c_str(), allowed.c_str());
        std::fflush(stdout);
        return;
    }
    const auto inUnit = [&](double value) { return rounded(value) + (test.unit.empty() ? "" : " " + test.unit); };
    std::printf("%-6s %-26s %-58s %10s %10s %10s %10s %11s\n", test.passed ? "ok" : "WRONG", test.name.c_str(),
                test.quantity.c_str(), rounded(test.measured).c_str(), rounded(test.truth).c_str(), inUnit(test.error).c_str(),
                inUnit(test.tolerance).c_str(), std::isnan(test.uncorrected) ? "" : inUnit(test.uncorrected).c_str());
    std::fflush(stdout);
}

nlohmann::ordered_json caseJson(const SelfTestCase& test) {
    nlohmann::ordered_json json{{"name", test.name},           {"quantity", test.quantity}, {"unit", test.unit},
                                {"measured", test.measured},   {"truth", test.truth},       {"error", test.error},
                                {"tolerance", test.tolerance}, {"passed", test.passed},     {"seconds", test.seconds}};
    for (const char* const number : {"measured", "truth", "error"})
        if (!test.absent.empty()) json[number] = nullptr;
    json["uncorrected"] = std::isnan(test.uncorrected) ? nlohmann::ordered_json() : nlohmann::ordered_json(test.uncorrected);
    json["absent"] = test.absent.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(test.absent);
    return json;
}

int run(const Engines& engines, const SelfTestSettings& settings, bool asJson) {
    ProgressReport progress(progressFormNamed("auto"));
    SelfTestListener listener;
    listener.progressed = [&](const SelfTestProgress& now) {
        progress.showDoing("part " + std::to_string(now.group + 1) + " of " + std::to_string(now.groups) + ", " + now.doing);
    };
    if (!asJson) {
        printHead();
        listener.finished = [&](const SelfTestCase& test) {
            progress.clearLine();
            printRow(test);
        };
    }
    const auto start = std::chrono::steady_clock::now();
    const auto cases = selfTest(engines, settings, listener);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    progress.clearLine();
    const auto wrong = std::ranges::count_if(cases, &SelfTestCase::isWrong),
               absent = std::ranges::count_if(cases, [](const SelfTestCase&test) { return !test.absent.empty(); }),
               tested = std::ssize(cases) - absent;
    if (asJson) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const SelfTestCase& test : cases)
            list.push_back(caseJson(test));
        std::cout
            << nlohmann::ordered_json{{"version", version}, {"passed", wrong == 0}, {"cases", list}, {"seconds", seconds}}.dump(2)
            << '\n';
    } else {
        std::printf("%td of %td within their tolerance%s; %.0f s\n", tested - wrong, tested,
                    absent > 0 ? (", " + std::to_string(absent) + " not tested here").c_str() : "", seconds);
    }
    return wrong == 0 ? allMeasured : nothingMeasured;
}

}  // namespace

void addSelftest(CLI::App& app, const Engines& engines, Command& chosen) {
    CLI::App* sub = app.add_subcommand("selftest", "Make images and volumes with known answers, measure them, print the errors");
    struct Options {
        SelfTestSettings settings;
        bool asJson = false;
    };
    auto options = std::make_shared<Options>();
    addFieldOptions(*sub, SelfTestSettings::fields(), options->settings);
    sub->add_flag("--json", options->asJson, "Print JSON");
    sub->callback([&engines, &chosen, options] {
        chosen = [&engines, options] { return run(engines, options->settings, options->asJson); };
    });
}

}  // namespace coarsen::cli
