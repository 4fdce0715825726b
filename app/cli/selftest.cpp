// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "core/base/version.hpp"
#include "core/selftest/self_test.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include <memory>

namespace coarsen::cli {

namespace {

/// Five digits, for people.
std::string rounded(double value) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 5).ptr;
    return {text.data(), end};
}

void printLine(const SelfTestCase& test) {
    const std::string unit = test.unit.empty() ? "" : " " + test.unit;
    std::cout << (test.passed ? "ok     " : "WRONG  ") << test.name << ": " << test.quantity << ": " << rounded(test.measured)
              << ", truth " << rounded(test.truth) << ", error " << rounded(test.error) << unit << " (allowed "
              << rounded(test.tolerance) << unit << ")\n"
              << std::flush;
}

nlohmann::ordered_json caseJson(const SelfTestCase& test) {
    return {{"name", test.name},           {"quantity", test.quantity}, {"unit", test.unit},
            {"measured", test.measured},   {"truth", test.truth},       {"error", test.error},
            {"tolerance", test.tolerance}, {"passed", test.passed},     {"seconds", test.seconds}};
}

int run(const EngineList& engines, bool quick, bool asJson) {
    const auto cases = selfTest(engines, quick, asJson ? std::function<void(const SelfTestCase&)>{} : printLine);
    const auto wrong = std::ranges::count_if(cases, [](const SelfTestCase& test) { return !test.passed; });
    if (asJson) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const SelfTestCase& test : cases)
            list.push_back(caseJson(test));
        std::cout << nlohmann::ordered_json{{"version", version}, {"passed", wrong == 0}, {"cases", list}}.dump(2) << '\n';
    } else {
        std::cout << cases.size() - static_cast<std::size_t>(wrong) << " of " << cases.size() << " within their tolerance\n";
    }
    return wrong == 0 ? allMeasured : nothingMeasured;
}

}  // namespace

void addSelftest(CLI::App& app, const EngineList& engines, Command& chosen) {
    CLI::App* sub = app.add_subcommand("selftest", "Make images with known answers, measure them, print the errors");
    struct Options {
        bool quick = false, asJson = false;
    };
    auto options = std::make_shared<Options>();
    sub->add_flag("--quick", options->quick, "Under a minute on two cores");
    sub->add_flag("--json", options->asJson, "Print JSON");
    sub->callback(
        [&engines, &chosen, options] { chosen = [&engines, options] { return run(engines, options->quick, options->asJson); }; });
}

}  // namespace coarsen::cli
