// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/progress.hpp"
#include "core/base/error.hpp"
#include "core/base/version.hpp"
#include "core/selftest/self_test.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iostream>
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
    json["uncorrected"] = std::isnan(test.uncorrected) ? nlohmann::ordered_json() : nlohmann::ordered_json(test.uncorrected);
    return json;
}

SelfTestSuite suiteNamed(const std::string& name) {
    if (name == "images") return SelfTestSuite::images;
    if (name == "volumes") return SelfTestSuite::volumes;
    if (name == "all") return SelfTestSuite::all;
    throw SettingError("--suite", "'" + name + "' is unknown", "choose images, volumes or all");
}

int run(const Engines& engines, SelfTestSuite suite, bool quick, bool asJson) {
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
    const auto cases = selfTest(engines, quick, listener, {}, suite);
    progress.clearLine();
    const auto wrong = std::ranges::count_if(cases, [](const SelfTestCase& test) { return !test.passed; });
    if (asJson) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const SelfTestCase& test : cases)
            list.push_back(caseJson(test));
        std::cout << nlohmann::ordered_json{{"version", version}, {"passed", wrong == 0}, {"cases", list}}.dump(2) << '\n';
    } else {
        std::printf("%zu of %zu within their tolerance\n", cases.size() - static_cast<std::size_t>(wrong), cases.size());
    }
    return wrong == 0 ? allMeasured : nothingMeasured;
}

}  // namespace

void addSelftest(CLI::App& app, const Engines& engines, Command& chosen) {
    CLI::App* sub = app.add_subcommand("selftest", "Make images with known answers, measure them, print the errors");
    struct Options {
        bool quick = false, asJson = false;
        std::string suite = "all";
    };
    auto options = std::make_shared<Options>();
    sub->add_flag("--quick", options->quick, "Under a minute on two cores");
    sub->add_flag("--json", options->asJson, "Print JSON");
    sub->add_option("--suite", options->suite, "images, volumes or all")->capture_default_str();
    sub->callback([&engines, &chosen, options] {
        chosen = [&engines, options] { return run(engines, suiteNamed(options->suite), options->quick, options->asJson); };
    });
}

}  // namespace coarsen::cli
