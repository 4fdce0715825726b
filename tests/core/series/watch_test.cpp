// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/watch.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/image/write_png.hpp"
#include "core/selftest/known_volume_files.hpp"
#include "tests/core/series/small_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ListedFile listed(const std::string& name, std::uintmax_t bytes = 100) {
    return {"/data/" + name, bytes, {}};
}

std::vector<std::string> namesOf(const std::vector<std::filesystem::path>& files) {
    std::vector<std::string> names;
    for (const auto& file : files)
        names.push_back(displayName(file));
    return names;
}

/// A folder of listings made by hand: which files are whole stands in `halves`.
struct Folder {
    WatchedFolder watched;
    std::vector<std::string> halves;
    double nowS = 0;

    FolderNews list(const std::vector<ListedFile>& files) {
        nowS += 1;
        return newsOf(watched, files, nowS,
                      [&](const std::filesystem::path& file) { return std::ranges::count(halves, displayName(file)) == 0; });
    }
};

TEST(FolderNews, IsANewFileOnceTwoListingsAgreeOnIt) {
    Folder folder{watchOf({"f1.png"}), {}};
    folder.list({listed("f1.png")});

    const FolderNews first = folder.list({listed("f1.png"), listed("f2.png", 50)});
    const FolderNews grown = folder.list({listed("f1.png"), listed("f2.png", 100)});
    const FolderNews whole = folder.list({listed("f1.png"), listed("f2.png", 100)});
    const FolderNews later = folder.list({listed("f1.png"), listed("f2.png", 100)});

    EXPECT_THAT(first.unfinished, ElementsAre("f2.png"));
    EXPECT_THAT(grown.unfinished, ElementsAre("f2.png"));
    EXPECT_THAT(grown.arrived, IsEmpty());
    EXPECT_THAT(namesOf(whole.arrived), ElementsAre("f2.png"));
    EXPECT_EQ(later, FolderNews());
}

TEST(FolderNews, HoldsBackWhatFollowsAHalfWrittenFileUntilItIsWhole) {
    Folder folder{watchOf({"f1.png"}), {"f2.png"}};
    const std::vector<ListedFile> files{listed("f1.png"), listed("f2.png"), listed("f10.png")};
    folder.list(files);

    const FolderNews waiting = folder.list(files);
    folder.halves.clear();
    const FolderNews whole = folder.list(files);

    EXPECT_THAT(waiting.arrived, IsEmpty());
    EXPECT_THAT(waiting.unfinished, ElementsAre("f2.png", "f10.png"));
    EXPECT_THAT(namesOf(whole.arrived), ElementsAre("f2.png", "f10.png"));
}

TEST(FolderNews, TakesAFileThatStaysHalfAfterTheWritersTimeout) {
    Folder folder{watchOf({"f1.png"}), {"f2.png"}};
    const std::vector<ListedFile> files{listed("f1.png"), listed("f2.png")};
    folder.list(files);
    folder.list(files);

    folder.nowS += writingTimeoutS;
    const FolderNews news = folder.list(files);

    EXPECT_THAT(namesOf(news.arrived), ElementsAre("f2.png"));
    EXPECT_THAT(news.unfinished, IsEmpty());
}

TEST(FolderNews, NamesAFileThatSortsBeforeTheLastFrameOnceAndLeavesItOut) {
    Folder folder{watchOf({"f1.png", "f5.png"}), {}};
    folder.list({listed("f1.png"), listed("f2.png"), listed("f5.png")});

    const std::vector<ListedFile> files{listed("f1.png"), listed("f2.png"), listed("f3.png"), listed("f5.png")};
    const FolderNews news = folder.list(files);
    const FolderNews later = folder.list(files);

    EXPECT_THAT(news.early, ElementsAre("f3.png")) << "f2.png lay there before";
    EXPECT_EQ(later, FolderNews());
}

TEST(FolderNews, IsAFrameThatWasWrittenAnew) {
    Folder folder{watchOf({"f1.png", "f2.png"}), {}};
    folder.list({listed("f1.png"), listed("f2.png")});
    folder.list({listed("f1.png"), listed("f2.png")});

    const FolderNews changed = folder.list({listed("f1.png", 101), listed("f2.png")});
    const FolderNews whole = folder.list({listed("f1.png", 101), listed("f2.png")});

    EXPECT_THAT(changed.unfinished, ElementsAre("f1.png"));
    EXPECT_THAT(namesOf(whole.rewritten), ElementsAre("f1.png"));
}

TEST(FolderNews, DoubtsTheLastFrameUntilItIsWhole) {
    Folder folder{watchOf({"f1.png", "f2.png"}), {"f2.png"}};
    folder.list({listed("f1.png"), listed("f2.png", 50)});

    const FolderNews half = folder.list({listed("f1.png"), listed("f2.png", 50)});
    folder.halves.clear();
    folder.list({listed("f1.png"), listed("f2.png", 100)});
    const FolderNews whole = folder.list({listed("f1.png"), listed("f2.png", 100)});

    EXPECT_THAT(half.unfinished, ElementsAre("f2.png"));
    EXPECT_THAT(namesOf(whole.rewritten), ElementsAre("f2.png"));
}

TEST(FolderNews, OfALastFrameThatWasWholeIsNone) {
    Folder folder{watchOf({"f1.png"}), {}};
    folder.list({listed("f1.png")});

    EXPECT_EQ(folder.list({listed("f1.png")}), FolderNews());
}

TEST(FolderNews, BringsManyFilesInPortions) {
    Folder folder{watchOf({}), {}};
    std::vector<ListedFile> files;
    for (std::size_t i = 0; i < arrivalsAtOnce + 3; ++i)
        files.push_back(listed("f" + std::to_string(i) + ".png"));
    folder.list(files);

    EXPECT_EQ(folder.list(files).arrived.size(), arrivalsAtOnce);
    EXPECT_EQ(folder.list(files).arrived.size(), 3);
}

TEST(ImagesIn, ListsImagesInNaturalOrderAndSaysWhenTheFolderIsGone) {
    const TemporaryFolder folder;
    for (const char* name : {"f10.png", "f9.png", ".hidden.png"})
        writePicture(folder / name);
    writeWhole(folder / "notes.txt", "some notes");
    std::filesystem::create_directory(folder / "more.png");

    const auto files = imagesIn(folder.path());

    ASSERT_EQ(files.size(), 2);
    EXPECT_EQ(files[0].file, folder / "f9.png");
    EXPECT_EQ(files[0].bytes, std::filesystem::file_size(folder / "f9.png"));
    EXPECT_EQ(files[1].file, folder / "f10.png");
    EXPECT_THROW(imagesIn(folder / "elsewhere"), InputError);
}

/// Formats of volumes hold pictures, too.
TEST(ImagesIn, ListsPicturesInFormatsOfVolumes) {
    const TemporaryFolder folder;
    const auto write = [&](const std::string& name, const std::string& sides) {
        writeWhole(folder / name, "NDims = " + std::to_string(1 + std::ranges::count(sides, ' ')) + "\nDimSize = " + sides +
                                      "\nElementType = MET_UCHAR\nElementDataFile = LOCAL\n" + std::string(64, 'a'));
    };
    const auto names = [&](const std::string& dataset = {}) {
        std::vector<std::string> found;
        for (const ListedFile& one : imagesIn(folder.path(), dataset))
            found.push_back(displayName(one.file));
        return found;
    };
    write("a.mha", "4 4 4");
    EXPECT_THAT(names(), IsEmpty());
    EXPECT_THROW(requireNoVolumes(folder.path()), InputError);
    writeWhole(folder / "a.mha", std::string("NDims = 2\n"));
    EXPECT_THAT(names(), IsEmpty());
    EXPECT_NO_THROW(requireNoVolumes(folder.path())) << "it is being written";
    write("a.mha", "8 8");
    write("b.mha", "8 8");
    EXPECT_THAT(names(), ElementsAre("a.mha", "b.mha"));
    EXPECT_NO_THROW(requireNoVolumes(folder.path()));
    WatchedFolder watched = watchOf({"a.mha"});
    lookAt(folder.path(), watched, {});
    write("c.mha", "8 8");
    EXPECT_THAT(namesOf(lookAt(folder.path(), watched, {}).arrived), ElementsAre("b.mha"));
    EXPECT_THAT(namesOf(lookAt(folder.path(), watched, {}).arrived), ElementsAre("c.mha"));
}

TEST(ImagesIn, ListsPicturesOfADatasetOfHdf5) {
    const TemporaryFolder folder;
    known_files::Voxels picture{{8, 6, 1}, {0.5, 0.5, 1, true}};
    picture.numbers.assign(48, 7);
    for (const char* const name : {"a.h5", "b.h5"})
        known_files::write(folder / name, known_files::hdf5({{"mask", picture}, {"raw", picture}}));

    EXPECT_THAT(imagesIn(folder.path()), IsEmpty()) << "which of them is meant is not said";
    EXPECT_EQ(imagesIn(folder.path(), "/raw").size(), 2u);
    WatchedFolder watched = watchOf({"a.h5"}, "/raw");
    lookAt(folder.path(), watched, {});
    EXPECT_THAT(namesOf(lookAt(folder.path(), watched, {}).arrived), ElementsAre("b.h5"));
    const ImageSeries one = openSeries({folder / "a.h5"}, {.dataset = "/raw"});
    const std::vector<std::filesystem::path> more{folder / "b.h5"};
    EXPECT_EQ(withFrames(one, more, {}).frames.back().dataset, "/raw");
}

TEST(WithFrames, AppendsWithTimesOfTheKindThatTheSeriesHas) {
    const TemporaryFolder folder;
    for (const char* name : {"f_t0s.png", "f_t60s.png", "f_t120s.png", "f_x.png"})
        writePicture(folder / name);
    ImageSeries series = openSeries({folder / "f_t0s.png", folder / "f_t60s.png"});
    assignTimes(series, {});

    const ImageSeries grown = withFrames(series, std::vector{folder / "f_t120s.png", folder / "f_x.png"}, {});

    EXPECT_THAT(namesOf(grown), ElementsAre("f_t0s.png", "f_t60s.png", "f_t120s.png", "f_x.png"));
    EXPECT_THAT(std::vector(grown.frames.begin(), grown.frames.begin() + 2), testing::ElementsAreArray(series.frames));
    EXPECT_EQ(grown.frames[2].timeS, 120);
    EXPECT_EQ(grown.frames[2].timeSource, TimeSource::filename);
    EXPECT_FALSE(grown.frames[3].problem.empty()) << "no time in its name, where the others have one";
}

TEST(WithFrames, CountsClockTimesFromTheFirstFrame) {
    const TemporaryFolder folder;
    for (const char* name : {"a_20090316_140000.png", "a_20090316_140100.png"})
        writePicture(folder / name);
    ImageSeries series = openSeries({folder / "a_20090316_140000.png"});
    assignTimes(series, {});

    const ImageSeries grown = withFrames(series, std::vector{folder / "a_20090316_140100.png"}, {});

    EXPECT_THAT(timesOf(grown), ElementsAre(0, 60));
}

TEST(WithFrames, KeepsTheChosenInterval) {
    const TemporaryFolder folder;
    for (const char* name : {"f1.png", "f2.png", "f3.png"})
        writePicture(folder / name);
    const TimeChoice every30s{TimeChoice::Kind::interval, 30, {}};
    ImageSeries series = openSeries({folder / "f1.png", folder / "f2.png"});
    assignTimes(series, every30s);

    const ImageSeries grown = withFrames(series, std::vector{folder / "f3.png"}, every30s);

    EXPECT_THAT(timesOf(grown), ElementsAre(0, 30, 60));
}

TEST(CanGrow, IsTrueOfSingleFilesOfOneFolder) {
    const TemporaryFolder folder;
    for (const char* name : {"a", "b"}) {
        std::filesystem::create_directory(folder / name);
        writePicture(folder / name / "f1.png");
    }

    EXPECT_TRUE(canGrow(openSeries({folder / "a"})));
    EXPECT_FALSE(canGrow(openSeries({folder / "a", folder / "b"})));
    EXPECT_FALSE(canGrow(ImageSeries()));
}

/// A folder of pictures of these names, opened.
ImageSeries openedFolder(const TemporaryFolder& folder, const std::vector<std::string>& names) {
    for (const std::string& name : names)
        writePicture(folder / name);
    ImageSeries series = openSeries({folder.path()});
    assignTimes(series, {});
    return series;
}

TEST(CanGrow, IsFalseWhereFilesAreNoFramesAndSaysWhy) {
    const TemporaryFolder channels, positions, slices, plain;
    const auto why = [](const ImageSeries& series) { return whyItCannotGrow(series); };
    EXPECT_THAT(why(openedFolder(channels, {"a_t0_ch00.png", "a_t0_ch01.png", "a_t1_ch00.png", "a_t1_ch01.png"})),
                HasSubstr("its channels, are one frame"));
    EXPECT_THAT(why(openedFolder(positions, {"a_pos1_t0.png", "a_pos1_t1.png", "a_pos2_t0.png", "a_pos2_t1.png"})),
                HasSubstr("one position or slice is taken"));
    EXPECT_THAT(why(openedFolder(slices, {"a_t0_z0.png", "a_t0_z1.png", "a_t1_z0.png", "a_t1_z1.png"})),
                HasSubstr("one position or slice is taken"));
    EXPECT_EQ(why(openedFolder(plain, {"a_t0.png", "a_t1.png"})), "");
}

TEST(WithFrames, RefusesOtherChannelsPositionsAndSlices) {
    for (const auto& [names, next, axis] :
         {std::tuple<std::vector<std::string>, std::string, std::string>{{"a_t0_ch00.png"}, "a_t0_ch01.png", "channels"},
          {{"a_pos1_t0.png", "a_pos1_t1.png"}, "a_pos2_t1.png", "positions"},
          {{"a_t0_z0.png", "a_t1_z0.png"}, "a_t1_z1.png", "slices"}}) {
        const TemporaryFolder folder;
        const ImageSeries series = openedFolder(folder, names);
        ASSERT_TRUE(canGrow(series)) << axis;
        writePicture(folder / next);
        try {
            withFrames(series, std::vector{folder / next}, {});
            FAIL() << next << " was taken for a frame";
        } catch (const InputError& error) {
            EXPECT_THAT(error.what(), HasSubstr("say several " + axis));
        }
    }
}

TEST(WithFrames, TakesTheSamePictureInAnotherFormatOnce) {
    const TemporaryFolder folder;
    const ImageSeries series = openedFolder(folder, {"f1.png", "f2.png"});

    const ImageSeries grown = withFrames(series, std::vector{folder / "f2.tif", folder / "f3.jpg", folder / "f3.png"}, {});

    EXPECT_THAT(namesOf(grown), ElementsAre("f1.png", "f2.png", "f3.jpg"));
    std::vector<std::string> texts;
    for (const Said& said : grown.notes)
        if (said.code == "files.same-stem") texts.push_back(said.text);
    EXPECT_THAT(texts, ElementsAre(HasSubstr("f2.tif is left out: it is taken for the picture of f2.png"),
                                   HasSubstr("f3.png is left out: it is taken for the picture of f3.jpg")));
}

}  // namespace
}  // namespace coarsen
