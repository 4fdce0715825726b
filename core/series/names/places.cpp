// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/names/places.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace coarsen::names {

namespace {

/// By the word in front, and the how manieth behind such a word.
using ByWord = std::map<std::pair<std::string, std::size_t>, TimeInName>;

ByWord byWord(const std::vector<TimeInName>& name) {
    std::map<std::string, std::size_t> counts;
    ByWord found;
    for (const TimeInName& time : name)
        found.emplace(std::pair(time.word, counts[time.word]++), time);
    return found;
}

bool haveSameWords(const ByWord& a, const ByWord& b) {
    return std::ranges::equal(a, b, {}, &ByWord::value_type::first, &ByWord::value_type::first);
}

}  // namespace

std::vector<Place> placesOf(const std::vector<std::vector<TimeInName>>& names) {
    if (names.empty()) return {};
    std::vector<ByWord> words;
    for (const auto& name : names)
        words.push_back(byWord(name));
    const bool isSameWords = std::ranges::all_of(words, [&](const ByWord& each) { return haveSameWords(each, words.front()); });
    const bool isSameCount = std::ranges::all_of(names, [&](const auto& each) { return each.size() == names.front().size(); });
    std::vector<Place> places;
    if (!isSameWords && isSameCount) {
        for (std::size_t i = 0; i < names.front().size(); ++i) {
            Place& place = places.emplace_back();
            for (const auto& name : names)
                place.push_back(name[i]);
        }
        return places;
    }
    for (const auto& [word, time] : words.front()) {
        Place place;
        for (const ByWord& name : words)
            if (const auto found = name.find(word); found != name.end()) place.push_back(found->second);
        if (place.size() == names.size()) places.push_back(std::move(place));
    }
    return places;
}

}  // namespace coarsen::names
