// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/times_from.hpp"

#include "core/base/error.hpp"
#include "core/base/units.hpp"

#include <algorithm>
#include <array>

namespace coarsen {

namespace {

constexpr const char* nothingElse = "give an interval or a time table";
constexpr std::array timesWords{
    TimesWord{TimeChoice::Kind::pages, "pages", "the file states no time of its pages", nothingElse},
    TimesWord{TimeChoice::Kind::filename, "names", "its name carries no time",
              "name files like frame_2009-03-16T14-00-00.png or frame_t0012.5s.png, or give an interval"},
    TimesWord{TimeChoice::Kind::fileInterval, "interval", "the file states no interval", nothingElse},
    TimesWord{TimeChoice::Kind::exif, "clock", "its header carries no time of acquisition", nothingElse},
    TimesWord{TimeChoice::Kind::film, "film", "it is no film with a clock", nothingElse},
    TimesWord{TimeChoice::Kind::date, "date", "the files state no date of saving that differs from frame to frame", nothingElse},
    TimesWord{TimeChoice::Kind::index, "number", "", ""},
};

}  // namespace

const TimesWord* timesWordOf(TimeChoice::Kind kind) {
    const auto known = std::ranges::find(timesWords, kind, &TimesWord::kind);
    return known == timesWords.end() ? nullptr : &*known;
}

std::string timesFlag(TimeChoice::Kind kind) {
    const TimesWord* const word = timesWordOf(kind);
    return word ? "--times-from " + std::string(word->word) : std::string();
}

TimeChoice timesFromText(std::string_view text) {
    const std::string_view word = text.substr(0, text.find(':'));
    const auto known = std::ranges::find(timesWords, word, &TimesWord::word);
    TimeChoice choice;
    if (known != timesWords.end()) choice.kind = known->kind;
    if (word.size() < text.size()) choice.numbersUnit = text.substr(word.size() + 1);
    const bool hasUnit = word.size() < text.size();
    if (known == timesWords.end() || (hasUnit && choice.kind != TimeChoice::Kind::filename))
        throw SettingError("--times-from", "'" + std::string(text) + "' is no source of times",
                           "write pages, names, names:UNIT, interval, clock, film, date or number");
    if (hasUnit && !secondsIn(choice.numbersUnit))
        throw SettingError("--times-from", "'" + choice.numbersUnit + "' is no unit of time",
                           "write names: with " + std::string(timeUnitsInWords));
    choice.byNumber = choice.kind == TimeChoice::Kind::index;
    return choice;
}

std::string timesFromText(const TimeChoice& choice) {
    const auto known = std::ranges::find(timesWords, choice.kind, &TimesWord::kind);
    if (known == timesWords.end() || choice.kind == TimeChoice::Kind::index) return {};
    return std::string(known->word) + (choice.numbersUnit.empty() ? "" : ":" + choice.numbersUnit);
}

}  // namespace coarsen
