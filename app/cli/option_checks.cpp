// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/option_checks.hpp"

#include "core/base/numbers.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace coarsen::cli {

namespace {

/// Refuses texts that spell no number, or none that `isGood`; `meant`: "a number above 0".
template <typename Number, typename IsGood>
CLI::Validator check(std::optional<Number> (*parse)(std::string_view), IsGood isGood, const std::string& meant,
                     const std::string& shown) {
    return {[=](std::string& text) {
                const std::optional<Number> number = parse(text);
                return number && isGood(*number) ? std::string() : "'" + text + "' is not " + meant;
            },
            shown};
}

/// "N", "PX": so numbers are called in the help, or they have one as default.
bool isOfNumbers(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    constexpr std::size_t longestSymbol = 2;
    const std::size_t length = std::min(type.find(':'), type.size());
    return (length > 0 && length <= longestSymbol) || parseNumber(option.get_default_str());
}

}  // namespace

CLI::Validator wholeAboveZero() {
    return check(
        parseInteger, [](long long number) { return number > 0; }, "a whole number above 0", "POSITIVE");
}

CLI::Validator wholeOrZero() {
    return check(
        parseInteger, [](long long number) { return number >= 0; }, "a whole number, 0 or above", "NONNEGATIVE");
}

void refuseNoNumbers(CLI::App& app) {
    for (CLI::Option* option : app.get_options()) {
        if (!isOfNumbers(*option)) continue;
        option->check(CLI::Validator(
            [](std::string& text) {
                const std::optional<double> number = parseNumber(text);
                return number && !std::isfinite(*number) ? "'" + text + "' is not a number that can be used" : std::string();
            },
            ""));
    }
    for (CLI::App* sub : app.get_subcommands({}))
        refuseNoNumbers(*sub);
}

}  // namespace coarsen::cli
