// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/targets.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/export/image_names.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Targets : public testing::Test {
protected:
    Targets() {
        for (const char* folder : {"series", "out"})
            fs::create_directory(folder_ / folder);
        for (const char* name : {"series/a.png", "series/b.png", "mask.png", "times.csv", "out/own.csv"})
            writeWhole(folder_ / name, "of the user");
        users_.pictures = {folder_ / "series/a.png", folder_ / "series/b.png"};
        users_.others = {folder_ / "mask.png", folder_ / "times.csv"};
    }
    /// The words of the refusal; empty where the targets are free.
    std::string refusal(const Paths& targets, Existing existing) {
        try {
            requireFree(targets, users_, existing);
            return {};
        } catch (const StorageError& error) {
            return error.what();
        }
    }

    TemporaryFolder folder_;
    UsersFiles users_;
};

TEST_F(Targets, ThatAreNewAreFree) {
    EXPECT_EQ(refusal({folder_ / "out/a.png", folder_ / "out/c2d/a.tif", folder_ / "series/results.csv"}, Existing::refused), "");
}

TEST_F(Targets, ThatAreThereAreReplacedOnlyWhenTheUserSaidSo) {
    EXPECT_THAT(refusal({folder_ / "out/own.csv"}, Existing::refused), HasSubstr("out/own.csv: it is there already; "));
    EXPECT_EQ(refusal({folder_ / "out/own.csv"}, Existing::replaced), "");
}

TEST_F(Targets, AreNeverAFileOfTheUsersWhateverPathLeadsToIt) {
    fs::create_directory_symlink(folder_ / "series", folder_ / "linked");
    fs::create_symlink(folder_ / "mask.png", folder_ / "out/link.png");
    fs::create_hard_link(folder_ / "times.csv", folder_ / "out/hard.csv");
    for (const char* target : {"series/a.png", "linked/b.png", "out/../series/a.png", "mask.png", "out/link.png", "out/hard.csv"})
        EXPECT_THAT(refusal({folder_ / "out/new.csv", folder_ / target}, Existing::replaced), HasSubstr("would be replaced"))
            << target;
}

TEST_F(Targets, ThatArePicturesDoNotGoAmongTheSeriesImages) {
    fs::create_directory_symlink(folder_ / "series", folder_ / "linked");
    for (const char* target : {"series/new.png", "linked/new.tif", "series/film.mp4"})
        EXPECT_THAT(refusal({folder_ / target}, Existing::replaced), HasSubstr("would become frames")) << target;
    users_.isFolderOfImages = false;
    EXPECT_EQ(refusal({folder_ / "series/new.png"}, Existing::replaced), "") << "beside one film or stack no frame is looked for";
}

TEST_F(Targets, ALinkToNowhereIsThere) {
    fs::create_symlink(folder_ / "nowhere", folder_ / "out/dangling");
    EXPECT_THAT(refusal({folder_ / "out/dangling"}, Existing::refused), HasSubstr("it is there already"));
}

FrameSource page(const std::string& file, int page = 0) {
    FrameSource source;
    source.file = file;
    source.page = page;
    return source;
}

TEST(ImageNames, AreAllDifferent) {
    ImageSeries series;
    for (const char* name : {"a.png", "A.tif", "b/c.png", "a_f0000.png", "d/c.png", "e.png"})
        series.frames.push_back(page(name));

    const std::vector<std::string> names = imageNames(series);

    EXPECT_EQ(names, (std::vector<std::string>{"a_f0000_f0000", "A_f0001", "c_f0002", "a_f0000_f0003", "c_f0004", "e"}));
}

TEST(ImageNames, NameThePagesOfAStack) {
    ImageSeries series;
    for (const int number : {0, 1, 12})
        series.frames.push_back(page("stack.tif", number));

    EXPECT_EQ(imageNames(series), (std::vector<std::string>{"stack_p0000", "stack_p0001", "stack_p0012"}));
}

TEST(ClearUnfinished, RemovesWhatAKilledWriterLeftAndNothingElse) {
    const TemporaryFolder folder;
    for (const char* name : {".coarsen-aB3xY9", ".coarsen-run.jsonl", ".coarsen-abc", ".coarsen-abc-ef", "results.csv"})
        writeWhole(folder / name, "text");

    clearUnfinished(folder.path());

    std::set<std::string> left;
    for (const auto& entry : fs::directory_iterator(folder.path()))
        left.insert(entry.path().filename().string());
    EXPECT_EQ(left, (std::set<std::string>{".coarsen-run.jsonl", ".coarsen-abc", ".coarsen-abc-ef", "results.csv"}));
}

}  // namespace
}  // namespace coarsen
