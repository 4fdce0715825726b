// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pages/result_files.hpp"

#include "tests/support/folders.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace coarsen::pages {

using nlohmann::json;

namespace {

std::string textOf(const json& value) {
    return value.is_string() ? "*" + value.get<std::string>() + "*" : value.dump();
}

}  // namespace

const json& resultsOf(const std::string& file) {
    static std::map<std::string, json> read;
    const auto known = read.find(file);
    if (known != read.end()) return known->second;
    std::ifstream stream(test::sourceFolder() / file);
    return read[file] = json::parse(stream);
}

double valueOf(const Source& source) {
    const json& rows = resultsOf(source.file).at(source.list);
    const auto isMeant = [&](const json& row) {
        return std::ranges::all_of(source.where,
                                   [&](const auto& one) { return row.contains(one.first) && row.at(one.first) == one.second; });
    };
    const auto count = std::ranges::count_if(rows, isMeant);
    if (count != 1)
        throw std::out_of_range(source.file + " has " + std::to_string(count) + " rows instead of one for " + wordsOf(source));
    return std::ranges::find_if(rows, isMeant)->at(json::json_pointer("/" + source.key)).get<double>();
}

std::string wordsOf(const Source& source) {
    std::string words = "`" + source.key + "`";
    for (const auto& [key, value] : source.where)
        words += (&key == &source.where.front().first ? " of " : ", ") + key + " " + textOf(value);
    return words;
}

std::string numberTo(int digits, double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    std::string words = text.data();
    if (value >= 1000)
        for (std::size_t at = std::min(words.find('.'), words.size()); at > 3; at -= 3)
            words.insert(at - 3, ",");
    return words;
}

std::string number(double value) {
    if (value == 0) return "0";
    return numberTo(std::max(0, 2 - static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9))), value);
}

std::string filled(const std::string& text, const std::vector<std::string>& words) {
    std::string made;
    std::size_t at = 0, used = 0;
    for (std::size_t next = text.find("{}"); next != std::string::npos; next = text.find("{}", at)) {
        made += text.substr(at, next - at) + words.at(used++);
        at = next + 2;
    }
    if (used != words.size()) throw std::out_of_range("more words than places: " + text);
    return made + text.substr(at);
}

std::string table(const Cells& head, const std::vector<Cells>& rows) {
    const auto line = [](const Cells& cells) {
        std::string text = "|";
        for (const std::string& cell : cells)
            text += " " + cell + (cell.empty() ? "|" : " |");
        return text + "\n";
    };
    std::string text = line(head) + line(Cells(head.size(), "---"));
    for (const Cells& row : rows)
        text += line(row);
    return text;
}

std::string withTables(const std::string& page, const Tables& tables) {
    const std::string begin = "<!-- table: ", close = " -->\n", end = "<!-- end -->\n";
    std::string made;
    std::size_t at = 0;
    for (std::size_t next = page.find(begin); next != std::string::npos; next = page.find(begin, at)) {
        const std::size_t name = next + begin.size(), closes = page.find(close, name), ends = page.find(end, name);
        if (closes == std::string::npos || ends == std::string::npos) throw std::out_of_range("a block of a table has no end");
        made += page.substr(at, closes + close.size() - at) + "\n" + tables.at(page.substr(name, closes - name))() + "\n" + end;
        at = ends + end.size();
    }
    return made + page.substr(at);
}

}  // namespace coarsen::pages
