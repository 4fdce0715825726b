// SPDX-License-Identifier: GPL-3.0-or-later
// The line that the window copies, run by a shell: it must bring back the recipe it was made from.
#include "core/session/command_line.hpp"
#include "core/settings/fields.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/small_series.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;

/// Another legal value of the field, where one is easily found.
std::string otherValue(const FieldDescription& field, const FieldValue& now) {
    switch (field.kind) {
        case FieldKind::boolean:
            return std::get<bool>(now) ? "false" : "true";
        case FieldKind::integer:
            return std::to_string(static_cast<long>(std::min(field.highest, std::max(field.lowest, 1.0) + 2)));
        case FieldKind::choice:
            for (const std::string& choice : field.choices)
                if (choice != textOf(now) && !choice.starts_with("file")) return choice;
            return textOf(now);
        case FieldKind::real:
            if (field.lowest < -1e6) return "3";
            return textOf(FieldValue(field.lowest + 0.3 * (std::min(field.highest, field.lowest + 10) - field.lowest)));
        case FieldKind::strokes:
            return "+8 100,20 104,23; -5 @2 40,40";
        case FieldKind::list:
            return "1";
        default:
            return textOf(now);
    }
}

/// Runs what the shell makes of the line, with the program of this build in the place of its name.
int run(std::string line, const fs::path& in) {
    const std::string name = "coarsen-cli";
    line.replace(0, name.size(), "'" + programFile(name).string() + "'");
    return std::system(("cd '" + in.string() + "' && " + line + " --quiet").c_str());
}

Session asked(const SmallSeries& series) {
    Session session;
    session.series = openSeries({series.images()});
    session.name = "it's a $name";
    session.recipe = defaultRecipe();
    return session;
}

TEST(CopiedLine, BringsBackTimesSizeAndT0) {
    const SmallSeries series;
    Session session = asked(series);
    session.times = {TimeChoice::Kind::interval, 90, {}};
    session.calibration = {8.3, 8.5, "typed"};
    session.recipe.fit.t0S = -600;
    setText(session.recipe, "crop.on", "true");
    setText(session.recipe, "crop.width", "200");
    setText(session.recipe, "dust.strokes", "+8 100,20 104,23; -5 @2 40,40");

    ASSERT_EQ(run(commandLine(session), series / "."), 0) << commandLine(session);

    const Session back = readSession(series / "it's a $name-results" / "session.coarsen");
    EXPECT_EQ(back.recipe, session.recipe);
    EXPECT_EQ(back.times, session.times);
    EXPECT_EQ(back.calibration, session.calibration);
}

TEST(CopiedLine, NamesTheSliceOfAStack) {
    Session session;
    session.recipe = defaultRecipe();
    FrameSource frame;
    frame.file = "/stack.tif", frame.name = "stack.tif", frame.page = 2;
    session.series.frames = {frame};
    session.series.first.pages = 5;
    session.series.first.stack = {.channels = 1, .slices = 5, .times = 1};
    EXPECT_THAT(commandLine(session), testing::HasSubstr(" --z 3"));
    session.series.frames.resize(5, session.series.frames.front());
    EXPECT_THAT(commandLine(session), testing::Not(testing::HasSubstr("--z"))) << "all pages";
}

/// Every key at once; whether such a recipe measures anything does not matter, only that it is understood as it was meant.
TEST(CopiedLine, BringsBackEverySettingThereIs) {
    const SmallSeries series(2, 120, 90);
    Session session = asked(series);
    const Recipe usual = defaultRecipe();
    for (const std::string& owner : ownersIn(usual)) {
        if (const Step* const step = usual.step(owner); step && step->canSwitchOff())
            setText(session.recipe, owner + ".on", step->isOn() ? "false" : "true");
        for (const FieldDescription& field : fieldsOf(usual, owner)) {
            const std::string key = owner + "." + field.name;
            setText(session.recipe, key, otherValue(field, valueOf(usual, key)));
        }
    }
    setText(session.recipe, "filter.kind", "mean");  // a kernel of the user's own needs its file
    const std::string line = commandLine(session);
    EXPECT_GT(line.size(), 1000u);

    const int status = run(line, series / ".");

    EXPECT_TRUE(fs::exists(series / "it's a $name-results" / "session.coarsen")) << status << "\n" << line;
    if (!fs::exists(series / "it's a $name-results" / "session.coarsen")) return;
    EXPECT_EQ(readSession(series / "it's a $name-results" / "session.coarsen").recipe, session.recipe) << line;
}

}  // namespace
}  // namespace coarsen::test
