// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/names/axes_in_name.hpp"

#include "core/base/text_parts.hpp"
#include "core/series/names/number_in_name.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace coarsen::names {

namespace {

enum class Axis { t, z, channel, position };

std::optional<Axis> axisNamed(std::string_view word) {
    struct Words {
        Axis axis;
        std::initializer_list<std::string_view> words;
    };
    static const Words all[] = {
        {Axis::t, {"t", "tp", "time", "timepoint"}},
        {Axis::z, {"z", "slice"}},
        {Axis::channel, {"c", "ch", "w", "channel"}},
        {Axis::position, {"s", "xy", "pos", "position", "p", "f", "field", "series", "well", "site", "scene", "tile"}}};
    const std::string small = inSmallLetters(word);
    for (const Words& each : all)
        if (std::ranges::find(each.words, small) != each.words.end()) return each.axis;
    return std::nullopt;
}

bool isDye(std::string_view word) {
    static const std::set<std::string, std::less<>> dyes{
        "dapi",      "hoechst", "fitc",        "tritc", "gfp",      "egfp",     "rfp",     "yfp",   "cfp",
        "bfp",       "mcherry", "tdtomato",    "cy2",   "cy3",      "cy5",      "cy7",     "txred", "texasred",
        "rhodamine", "bf",      "brightfield", "dic",   "alexa488", "alexa568", "alexa647"};
    return dyes.contains(inSmallLetters(word));
}

std::size_t endOfWord(std::string_view text, std::size_t place) {
    while (isLetterOrDigit(at(text, place)))
        ++place;
    return place;
}

/// Behind the well that begins there, "A01" to "P24"; "A1" only behind that word: well_A1.
std::optional<std::size_t> endOfWell(std::string_view text, std::size_t place) {
    const std::size_t before = place > 0 && isOneOf(text[place - 1], "_ -=") ? place - 1 : place;
    const bool isNamed = inSmallLetters(lettersBefore(text, before)) == "well";
    const char row = at(text, place);
    std::size_t end = place + 1;
    int column = 0;
    for (; end < place + 3 && isDigit(at(text, end)); ++end)
        column = 10 * column + (text[end] - '0');
    const bool isWritten = end == place + 3 || (isNamed && end == place + 2);
    const bool begins = place == 0 || !isLetterOrDigit(text[place - 1]);
    const bool ends = !isLetterOrDigit(at(text, end)) || beginsAxis(text, end);
    const bool isWell = row >= 'A' && row <= 'P' && column >= 1 && column <= 24 && isWritten && begins && ends;
    return isWell ? std::optional(end) : std::nullopt;
}

/// An index of an axis: its letters, and its number.
struct Index {
    Axis axis;
    double value = 0;
    std::size_t from = 0, to = 0;
};

/// The index whose letters begin there.
std::optional<Index> indexFrom(std::string_view text, std::size_t place) {
    const std::string_view word = lettersFrom(text, place);
    const auto axis = axisNamed(word);
    if (!axis) return std::nullopt;
    const bool isCounted = *axis == Axis::t || *axis == Axis::z;
    std::size_t digit = place + word.size();
    const char sign = at(text, digit);
    const bool isTemperature = word == "T";
    if (isOneOf(sign, isTemperature ? "" : word.size() > 1 || isCounted ? "_ -=" : "=")) ++digit;
    const bool isNegative = isCounted && isOneOf(sign, "_ =") && isOneOf(at(text, digit), {"-\x1f", 2});
    if (isNegative) ++digit;
    if (!isDigit(at(text, digit))) return std::nullopt;
    Index index{*axis, 0, place, digit};
    while (isDigit(at(text, index.to)))
        ++index.to;
    index.value = parseNumber(text.substr(digit, index.to - digit)).value_or(0);
    if (const auto number = isCounted && isOneOf(at(text, index.to), ".,") ? numberFrom(text, digit) : std::nullopt) {
        index.value = number->value;
        index.to = number->to;
    }
    if (isNegative) index.value = -index.value;
    if (*axis == Axis::channel && isLetter(at(text, index.to)) && !beginsAxis(text, index.to))
        index.to = endOfWord(text, index.to);
    const bool ends = !isLetterOrDigit(at(text, index.to)) || beginsAxis(text, index.to);
    return ends ? std::optional(index) : std::nullopt;
}

void add(std::optional<std::string>& words, const std::string& word) {
    words = words ? *words + " " + word : word;
}

/// img_000000000_Default_000: the time, the channel and the slice, as Micro-Manager 1.4 names its files.
std::optional<FactsOfNames::Axes> ofMicroManager(const PlainName& name) {
    const std::string& text = name.text();
    constexpr std::size_t beforeTime = 4, afterTime = 13, slice = 3;
    const auto areDigits = [&](std::size_t from, std::size_t count) {
        return std::ranges::all_of(std::string_view(text).substr(from, count), isDigit);
    };
    if (!text.starts_with("img_") || text.size() < afterTime + 3 + slice) return std::nullopt;
    const std::size_t end = text.size() - slice - 1;
    if (!areDigits(beforeTime, afterTime - beforeTime) || text[afterTime] != '_' || text[end] != '_' ||
        !areDigits(end + 1, slice))
        return std::nullopt;
    return FactsOfNames::Axes{parseNumber(text.substr(beforeTime, afterTime - beforeTime)), parseNumber(text.substr(end + 1)),
                              name.asWritten(afterTime + 1, end), std::nullopt};
}

}  // namespace

bool beginsAxis(std::string_view text, std::size_t place) {
    const std::string_view word = lettersFrom(text, place);
    return axisNamed(word) && isDigit(at(text, place + word.size()));
}

bool hasClearWell(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i)
        if (endOfWell(text, i) && !axisNamed(text.substr(i, 1))) return true;
    return false;
}

FactsOfNames::Axes axesIn(const PlainName& name, const Spans& taken, bool areWells) {
    if (const auto axes = ofMicroManager(name)) return *axes;
    const std::string& text = name.text();
    FactsOfNames::Axes axes;
    std::optional<std::string> dye;
    bool isBehindIndex = false;
    for (std::size_t i = 0; i < text.size();) {
        const auto span = std::ranges::find_if(taken, [&](const auto& each) { return each.first == i; });
        const auto wellEnd = endOfWell(text, i);
        const bool beginsWord = isLetter(text[i]) && (i == 0 || !isLetterOrDigit(text[i - 1]) || isBehindIndex);
        isBehindIndex = false;
        if (span != taken.end()) {
            i = std::max(span->second, i + 1);
        } else if (!beginsWord) {
            ++i;
        } else if (wellEnd && (areWells || !axisNamed(std::string_view(text).substr(i, 1)))) {
            add(axes.position, name.asWritten(i, *wellEnd));
            i = *wellEnd;
            isBehindIndex = true;
        } else if (const auto index = indexFrom(text, i)) {
            if (index->axis == Axis::t && !axes.t) axes.t = index->value;
            if (index->axis == Axis::z && !axes.z) axes.z = index->value;
            if (index->axis == Axis::channel) add(axes.channel, name.asWritten(index->from, index->to));
            if (index->axis == Axis::position) add(axes.position, name.asWritten(index->from, index->to));
            i = index->to;
            isBehindIndex = true;
        } else {
            const std::size_t end = endOfWord(text, i);
            if (isDye(std::string_view(text).substr(i, end - i))) add(dye, name.asWritten(i, end));
            i += lettersFrom(text, i).size();
        }
    }
    if (!axes.channel) axes.channel = dye;
    return axes;
}

}  // namespace coarsen::names
