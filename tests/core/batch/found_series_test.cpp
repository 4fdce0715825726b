// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/found_series.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/write_png.hpp"
#include "core/selftest/known_volume_files.hpp"
#include "core/synth/volume_tiff.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Found : public testing::Test {
protected:
    void images(const std::string& name, int count = 2) {
        for (int i = 0; i < count; ++i) {
            fs::create_directories(folder / "parent" / name);
            writeWhole(folder / "parent" / name / ("f" + std::to_string(i) + ".png"), "x");
        }
    }
    void picture(const std::string& name) {
        fs::create_directories((folder / "parent" / name).parent_path());
        writeGreyPng(folder / "parent" / name, Image(4, 4, std::vector<std::uint8_t>(16, 7)));
    }
    void stack(const std::string& name) {
        fs::create_directories((folder / "parent" / name).parent_path());
        fs::copy_file(test::sourceFolder() / "tests/data/rings/ring_stack.tif", folder / "parent" / name);
    }
    FoundSeries find(bool isGrouped = true) { return foundSeries(folder / "parent", isGrouped, folder / "parent" / "out"); }
    std::vector<std::string> names() {
        std::vector<std::string> names;
        for (const BatchSeries& series : find().series)
            names.push_back(series.name);
        return names;
    }
    TemporaryFolder folder;
};

TEST_F(Found, EachFolderWithImagesIsASeries) {
    images("run2");
    images("run10");
    images("deep/er/one");
    fs::create_directories(folder / "parent" / "empty");
    images(".hidden");
    writeWhole(folder / "parent" / "notes.txt", "x");

    EXPECT_THAT(names(), ElementsAre("deep/er/one", "run2", "run10"));
    EXPECT_EQ(find().series[1].path, folder / "parent" / "run2");
}

TEST_F(Found, RepeatsThatLieTogetherAreAGroupWithTheNumberOfItsName) {
    for (const char* name : {"20C/a", "20C/b", "30.5C/a", "30.5C/b"})
        images(name);

    const FoundSeries found = find();

    ASSERT_EQ(found.series.size(), 4U);
    EXPECT_EQ(found.series[1].name, "20C/b");
    EXPECT_EQ(found.series[1].group, "20C");
    EXPECT_EQ(found.series[1].x, 20);
    EXPECT_EQ(found.series[2].group, "30.5C");
    EXPECT_EQ(found.series[2].x, 30.5);
    EXPECT_EQ(found.xLabel, "temperature (°C)");
    EXPECT_THAT(found.notes, Contains(AllOf(HasSubstr("20C (x = 20, 2 repeats)"), HasSubstr("30.5C (x = 30.5, 2 repeats)"))));
}

TEST_F(Found, RepeatsThatAreCalledSoAreAGroup) {
    for (const char* name : {"20C-1", "20C-2", "30C_rep1", "30C_rep2", "40C-1", "sample-1", "sample-2"})
        images(name);

    const FoundSeries found = find();

    std::vector<std::string> groups;
    for (const BatchSeries& series : found.series)
        groups.push_back(series.group);
    EXPECT_THAT(groups, ElementsAre("20C", "20C", "30C", "30C", "", "", ""));
    EXPECT_EQ(found.series[1].name, "20C-2");
    EXPECT_EQ(found.series[1].x, 20);
    EXPECT_EQ(found.series[4].x, 40);
    EXPECT_THAT(found.notes, Contains(HasSubstr("20C (x = 20, 2 repeats), 30C (x = 30, 2 repeats), 40C-1 (x = 40)")));
    EXPECT_EQ(find(false).series[0].group, "");
}

TEST_F(Found, GroupsAreLeftWhereNobodyWantsThem) {
    images("20C/a");
    images("20C/b");

    const FoundSeries found = find(false);

    EXPECT_EQ(found.series[0].group, "");
    EXPECT_TRUE(std::isnan(found.series[0].x));
    EXPECT_THAT(found.notes, IsEmpty());
    EXPECT_EQ(found.xLabel, "");
}

TEST_F(Found, ASeriesThatLiesAloneHasTheNumberOfItsOwnName) {
    images("10mM");
    images("40mM");
    images("control");

    const FoundSeries found = find();

    EXPECT_EQ(found.series[1].x, 40);
    EXPECT_EQ(found.series[1].group, "");
    EXPECT_TRUE(std::isnan(found.series[2].x));
    EXPECT_EQ(found.xLabel, "x (mM)");
}

TEST_F(Found, FoldersWhoseNamesSayNothingAreTheirParents) {
    images("20C/a/frames");
    images("20C/b/images");
    images("30C/raw");

    EXPECT_THAT(names(), ElementsAre("20C/a", "20C/b", "30C"));
    EXPECT_EQ(find().series[0].path, folder / "parent/20C/a/frames");
    EXPECT_EQ(find().series[0].group, "20C");
    EXPECT_EQ(find().series[2].group, "");
    EXPECT_EQ(find().series[2].x, 30);
}

TEST_F(Found, StacksAreSeriesWhereSeveralLieInAFolder) {
    stack("first.tif");
    stack("20C/a.tif");
    stack("20C/b.tif");
    stack("alone/c.tif");

    const FoundSeries found = find();

    EXPECT_THAT(names(), ElementsAre("first", "20C/a", "20C/b", "alone"));
    EXPECT_EQ(found.series[1].group, "20C");
    EXPECT_EQ(found.series[1].path, folder / "parent/20C/a.tif");
    EXPECT_EQ(found.series[3].path, folder / "parent/alone");
}

TEST_F(Found, SingleImagesInTheParentAreNoSeriesAndThatIsSaid) {
    images("a");
    images(".", 3);

    EXPECT_THAT(names(), ElementsAre("a"));
    EXPECT_THAT(find().notes, Contains(HasSubstr("3 images lie in parent itself")));
}

TEST_F(Found, WhatTheProgramWroteIsPassedOver) {
    images("a");
    images("a/c2d");
    images("a/figures");
    writeWhole(folder / "parent/a/session.coarsen", "{}");
    images("coarsen-results/a");
    images("out/b");
    images("c2d");  // a series of that name

    EXPECT_THAT(names(), ElementsAre("a", "c2d"));
}

TEST_F(Found, FilesThatAreVolumesAreASeriesTogether) {
    const Volume volume({8, 8, 9}, {}, std::vector<float>(8 * 8 * 9, 1.0F));
    for (const char* name : {"20C/a/t0.tif", "20C/a/t1.tif", "20C/b/t0.tif", "20C/b/t1.tif"}) {
        fs::create_directories((folder / "parent" / name).parent_path());
        writeVolumeTiff(folder / "parent" / name, volume, 8);
    }

    EXPECT_THAT(names(), ElementsAre("20C/a", "20C/b"));
    SeriesOpening slices;
    slices.slice = 2;
    EXPECT_EQ(foundSeries(folder / "parent", true, {}, slices).series.size(), 4u);
}

TEST_F(Found, StacksAndFoldersOfSlicesAreVolumesWhereThatIsSaid) {
    fs::create_directories(folder / "parent/gel");
    for (const char* name : {"t0.tif", "t1.tif"})
        known_files::write(folder / "parent/gel" / name,
                           known_files::tiff({{8, 8, 3}, {}, SampleType::u8, std::endian::little, std::vector<double>(192)}));
    for (const char* name : {"foam/t0", "foam/t1"}) {
        fs::create_directories(folder / "parent" / name);
        for (int z = 0; z < 3; ++z)
            known_files::write(folder / "parent" / name / ("s" + std::to_string(z) + ".tif"),
                               known_files::tiff({{8, 8, 1}, {}, SampleType::u8, std::endian::little, std::vector<double>(64)}));
    }
    EXPECT_THAT(names(), ElementsAre("foam/t0", "foam/t1", "gel/t0", "gel/t1"));

    SeriesOpening volumes;
    volumes.areVolumes = true;
    const FoundSeries found = foundSeries(folder / "parent", true, {}, volumes);
    ASSERT_EQ(found.series.size(), 2u);
    EXPECT_EQ(found.series[0].path, folder / "parent/foam");
    EXPECT_EQ(found.series[1].path, folder / "parent/gel");
}

TEST_F(Found, PositionsOfNamesAreASeriesEach) {
    for (const char* const gel : {"a", "b"})
        for (int t = 0; t < 2; ++t)
            for (const int pos : {1, 2, 10})
                picture(std::string(gel) + "/pos_" + std::to_string(pos) + "_t" + std::to_string(t) + ".png");
    picture("c/t0.png"), picture("c/t1.png");
    FoundSeries found = find();
    spreadPositions(found);
    ASSERT_EQ(found.series.size(), 7u);
    EXPECT_EQ(found.series[0].name, "a pos_1");
    EXPECT_EQ(found.series[2].name, "a pos_10");
    EXPECT_EQ(found.series[2].position, 3);
    EXPECT_EQ(found.series[6].name, "c");
    EXPECT_FALSE(found.series[6].position);
    EXPECT_THAT(found.notes.back(), HasSubstr("2 series hold several positions on the sample"));
    countFrames(found.series);
    for (const BatchSeries& one : found.series)
        EXPECT_EQ(one.frames, 2u) << one.name;

    FoundSeries chosen = find();
    spreadPositions(chosen, {.position = 2});
    EXPECT_EQ(chosen.series.size(), 3u);
}

TEST_F(Found, ALinkBackEndsNoSearch) {
    images("a/b");
    fs::create_directory_symlink(folder / "parent", folder / "parent" / "a" / "round");

    EXPECT_THAT(names(), ElementsAre("a/b"));
}

TEST_F(Found, ALinkOutOfTheParentIsNotFollowedAndThatIsSaid) {
    images("a");
    fs::create_directories(folder / "elsewhere" / "b");
    writeWhole(folder / "elsewhere" / "b" / "f.png", "x");
    for (const auto& [link, to] : std::map<std::string, fs::path>{
             {"far", folder / "elsewhere"}, {"up", ".."}, {"a/deep", "../../elsewhere/b"}, {"disk", "/"}})
        fs::create_directory_symlink(to, folder / "parent" / link);
    fs::create_directory_symlink("a", folder / "parent" / "z");  // within

    EXPECT_THAT(names(), ElementsAre("a"));
    const std::vector<std::string> notes = find().notes;
    for (const char* link : {"far", "up", "deep", "disk"})
        EXPECT_THAT(notes, Contains(AllOf(HasSubstr(link), HasSubstr("is a link out of parent: passed over")))) << link;

    fs::remove_all(folder / "parent" / "a");
    try {
        find();
        ADD_FAILURE() << "it found something";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("are not followed"));
    }
}

TEST_F(Found, NothingIsRefusedWithTheCommandForOneSeries) {
    fs::create_directories(folder / "parent/a");
    const auto said = [&](const fs::path& parent) -> std::string {
        try {
            foundSeries(parent);
        } catch (const InputError& error) {
            return error.what();
        }
        return "found";
    };

    EXPECT_THAT(said(folder / "parent"), AllOf(HasSubstr("no folder in it holds images"), HasSubstr("analyze")));
    EXPECT_THAT(said(folder / "nowhere"), HasSubstr("it does not exist"));
    writeWhole(folder / "file", "x");
    EXPECT_THAT(said(folder / "file"), HasSubstr("it is no folder"));
}

TEST(FolderNames, AreSafeBesideEachOther) {
    std::vector<BatchSeries> series;
    for (const char* name : {"20C/a", "20c_a", "..", "", ".hidden", "batch.json", "a b:c", "caf\xC3\xA9"})
        series.push_back({.name = name});
    series.push_back({.name = std::string(400, 'x')});

    const std::vector<std::string> names = folderNames(series, {"batch.json"});

    EXPECT_THAT(names,
                ElementsAre("20C_a", "20c_a_2", "_..", "_", "_.hidden", "batch.json_2", "a_b_c", "caf__", std::string(100, 'x')));
}

}  // namespace
}  // namespace coarsen
