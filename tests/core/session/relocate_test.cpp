// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/relocate.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/sha256.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A session of files that each hold their own path as text, all of them measured.
class Relocate : public testing::Test {
protected:
    TemporaryFolder folder;
    Session session;

    void SetUp() override { session.series.folder = folder.path(); }

    void addFrame(const fs::path& name, int page = 0) {
        const int frame = static_cast<int>(session.series.frames.size());
        FrameSource source;
        source.file = folder / name;
        source.page = page;
        source.name = name.string();
        session.series.frames.push_back(source);
        write(name, name.string());
        FrameResult row;
        row.frame = frame;
        row.inputSha256 = sha256(name.string());
        row.inputBytes = name.string().size();
        session.results[frame] = shared(row);
    }
    void write(const fs::path& name, std::string_view text) const {
        fs::create_directories((folder / name).parent_path());
        writeWhole(folder / name, text);
    }
    void move(const fs::path& from, const fs::path& to) const {
        fs::create_directories((folder / to).parent_path());
        fs::rename(folder / from, folder / to);
    }
    fs::path fileOf(const Relocation& relocation, int frame) const {
        return relocation.series.frames[static_cast<std::size_t>(frame)].file.lexically_relative(folder.path());
    }
};

TEST_F(Relocate, FindsAFolderThatWasRenamed) {
    session.series.folder = folder / "a";
    for (const char* name : {"a/1.png", "a/2.png", "a/3.png"})
        addFrame(name);
    move("a", "b/c");
    EXPECT_THAT(framesWithoutFile(session.series), ElementsAre(0, 1, 2));

    const Relocation relocation = relocated(session, folder / "b");

    EXPECT_THAT(relocation.found, ElementsAre(0, 1, 2));
    EXPECT_THAT(relocation.missing, IsEmpty());
    EXPECT_EQ(fileOf(relocation, 2), "b/c/3.png");
    EXPECT_EQ(relocation.series.folder, folder / "b/c");
    EXPECT_EQ(relocation.series.frames[2].name, "a/3.png") << "tables and rows go on calling it so";
}

TEST_F(Relocate, FindsTheFilesOfChannelsWithTheirFrame) {
    addFrame("a/1_ch0.png");
    write("a/1_ch1.png", "the other channel");
    session.series.frames[0].channelPages = {0, 0};
    session.series.frames[0].channelFiles = {folder / "a/1_ch0.png", folder / "a/1_ch1.png"};
    move("a/1_ch1.png", "b/1_ch1.png");
    EXPECT_THAT(framesWithoutFile(session.series), ElementsAre(0)) << "one of its files is away";
    EXPECT_THAT(relocated(session, folder / "a").missing, ElementsAre(0));

    const Relocation alone = relocated(session, folder / "b");
    EXPECT_THAT(alone.found, ElementsAre(0));
    EXPECT_EQ(fileOf(alone, 0), "a/1_ch0.png");
    EXPECT_EQ(alone.series.frames[0].channelFiles[1], folder / "b/1_ch1.png");

    move("a/1_ch0.png", "b/1_ch0.png");
    const Relocation both = relocated(session, folder / "b");
    EXPECT_THAT(both.found, ElementsAre(0));
    EXPECT_THAT(both.series.frames[0].channelFiles, ElementsAre(folder / "b/1_ch0.png", folder / "b/1_ch1.png"));
    EXPECT_EQ(fileOf(both, 0), "b/1_ch0.png");
}

TEST_F(Relocate, LeavesWhatIsWhereItWasAndNamesWhatIsStillMissing) {
    for (const char* name : {"a/1.png", "a/2.png", "b/3.png", "b/4.png"})
        addFrame(name);
    write("c/1.png", "a copy that nobody asked for");
    move("b/3.png", "c/3.png");
    fs::remove(folder / "b/4.png");

    const Relocation relocation = relocated(session, folder / "c");

    EXPECT_THAT(relocation.found, ElementsAre(2));
    EXPECT_THAT(relocation.missing, ElementsAre(3));
    EXPECT_EQ(fileOf(relocation, 0), "a/1.png");
    EXPECT_EQ(fileOf(relocation, 2), "c/3.png");
    EXPECT_EQ(fileOf(relocation, 3), "b/4.png");
    EXPECT_EQ(relocation.series.folder, folder.path());
}

TEST_F(Relocate, MendsASessionOfSeveralFoldersFolderByFolder) {
    for (const char* name : {"a/1.png", "b/2.png"})
        addFrame(name);
    move("a", "x");
    move("b", "y");

    const Relocation first = relocated(session, folder / "x");
    session.series = first.series;
    const Relocation second = relocated(session, folder / "y");

    EXPECT_THAT(first.missing, ElementsAre(1));
    EXPECT_THAT(second.missing, IsEmpty());
    EXPECT_EQ(fileOf(second, 0), "x/1.png");
    EXPECT_EQ(fileOf(second, 1), "y/2.png");
}

TEST_F(Relocate, TellsFilesOfOneNameApartByWhatWasMeasured) {
    for (const char* name : {"a/1.png", "b/1.png"})
        addFrame(name);
    move("a/1.png", "new/p/1.png");
    move("b/1.png", "new/q/1.png");

    const Relocation relocation = relocated(session, folder / "new");

    EXPECT_EQ(fileOf(relocation, 0), "new/p/1.png");
    EXPECT_EQ(fileOf(relocation, 1), "new/q/1.png");
}

TEST_F(Relocate, TellsFilesThatWereNeverMeasuredApartByTheEndOfTheirPaths) {
    for (const char* name : {"a/1.png", "b/1.png", "c/1.png"})
        addFrame(name);
    session.results.clear();
    move("a", "new/a");
    move("b", "new/b");
    move("c", "new/d");

    const Relocation relocation = relocated(session, folder / "new");

    EXPECT_EQ(fileOf(relocation, 0), "new/a/1.png");
    EXPECT_EQ(fileOf(relocation, 1), "new/b/1.png");
    EXPECT_THAT(relocation.missing, ElementsAre(2)) << "three are as good as each other";
}

TEST_F(Relocate, TakesAnyOfTwoCopiesOfTheFileMeasured) {
    addFrame("a/1.png");
    write("x/1.png", "a/1.png");
    write("y/1.png", "a/1.png");
    fs::remove_all(folder / "a");

    EXPECT_THAT(relocated(session, folder.path()).found, ElementsAre(0));
}

TEST_F(Relocate, MovesAllPagesOfAFile) {
    for (const int page : {0, 1, 2})
        addFrame("a/stack.tif", page);
    move("a/stack.tif", "b/stack.tif");

    const Relocation relocation = relocated(session, folder / "b");

    EXPECT_THAT(relocation.found, ElementsAre(0, 1, 2));
    EXPECT_EQ(fileOf(relocation, 2), "b/stack.tif");
    EXPECT_EQ(relocation.series.frames[2].page, 2);
}

TEST_F(Relocate, MovesTheOtherFilesOfAFrame) {
    addFrame("a/t0_c0.tif");
    session.series.frames[0].channelFiles = {folder / "a/t0_c0.tif", folder / "a/t0_c1.tif"};
    addFrame("a/t0_z0.tif");
    session.series.frames[0].channelPages = {0, 0};
    session.series.frames[1].sliceFiles = {folder / "a/t0_z0.tif", folder / "a/t0_z1.tif"};
    write("a/t0_c1.tif", "another channel");
    write("a/t0_z1.tif", "another slice");
    move("a", "b");

    const Relocation relocation = relocated(session, folder / "b");

    EXPECT_THAT(relocation.series.frames[0].channelFiles, ElementsAre(folder / "b/t0_c0.tif", folder / "b/t0_c1.tif"));
    EXPECT_THAT(relocation.series.frames[1].sliceFiles, ElementsAre(folder / "b/t0_z0.tif", folder / "b/t0_z1.tif"));
}

TEST_F(Relocate, RefusesAFolderOfOtherImagesWithTheSameNames) {
    for (const char* name : {"a/1.png", "a/2.png"})
        addFrame(name);
    fs::remove_all(folder / "a");
    write("b/1.png", "x/1.png");
    write("b/2.png", "x/2.png");

    try {
        relocated(session, folder / "b");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_THAT(error.reason(), HasSubstr("other images"));
    }
}

TEST_F(Relocate, TakesFilesThatHaveChangedWhenOthersAreAsTheyWere) {
    for (const char* name : {"a/1.png", "a/2.png"})
        addFrame(name);
    move("a", "b");
    write("b/2.png", "x/2.png");

    session.series = relocated(session, folder / "b").series;

    EXPECT_EQ(session.series.frames[1].file, folder / "b/2.png");
    EXPECT_THAT(checkInputs(session).changed, ElementsAre(1));
}

TEST_F(Relocate, SaysThatAFolderIsNotThere) {
    addFrame("a/1.png");
    fs::remove_all(folder / "a");

    EXPECT_THROW(relocated(session, folder / "nowhere"), InputError);
}

TEST_F(Relocate, DoesNotLookIntoHiddenFolders) {
    addFrame("a/1.png");
    move("a", "b/.trash");

    EXPECT_THAT(relocated(session, folder / "b").missing, ElementsAre(0));
}

/// A session of one image, with a flat field and a table of times that were in `old`.
class MovedFiles : public Relocate {
protected:
    void SetUp() override {
        Relocate::SetUp();
        addFrame("a/1.png");
        addFrame("a/2.png");
        write("old/flat.png", "the light");
        write("old/times.csv", "file,time_s\n1.png,0\n2.png,60\n");
        session.recipe = defaultRecipe();
        set(session.recipe, "flatten.method", "files");
        set(session.recipe, "flatten.flat", (folder / "old/flat.png").string());
        session.files = fileHashes(session.recipe);
        session.times = {TimeChoice::Kind::table, 1, folder / "old/times.csv"};
        assignTimes(session.series, session.times);
        session.resultKeys[0] = session.keysOfToday().of(0);
        session.resultKeys[1].measurement = "of another recipe";
    }
    void set(Recipe& recipe, const std::string& key, const std::string& text) { setText(recipe, key, text); }
    std::string flat() const { return std::get<std::string>(session.recipe.step("flatten")->value("flat")); }
};

TEST_F(MovedFiles, AreNoneWhereAllAreWhereTheyWere) {
    EXPECT_THAT(movedFiles(session, {{folder.path(), true}}), IsEmpty());
}

TEST_F(MovedFiles, AreFoundByNameHashAndTimesAndResultsStayUpToDate) {
    move("old", "new/deep");

    const std::vector<MovedFile> moved = movedFiles(session, {{folder / "new", true}});
    ASSERT_EQ(moved.size(), 2u);
    takeFiles(session, moved);

    EXPECT_EQ(flat(), folder / "new/deep/flat.png");
    EXPECT_EQ(session.times.table, folder / "new/deep/times.csv");
    EXPECT_EQ(session.files, fileHashes(session.recipe));
    EXPECT_TRUE(session.isUpToDate(0));
    EXPECT_FALSE(session.isUpToDate(1)) << "it was out of date before";
}

TEST_F(MovedFiles, AreLookedForBelowAFolderOnlyWhereThatIsAskedFor) {
    move("old", "new/deep");

    for (const MovedFile& file : movedFiles(session, {{folder / "new", false}}))
        EXPECT_TRUE(file.now.empty() && file.other.empty()) << file.before;
}

TEST_F(MovedFiles, AreNotTakenWhereTheyAreOthersOfTheSameName) {
    fs::remove_all(folder / "old");
    write("new/flat.png", "another light");
    write("new/times.csv", "file,time_s\n1.png,0\n2.png,61\n");

    const std::vector<MovedFile> moved = movedFiles(session, {{folder / "new", true}});
    takeFiles(session, moved);

    ASSERT_EQ(moved.size(), 2u);
    for (const MovedFile& file : moved) {
        EXPECT_TRUE(file.now.empty() && !file.isCertain);
        EXPECT_EQ(file.other.parent_path(), folder / "new");
    }
    EXPECT_EQ(flat(), folder / "old/flat.png");
}

TEST_F(MovedFiles, AreTheOnesMeasuredWithWhereOthersOfTheNameLieBefore) {
    move("old", "new/deep");
    write("beside/flat.png", "another light");
    write("new/flat.png", "another light");

    takeFiles(session, movedFiles(session, {{folder / "beside"}, {folder / "new", true}}));

    EXPECT_EQ(flat(), folder / "new/deep/flat.png");
}

TEST_F(MovedFiles, WithoutAHashAreTakenAndItIsSaid) {
    move("old", "new");
    session.files.clear();

    const std::vector<MovedFile> moved = movedFiles(session, {{folder / "new"}});
    takeFiles(session, moved);

    EXPECT_EQ(flat(), folder / "new/flat.png");
    EXPECT_FALSE(moved.front().isCertain);
    EXPECT_EQ(session.files, fileHashes(session.recipe));
    EXPECT_FALSE(session.isUpToDate(0)) << "nobody knows what was there";
}

TEST_F(MovedFiles, WithARelativePathAreFoundByAllOfItFirst) {
    set(session.recipe, "flatten.flat", "light/flat.png");
    session.files.clear();
    write("new/flat.png", "another light");
    write("new/light/flat.png", "the light");

    takeFiles(session, movedFiles(session, {{folder / "new"}}));

    EXPECT_EQ(flat(), folder / "new/light/flat.png");
}

TEST_F(MovedFiles, ThatAreMissingKeepTheHashRecorded) {
    const FileHashes recorded = session.files;
    fs::remove_all(folder / "old");

    EXPECT_EQ(knownHashes(session), recorded);
}

}  // namespace
}  // namespace coarsen
