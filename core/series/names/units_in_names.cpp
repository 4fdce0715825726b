// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/names/units_in_names.hpp"

#include "core/series/names/plain_name.hpp"

#include <algorithm>
#include <initializer_list>

namespace coarsen::names {

namespace {

struct UnitWords {
    double seconds;
    std::initializer_list<std::string_view> words;
};

bool holds(std::initializer_list<std::string_view> words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::optional<double> secondsIn(std::string_view unit) {
    static const UnitWords all[] = {{1e-9, {"ns", "nsec", "nsecs", "nanosecond", "nanoseconds"}},
                                    {1e-6, {"us", "usec", "usecs", "microsecond", "microseconds"}},
                                    {1e-3, {"ms", "msec", "msecs", "millisecond", "milliseconds"}},
                                    {1, {"s", "sec", "secs", "second", "seconds"}},
                                    {secondsPerMinute, {"min", "mins", "minute", "minutes"}},
                                    {secondsPerHour, {"h", "hr", "hrs", "hour", "hours"}},
                                    {secondsPerDay, {"d", "day", "days"}},
                                    {secondsPerWeek, {"wk", "wks", "week", "weeks"}}};
    const std::string word = unit.size() == 1 ? std::string(unit) : inSmallLetters(unit);
    for (const UnitWords& each : all)
        if (holds(each.words, word)) return each.seconds;
    return std::nullopt;
}

double nextSmallerUnit(double seconds) {
    return seconds == secondsPerWeek     ? secondsPerDay
           : seconds == secondsPerDay    ? secondsPerHour
           : seconds == secondsPerHour   ? secondsPerMinute
           : seconds == secondsPerMinute ? 1
                                         : 0;
}

std::optional<RefusedUnit> refusedUnit(std::string_view word) {
    struct Foreign {
        std::string_view unit;
        std::initializer_list<std::string_view> words;
    };
    static const Foreign foreign[] = {
        {"s",
         {"sek", "sekunde", "sekunden", "seconde", "secondes", "segundo", "segundos", "secondo", "secondi", "с", "сек", "秒",
          "초"}},
        {"min", {"minuten", "minuto", "minutos", "minuti", "minuut", "мин", "分", "分钟", "分鐘", "분"}},
        {"h",
         {"std", "stunde", "stunden", "heure", "heures", "hora", "horas", "ora", "ore", "uur", "ч", "час", "時", "时", "時間",
          "小时", "小時", "시간"}},
        {"d",
         {"tag", "tage", "tagen", "jour", "jours", "dia", "dias", "día", "días", "giorno", "giorni", "dag", "dagen", "дн", "日",
          "天", "일"}},
        {"wk", {"woche", "wochen", "semaine", "semaines", "semana", "semanas", "settimana", "settimane", "週", "周", "주"}}};
    if (word == "m") return RefusedUnit{"minutes or metres?", "min"};
    if (word == "M") return RefusedUnit{"minutes, months or moles?", ""};
    if (holds({"S", "H", "D"}, word)) return RefusedUnit{"a capital letter", inSmallLetters(word)};
    const std::string small = inSmallLetters(word);
    if (holds({"mo", "month", "months", "y", "yr", "yrs", "year", "years"}, small))
        return RefusedUnit{"they differ in length", ""};
    for (const Foreign& each : foreign)
        if (holds(each.words, small)) return RefusedUnit{"", std::string(each.unit)};
    return std::nullopt;
}

std::optional<double> secondsOfUnitBefore(std::string_view word) {
    const std::string small = inSmallLetters(word);
    const bool isWrittenOut =
        holds({"day", "days", "week", "weeks", "wk", "wks", "hour", "hours", "minute", "minutes", "seconds"}, small);
    return isWrittenOut ? secondsIn(small) : std::nullopt;
}

}  // namespace coarsen::names
