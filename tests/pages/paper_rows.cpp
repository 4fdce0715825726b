// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pages/paper_rows.hpp"

#include <array>
#include <cstdio>

namespace coarsen::pages {

namespace {

/// Where they all stand, each file once.
std::string placesOf(const std::vector<Figure>& figures) {
    std::string places, file;
    for (const Figure& figure : figures) {
        if (!places.empty()) places += "; ";
        if (figure.file != file) places += linkTo(figure.file) + ": ";
        places += figure.key;
        file = figure.file;
    }
    return places;
}

}  // namespace

Figure figureOf(const Source& source) {
    return {number(valueOf(source)), source.file, wordsOf(source)};
}

Figure errorOf(const Source& source) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1g", valueOf(source));
    return {text.data(), source.file, wordsOf(source)};
}

Figure wholeOf(const Source& source) {
    return {numberTo(0, valueOf(source)), source.file, wordsOf(source)};
}

Figure secondsOf(const Source& source) {
    return {number(valueOf(source) / 1000), source.file, wordsOf(source)};
}

Figure quotientOf(const Source& one, const Source& other) {
    return {number(valueOf(one) / valueOf(other)), one.file, wordsOf(one) + " over " + wordsOf(other)};
}

std::string linkTo(const std::string& file) {
    return "[" + file.substr(file.rfind('/') + 1) + "](../../" + file + ")";
}

std::string tableOf(const std::vector<Row>& rows) {
    std::vector<Cells> cells;
    for (const Row& row : rows) {
        std::vector<std::string> texts;
        for (const Figure& figure : row.figures)
            texts.push_back(figure.text);
        cells.push_back({row.which, row.shows, row.here, row.theirs, filled(row.ours, texts), placesOf(row.figures)});
    }
    return table({"which", "what it shows", "here", "theirs", "ours", "where ours stands"}, cells);
}

}  // namespace coarsen::pages
