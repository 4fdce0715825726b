// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of folders: which of them hold images.
#include "core/series/folders_of_images.hpp"

#include "core/base/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

/// Empty files of these names, with the folders that they need.
void makeFiles(const fs::path& folder, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        fs::create_directories((folder / name).parent_path());
        writeWhole(folder / name, std::string_view());
    }
}

std::vector<std::string> namesBelow(const fs::path& folder) {
    std::vector<std::string> names;
    for (const FolderOfImages& each : foldersOfImages(folder).below)
        names.push_back(each.name);
    return names;
}

TEST(FoldersOfImages, AreNamedInNaturalOrderWithTheirImages) {
    const TemporaryFolder folder;
    makeFiles(folder.path(), {"run 10/a.png", "run 2/frame_10.tif", "run 2/frame_9.tif", "run 2/notes.txt", "notes/notes.txt"});

    const auto found = foldersOfImages(folder.path()).below;

    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].name, "run 2");
    EXPECT_EQ(found[0].folder, folder / "run 2");
    EXPECT_THAT(found[0].images, ElementsAre(folder / "run 2" / "frame_9.tif", folder / "run 2" / "frame_10.tif"));
    EXPECT_EQ(found[1].name, "run 10");
    EXPECT_EQ(found[1].images.size(), 1u);
}

TEST(FoldersOfImages, AreLookedForThreeLevelsDeep) {
    const TemporaryFolder folder;
    makeFiles(folder.path(), {"day/foam/frames/a.png", "day/foam/notes.txt", "gel/a.png", "gel/masks/m.png", "a/b/c/d/a.png",
                              ".trash/a.png", "gel2/.a.png"});
    fs::create_directory_symlink(folder / "gel", folder / "link");

    EXPECT_THAT(namesBelow(folder.path()), ElementsAre("day/foam/frames", "gel", "gel/masks")) << "a link leads to gel once more";
    EXPECT_THAT(namesBelow(folder / "gel"), ElementsAre("masks")) << "what the folder holds itself is not below it";
}

TEST(SeriesToChoose, AreThoseThatAnImageBesideThemWouldHide) {
    const TemporaryFolder folder;
    const auto names = [&] {
        std::vector<std::string> all;
        for (const FolderOfImages& each : seriesToChoose(folder.path()))
            all.push_back(each.name);
        return all;
    };
    makeFiles(folder.path(), {"run 1/a.png", "run 2/a.png"});
    EXPECT_THAT(names(), ElementsAre("run 1", "run 2"));
    makeFiles(folder.path(), {"map of the sample.jpg"});
    EXPECT_THAT(names(), IsEmpty()) << "no folder below holds a series";
    makeFiles(folder.path(), {"run 2/b.png"});
    EXPECT_THAT(names(), ElementsAre("map of the sample.jpg", "run 1", "run 2"));
    EXPECT_EQ(seriesToChoose(folder.path()).front().folder, folder / "map of the sample.jpg");
    makeFiles(folder.path(), {"second.jpg"});
    EXPECT_THAT(names(), IsEmpty()) << "the folder's own images are a series";
}

TEST(FoldersOfImages, OfResultsArePassedOver) {
    const TemporaryFolder folder;
    makeFiles(folder.path(), {"gel/a.png", "gel/session.coarsen", "gel/c2d/a.tif", "coarsen-results/gel/frame.png", "out/b.png",
                              "c2d/a.png", "loose.png"});

    const FoldersOfImages found = foldersOfImages(folder.path(), {.without = folder / "out"});

    EXPECT_THAT(found.own, ElementsAre(folder / "loose.png"));
    ASSERT_EQ(found.below.size(), 2u);
    EXPECT_EQ(found.below[0].name, "c2d") << "a series of that name";
    EXPECT_EQ(found.below[1].name, "gel");
}

TEST(FoldersOfImages, ThatCannotBeReadArePassedBy) {
    const TemporaryFolder folder;
    makeFiles(folder.path(), {"gel/a.png"});

    EXPECT_THAT(namesBelow(folder / "nowhere"), IsEmpty());
    EXPECT_THAT(namesBelow(folder / "gel" / "a.png"), IsEmpty());
}

}  // namespace
}  // namespace coarsen
