// SPDX-License-Identifier: GPL-3.0-or-later
// Units of length and time, kind by kind: what each spelling means to people, to ImageJ and in XML.
#include "core/base/units.hpp"

#include "core/base/time_unit.hpp"
#include "core/base/typed_length.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace coarsen {
namespace {

using Spellings = std::vector<std::string>;

struct Kind {
    double size;
    Spellings spellings;
};

constexpr UnitDialect dialects[] = {UnitDialect::any, UnitDialect::imageJ, UnitDialect::xml};

TEST(Units, OfLengthAreKnownToAll) {
    const std::vector<Kind> kinds{
        {1e-6, {"pm", "picometer", "picometers", "picometre", "Picometres"}},
        {1e-4,
         {"\u00C5", "\u212B", "A\u030A", "\xC5", "\\u00C5", "\\u212B", "&#197;", "&#xC5;", "angstrom", "Angstroms",
          "\u00C5ngstr\u00F6m"}},
        {1e-3, {"nm", "nanometer", "nanometers", "nanometre", "Nanometres", " nm "}},
        {1,
         {"\u00B5m", "\u03BCm", "\xB5m", "\\u00B5m", "\\u00b5m", "\\u03BCm", "&#181;m", "&#xB5;m", "&#xb5;m", "&#956;m", "um",
          "micron", "Microns", "MICRON", "micrometer", "micrometers", "micrometre", "Micrometres"}},
        {1e3, {"mm", "millimeter", "millimeters", "millimetre", "Millimetres"}},
        {1e4, {"cm", "centimeter", "centimetres"}},
        {1e5, {"dm", "decimeter", "decimetres"}},
        {1e6, {"m", "meter", "meters", "metre", "Metres"}},
        {1e9, {"km", "kilometer", "kilometres"}},
        {25400, {"in", "inch", "Inches"}},
        {25.4, {"thou", "mil", "mils"}},
    };
    for (const Kind& kind : kinds)
        for (const std::string& unit : kind.spellings)
            for (const UnitDialect dialect : dialects) {
                EXPECT_EQ(micrometresIn(unit, dialect), kind.size) << unit;
                EXPECT_FALSE(secondsIn(unit, dialect)) << unit;
                EXPECT_FALSE(isNoUnit(unit)) << unit;
            }
}

TEST(Units, OfTimeAreKnownToAll) {
    const std::vector<Kind> kinds{
        {1e-9, {"ns", "nsec", "nanosecond", "Nanoseconds"}},
        {1e-6,
         {"\u00B5s", "\u03BCs", "\xB5s", "\\u00B5s", "&#181;s", "&#xB5;s", "us", "usec", "\u00B5sec", "microsecond",
          "Microseconds"}},
        {1e-3, {"ms", "msec", "msecs", "millisecond", "Milliseconds"}},
        {1, {"s", "sec", "Sec", "secs", "second", "SECONDS", " s "}},
        {60, {"min", "Min", "MIN", "mins", "minute", "Minutes"}},
        {3600, {"h", "hr", "Hrs", "hour", "Hours"}},
        {86400, {"d", "day", "Days"}},
        {604800, {"wk", "wks", "week", "Weeks"}},
    };
    for (const Kind& kind : kinds)
        for (const std::string& unit : kind.spellings)
            for (const UnitDialect dialect : dialects) {
                EXPECT_EQ(secondsIn(unit, dialect), kind.size) << unit;
                EXPECT_FALSE(micrometresIn(unit, dialect)) << unit;
                EXPECT_FALSE(isNoUnit(unit)) << unit;
            }
}

TEST(Units, OfOneDialectAreNotTheOthers) {
    struct Row {
        std::string unit;
        std::optional<double> any, imageJ, xml;
    };
    constexpr std::nullopt_t none = std::nullopt;
    for (const Row& row : std::vector<Row>{{"A", none, 1e-4, none},
                                           {"Mm", none, none, 1e12},
                                           {"Pm", none, none, 1e21},
                                           {"fm", none, none, 1e-9},
                                           {"dam", none, none, 1e7},
                                           {"megameter", none, none, 1e12},
                                           {"MM", 1e3, 1e3, none},
                                           {"UM", 1, 1, none},
                                           {"mm.", 1e3, 1e3, none},
                                           {"li", none, none, 25400.0 / 12},
                                           {"ft", none, none, 304800},
                                           {"foot", none, none, 304800},
                                           {"yd", none, none, 914400}}) {
        EXPECT_EQ(micrometresIn(row.unit), row.any) << row.unit;
        EXPECT_EQ(micrometresIn(row.unit, UnitDialect::imageJ), row.imageJ) << row.unit;
        EXPECT_EQ(micrometresIn(row.unit, UnitDialect::xml), row.xml) << row.unit;
    }
    for (const Row& row : std::vector<Row>{{"Ms", 1e-3, 1e-3, 1e6},
                                           {"MS", 1e-3, 1e-3, none},
                                           {"ks", none, none, 1e3},
                                           {"kilosecond", none, none, 1e3},
                                           {"ps", none, none, 1e-12},
                                           {"min.", 60, 60, none}}) {
        EXPECT_EQ(secondsIn(row.unit), row.any) << row.unit;
        EXPECT_EQ(secondsIn(row.unit, UnitDialect::imageJ), row.imageJ) << row.unit;
        EXPECT_EQ(secondsIn(row.unit, UnitDialect::xml), row.xml) << row.unit;
    }
}

TEST(Units, ThatAreNotSurelyOneAreNone) {
    const Spellings units{"m",
                          "M",
                          "S",
                          "H",
                          "D",
                          "month",
                          "Months",
                          "mo",
                          "y",
                          "yr",
                          "year",
                          "a",
                          "Std",
                          "Std.",
                          "Tage",
                          "Sekunden",
                          "Minuten",
                          "sek",
                          "fortnight",
                          "furlong",
                          "1/s",
                          "m/s",
                          "s s",
                          "seconds per frame",
                          "\u00B5",
                          "\\u00B5",
                          "\\u00ZZm",
                          "&#181m",
                          "&#0;s",
                          "&#99999999999;s",
                          "&#x;m",
                          ".",
                          "\xFF",
                          std::string("s\0", 2),
                          std::string(100000, 's')};
    for (const std::string& unit : units)
        for (const UnitDialect dialect : dialects)
            EXPECT_FALSE(secondsIn(unit, dialect)) << unit.substr(0, 20);
    for (const char* unit : {"M", "A m", "\u00E5", "NM M", "metro", "Mikrometer", "1/nm", "nm^-1", "px", "\u00B5", "dpi"})
        for (const UnitDialect dialect : dialects)
            EXPECT_FALSE(micrometresIn(unit, dialect)) << unit;
}

TEST(Units, NoUnitIsSaidInManyWays) {
    for (const char* unit : {"", " ", "pixel", "Pixels", "px", "voxel", "voxels", "frame", "Frames", "reference frame",
                             "Reference Frame", "1/nm", "1/\u00B5m", "nm^-1", "nm\u207B\u00B9"}) {
        EXPECT_TRUE(isNoUnit(unit)) << unit;
        EXPECT_FALSE(micrometresIn(unit)) << unit;
        EXPECT_FALSE(secondsIn(unit)) << unit;
    }
    for (const char* unit : {"furlong", "m", "pixel pitch", "dots", "-1"})
        EXPECT_FALSE(isNoUnit(unit)) << unit;
}

TEST(Units, AreTypedBehindNumbers) {
    const std::vector<std::pair<const char*, TypedTime>> times{
        {"3 wk", {1814400, TimeUnit::day}},         {"2 Weeks", {1209600, TimeUnit::day}}, {"500 ms", {0.5, TimeUnit::second}},
        {"250000 us", {0.25, TimeUnit::second}},    {"20 H", {72000, TimeUnit::hour}},     {"1,5 Min", {90, TimeUnit::minute}},
        {"4 \u00B5s", {4 * 1e-6, TimeUnit::second}}};
    for (const auto& [text, time] : times)
        EXPECT_EQ(typedTime(text), time) << text;
    const std::vector<std::pair<const char*, double>> lengths{{"20 \u00C5", 2e-3},  {"0.5 in", 12700},    {"2 mils", 50.8},
                                                              {"8,3 microns", 8.3}, {"2 Micrometres", 2}, {"1e-3 m", 1000}};
    for (const auto& [text, um] : lengths)
        EXPECT_DOUBLE_EQ(typedLengthUm(text).value_or(0), um) << text;
    for (const char* text : {"5 A", "5 M", "5 Mm", "5 s", "3 1/nm"})
        EXPECT_FALSE(typedLengthUm(text)) << text;
    for (const char* word : {"wk", "ms", "m", "fortnight"})
        EXPECT_FALSE(timeUnitNamed(word)) << word << " is no unit to show times in";
}

}  // namespace
}  // namespace coarsen
