// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/names.hpp"

#include "core/base/natural_order.hpp"
#include "core/base/utf8.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

/// Each line is a name of the series.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    std::istringstream lines{std::string(fuzz::textOf(data, size))};
    std::vector<std::string> stems;
    for (std::string line; std::getline(lines, line);)
        stems.push_back(line);

    const FactsOfNames facts = factsOfNames(stems);
    const auto isFinite = [](double seconds) { return std::isfinite(seconds); };
    fuzz::require(facts.seconds.empty() == (facts.kind == FactsOfNames::Kind::order));
    fuzz::require(facts.seconds.empty() || facts.seconds.size() == stems.size());
    fuzz::require(std::ranges::all_of(facts.seconds, isFinite));
    fuzz::require(facts.axes.size() == stems.size());
    for (const Said& said : facts.said)
        fuzz::require(isUtf8(said.text));
    if (const auto seconds = numbersInUnit(facts, 60)) fuzz::require(std::ranges::all_of(*seconds, isFinite));

    // The order of names is one of values: of any three, too.
    const std::size_t few = std::min<std::size_t>(stems.size(), 8);
    for (std::size_t a = 0; a < few; ++a)
        for (std::size_t b = 0; b < few; ++b) {
            fuzz::require(!(naturalLess(stems[a], stems[b]) && naturalLess(stems[b], stems[a])));
            for (std::size_t c = 0; c < few; ++c)
                fuzz::require(!naturalLess(stems[a], stems[b]) || !naturalLess(stems[b], stems[c]) ||
                              naturalLess(stems[a], stems[c]));
        }
    return 0;
}
