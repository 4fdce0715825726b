// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/fields.hpp"

#include "core/base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

enum class Lamp { halogen, led };

struct Microscope {
    bool isOn = true;
    int frames = 3;
    double widthUm = 1.5;
    Lamp lamp = Lamp::halogen;
    std::optional<double> fromS;

    static const Fields<Microscope>& fields() {
        static const Fields<Microscope> list = {
            booleanField("on", &Microscope::isOn, {"On", "Whether it is lit."}),
            integerField("frames", &Microscope::frames, 1, 6, {"Frames", "How many."}),
            realField("width", &Microscope::widthUm, 0.5, 20, {"Width", "How wide.", "um"}),
            choiceField("lamp", &Microscope::lamp, {"halogen", "led"}, {"Lamp", "Which lamp."}),
            optionalRealField("from", &Microscope::fromS, {"From", "First time.", "s"}),
        };
        return list;
    }
};

FieldValue fromText(std::string_view name, std::string_view text) {
    return valueFromText(fieldNamed(Microscope::fields(), "microscope", name).description, "microscope." + std::string(name),
                         text);
}

void expectRefused(std::string_view name, const FieldValue& value, const std::string& legal) {
    Microscope microscope;
    try {
        writeField(Microscope::fields(), "microscope", name, microscope, value);
        ADD_FAILURE() << name << " = " << textOf(value);
    } catch (const SettingError& error) {
        EXPECT_EQ(error.subject(), "microscope." + std::string(name));
        EXPECT_THAT(error.reason(), testing::HasSubstr(textOf(value)));
        EXPECT_THAT(error.remedy(), testing::HasSubstr(legal));
    }
}

TEST(Fields, ReadAndWriteEveryKindOfMember) {
    Microscope microscope;
    const auto write = [&](std::string_view name, const FieldValue& value) {
        writeField(Microscope::fields(), "microscope", name, microscope, value);
        EXPECT_EQ(readField(Microscope::fields(), "microscope", name, microscope), value);
    };

    write("on", false);
    write("frames", std::int64_t{6});
    write("width", 20.0);
    write("lamp", std::string("led"));
    write("from", std::string("-2.5"));

    EXPECT_FALSE(microscope.isOn);
    EXPECT_EQ(microscope.frames, 6);
    EXPECT_EQ(microscope.widthUm, 20);
    EXPECT_EQ(microscope.lamp, Lamp::led);
    EXPECT_EQ(microscope.fromS, -2.5);
}

TEST(Fields, TakeAWholeNumberForARealAndTheOtherWayRound) {
    Microscope microscope;

    writeField(Microscope::fields(), "microscope", "width", microscope, std::int64_t{2});
    writeField(Microscope::fields(), "microscope", "frames", microscope, 4.0);

    EXPECT_EQ(microscope.widthUm, 2);
    EXPECT_EQ(microscope.frames, 4);
}

TEST(Fields, RefuseWithTheKeyTheValueAndWhatIsLegal) {
    expectRefused("frames", std::int64_t{7}, "a whole number from 1 to 6");
    expectRefused("frames", 2.5, "a whole number from 1 to 6");
    expectRefused("width", 0.25, "a number from 0.5 to 20 um");
    expectRefused("width", std::string("wide"), "a number from 0.5 to 20 um");
    expectRefused("lamp", std::string("candle"), "halogen or led");
    expectRefused("on", std::string("maybe"), "true or false");
    EXPECT_THROW(checked(fieldNamed(Microscope::fields(), "microscope", "width").description, "width",
                         std::numeric_limits<double>::quiet_NaN()),
                 SettingError);
}

TEST(Fields, RefuseATextThatIsNotUtf8) {
    const FieldDescription file{"flat", FieldKind::file, 0, 0, {}, {}, {}, {}, {}};
    try {
        checked(file, "flatten.flat", std::string("m\xE4rz.tif"));
        FAIL();
    } catch (const SettingError& error) {
        EXPECT_EQ(error.subject(), "flatten.flat");
        EXPECT_THAT(error.reason(), testing::HasSubstr("'m%E4rz.tif'"));
    }
    EXPECT_EQ(checked(file, "flatten.flat", std::string("a/m\xC3\xA4rz.tif")), FieldValue(std::string("a/m\xC3\xA4rz.tif")));
}

TEST(Fields, LeaveTheStructAsItWasWhenTheyRefuse) {
    Microscope microscope;

    EXPECT_THROW(writeField(Microscope::fields(), "microscope", "frames", microscope, std::int64_t{0}), SettingError);

    EXPECT_EQ(microscope.frames, 3);
}

TEST(Fields, NameTheKnownOnesWhenOneIsUnknown) {
    try {
        fieldNamed(Microscope::fields(), "microscope", "zoom");
        FAIL();
    } catch (const SettingError& error) {
        EXPECT_EQ(error.subject(), "microscope.zoom");
        EXPECT_THAT(error.remedy(), testing::HasSubstr("on, frames, width, lamp and from"));
    }
}

TEST(Fields, ReadTextsInTheirKind) {
    for (const auto* text : {"true", "on", "yes", "1"})
        EXPECT_EQ(fromText("on", text), FieldValue(true)) << text;
    for (const auto* text : {"false", "off", "no", "0"})
        EXPECT_EQ(fromText("on", text), FieldValue(false)) << text;
    EXPECT_EQ(fromText("frames", "5"), FieldValue(std::int64_t{5}));
    EXPECT_EQ(fromText("width", "2.25"), FieldValue(2.25));
    EXPECT_THROW(fromText("width", "2,25"), SettingError);  // the decimal point, in every locale
    EXPECT_THROW(fromText("width", "2 um"), SettingError);
    EXPECT_THROW(fromText("width", ""), SettingError);
}

TEST(Fields, ThatAreOptionalAreEmptyWithoutAValue) {
    Microscope microscope;
    EXPECT_EQ(readField(Microscope::fields(), "microscope", "from", microscope), FieldValue(std::string()));

    writeField(Microscope::fields(), "microscope", "from", microscope, std::string("12"));
    writeField(Microscope::fields(), "microscope", "from", microscope, std::string());

    EXPECT_FALSE(microscope.fromS);
    EXPECT_THROW(writeField(Microscope::fields(), "microscope", "from", microscope, std::string("noon")), SettingError);
}

TEST(Fields, OfTimesTakeAUnitAndKeepSeconds) {
    Microscope microscope;
    const auto typed = [&](const char* text) {
        writeField(Microscope::fields(), "microscope", "from", microscope, std::string(text));
        return microscope.fromS;
    };

    EXPECT_EQ(typed("20 h"), 72000.0);
    EXPECT_EQ(typed("-2 days"), -172800.0);
    EXPECT_EQ(typed("90"), 90.0);
    EXPECT_EQ(typed("inf"), std::nullopt);
    EXPECT_EQ(readField(Microscope::fields(), "microscope", "from", microscope), FieldValue(std::string()));
    expectRefused("from", std::string("20 months"), "20 h");
}

TEST(TextOf, AValueReadsBackAsTheSameValue) {
    for (const double number : {0.1, 1.0 / 3, 1e-20, 20.0})
        EXPECT_EQ(std::stod(textOf(number)), number);
    EXPECT_EQ(textOf(true), "true");
    EXPECT_EQ(textOf(std::int64_t{-3}), "-3");
}

}  // namespace
}  // namespace coarsen
