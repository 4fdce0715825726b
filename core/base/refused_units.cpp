// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/refused_units.hpp"

#include <algorithm>
#include <initializer_list>

namespace coarsen {

namespace {

bool holdsWord(std::initializer_list<std::string_view> words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

}  // namespace

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
    std::string small(word);
    std::ranges::transform(small, small.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (word == "m") return RefusedUnit{"minutes or metres?", "min"};
    if (word == "M") return RefusedUnit{"minutes, months or moles?", ""};
    if (holdsWord({"S", "H", "D"}, word)) return RefusedUnit{"a capital letter", small};
    if (holdsWord({"mo", "month", "months", "y", "yr", "yrs", "year", "years"}, small))
        return RefusedUnit{"they differ in length", ""};
    for (const Foreign& each : foreign)
        if (holdsWord(each.words, small)) return RefusedUnit{"", std::string(each.unit)};
    return std::nullopt;
}

}  // namespace coarsen
