// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/project/sample.hpp"
#include "core/session/series_name.hpp"
#include "core/session/session.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Every member differs from its default.
Project exampleProject(const fs::path& folder) {
    Project project;
    project.xLabel = "temperature (°C)";
    project.series = {{.path = folder / "20C_a" / "session.coarsen",
                       .name = "20 °C, first",
                       .group = "20C",
                       .x = 20.5,
                       .note = "bubbles at 3 h"},
                      {.path = folder.parent_path() / "100% m\xE4rz", .group = "30C", .isShown = false},
                      {.path = "/elsewhere/film.avi", .x = -3}};
    project.lookedAt = 2;
    project.viewJson = R"({"course":"rate"})";
    return project;
}

std::string messageOf(const std::function<void()>& call) {
    try {
        call();
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing was wrong";
}

TEST(ProjectFile, ComesBackAsItWas) {
    const TemporaryFolder folder;
    const Project project = exampleProject(folder.path());
    writeProject(folder / "desk.coarsen-project", project);

    EXPECT_EQ(readProject(folder / "desk.coarsen-project"), project);
}

TEST(ProjectFile, IsMovedTogetherWithItsSeries) {
    const TemporaryFolder folder;
    fs::create_directories(folder / "here");
    writeProject(folder / "here" / "desk.coarsen-project", exampleProject(folder / "here"));
    fs::rename(folder / "here", folder / "there");

    const Project project = readProject(folder / "there" / "desk.coarsen-project");

    EXPECT_EQ(project.series[0].path, folder / "there" / "20C_a" / "session.coarsen");
    EXPECT_EQ(project.series[2].path, "/elsewhere/film.avi");
}

TEST(ProjectFile, OfSchema1IsReadForEver) {
    const fs::path file = test::sourceFolder() / "tests" / "data" / "schema1" / "desk.coarsen-project";

    const Project project = readProject(file);

    ASSERT_EQ(project.series.size(), 3U);
    EXPECT_EQ(project.xLabel, "temperature (°C)");
    EXPECT_EQ(project.series[0].path, file.parent_path() / "session.coarsen");
    EXPECT_EQ(project.series[0].name, "20 °C, first");
    EXPECT_EQ(project.series[0].group, "20C");
    EXPECT_EQ(project.series[0].x, 20);
    EXPECT_EQ(project.series[1].path, file.parent_path() / "100% m\xE4rz");
    EXPECT_TRUE(std::isnan(project.series[1].x));
    EXPECT_FALSE(project.series[1].isShown);
    EXPECT_EQ(project.series[2].note, "bubbles at 3 h");
    EXPECT_EQ(project.lookedAt, 1);
    EXPECT_THAT(project.viewJson, HasSubstr("course"));
    EXPECT_EQ(readSample(project.series[0]).problem, "") << "its session is read, too";
}

TEST(ProjectFile, ThatIsNoneOrDamagedSaysWhat) {
    const auto refused = [](const std::string& json) {
        return messageOf([&] { projectFromJson(json, "desk.coarsen-project"); });
    };
    const std::string good = projectJson(exampleProject("/data/desk"), "/data/desk");
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string json = good;
        json.replace(json.find(from), from.size(), to);
        return refused(json);
    };

    EXPECT_THAT(refused(""), HasSubstr("the file is empty"));
    EXPECT_THAT(refused("hello"), HasSubstr("it is not a project of Coarsen"));
    EXPECT_THAT(refused("[1,2]"), HasSubstr("it is not a project of Coarsen"));
    EXPECT_THAT(refused(good.substr(0, good.size() / 2)), AllOf(HasSubstr("the project is damaged"), HasSubstr("line")));
    EXPECT_THAT(with("\"schema\": 1", "\"schema\": 2"), HasSubstr("newer version (schema 2"));
    EXPECT_THAT(with("\"schema\": 1", "\"schema\": 0"), HasSubstr("'schema' is 0"));
    EXPECT_THAT(with("\"looked_at\": 2", "\"looked_at\": 3"), HasSubstr("'looked_at' is 3, but there are 3 series"));
    EXPECT_THAT(with("\"looked_at\": 2", "\"looked_at\": -1"), HasSubstr("'looked_at' is -1"));
    EXPECT_THAT(with("\"shown\": false", "\"shown\": 7"), HasSubstr("'series[1].shown' is a number where true or false"));
    EXPECT_THAT(with("\"path\"", "\"pfad\""), HasSubstr("'series[0].path' is missing"));
}

TEST(ProjectFile, AndSessionAreToldApart) {
    const TemporaryFolder folder;
    writeSession(folder / "session.coarsen", Session{});
    writeProject(folder / "desk.coarsen-project", Project{});

    EXPECT_THAT(messageOf([&] { readProject(folder / "session.coarsen"); }), HasSubstr("not a project"));
    EXPECT_THAT(messageOf([&] { readSession(folder / "desk.coarsen-project"); }), HasSubstr("a project of several samples"));
    EXPECT_EQ(readProject(folder / "desk.coarsen-project"), Project{});
}

TEST(SeriesName, IsThatOfTheFileOrFolderThatSaysSomething) {
    EXPECT_EQ(nameByPath("/data/20C/session.coarsen"), "20C");
    EXPECT_EQ(nameByPath("/data/20C/first run.coarsen"), "first run");
    EXPECT_EQ(nameByPath("/data/20C"), "20C");
    EXPECT_EQ(nameByPath("/data/20.5C/"), "20.5C");
    EXPECT_EQ(nameByPath("/data/20C/frames"), "20C");
    EXPECT_EQ(nameByPath("/data/20C/Images/png/"), "20C");
    EXPECT_EQ(nameByPath("/data/growth.avi"), "growth");
    EXPECT_EQ(nameByPath("/raw"), "raw");
    EXPECT_EQ((ProjectSeries{.path = "/data/20C", .name = "mine"}).shownName(), "mine");
    EXPECT_EQ((ProjectSeries{.path = "/data/20C"}).shownName(), "20C");
}

}  // namespace
}  // namespace coarsen
