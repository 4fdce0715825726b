// SPDX-License-Identifier: GPL-3.0-or-later
// Where nothing of what was asked for can be read, each frame says why, and the program comes to its end.
#include "core/base/files.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/cli/bounded.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/table.hpp"
#include "tests/core/volume/volume_writers.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::test {

namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::Each;
using testing::Eq;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Statuses of the frames in a run's table.
std::vector<std::string> statusesIn(const fs::path& out) {
    std::vector<std::string> statuses;
    for (const auto& row : readTable(out / "results.csv").rows)
        statuses.push_back(row.at("status"));
    return statuses;
}

std::vector<std::string> messagesIn(const fs::path& out) {
    std::vector<std::string> messages;
    for (const auto& row : readTable(out / "results.csv").rows)
        messages.push_back(row.at("message"));
    return messages;
}

std::vector<fs::path> filesIn(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

/// A way in which a file cannot be read any more.
struct Damage {
    std::string name;
    void (*doTo)(const fs::path& file);
};
const std::vector<Damage> damages{
    {"emptied", [](const fs::path& file) { fs::resize_file(file, 0); }},
    {"cut in its header", [](const fs::path& file) { fs::resize_file(file, 40); }},
    {"a folder of nothing",
     [](const fs::path& file) {
         fs::remove(file);
         fs::create_directory(file);
     }},
    {"gone", [](const fs::path& file) { fs::remove(file); }},
};

/// Damages after which commands that look for files still find some.
std::vector<Damage> damagesThatLeaveFiles() {
    return {damages.begin(), damages.begin() + 2};
}

void expectFailedRows(const Outcome& outcome, const fs::path& out, std::size_t frames) {
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    ASSERT_TRUE(fs::exists(out / "results.csv")) << outcome.err;
    EXPECT_EQ(statusesIn(out), std::vector<std::string>(frames, "failed"));
    EXPECT_THAT(messagesIn(out), Each(Not(IsEmpty())));
}

/// A folder with one series, measured once into `before`.
class MeasuredOnce {
public:
    explicit MeasuredOnce(const fs::path& folder) : folder_(folder) {
        const Outcome outcome = bounded({"analyze", images(), "-o", folder_ / "before", "--interval", "1min", "--quiet"});
        if (outcome.status != 0) throw std::runtime_error(outcome.err);
        fs::copy(images(), folder_ / "whole", fs::copy_options::recursive);
    }
    fs::path images() const { return folder_ / "images"; }

    /// The images as they were, then those from `first` on damaged.
    void damage(const Damage& damage, std::size_t first = 0) const {
        fs::remove_all(images());
        fs::copy(folder_ / "whole", images(), fs::copy_options::recursive);
        const std::vector<fs::path> files = filesIn(images());
        for (std::size_t i = first; i < files.size(); ++i)
            damage.doTo(files[i]);
    }
    Outcome sessionAgain(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"analyze", "--session", folder_ / "before" / "session.coarsen", "-o", again()};
        words.insert(words.end(), more.begin(), more.end());
        fs::remove_all(again());
        return bounded(words);
    }
    Outcome analyze(const std::vector<std::string>& more = {}, const std::string& before = "true") const {
        std::vector<std::string> words{"analyze", images(), "-o", again(), "--interval", "1min"};
        words.insert(words.end(), more.begin(), more.end());
        fs::remove_all(again());
        return bounded(words, before);
    }
    fs::path again() const { return folder_ / "again"; }

private:
    fs::path folder_;
};

void expectAnEndOfEveryDamage(const fs::path& folder) {
    const MeasuredOnce series(folder);
    for (const Damage& damage : damages) {
        SCOPED_TRACE(damage.name);
        series.damage(damage);
        const auto expectEnd = [&](const Outcome& outcome, std::size_t frames) {
            if (damage.name != "gone") return expectFailedRows(outcome, series.again(), frames);
            EXPECT_EQ(outcome.status, 2) << outcome.err;  // not one of a session's images is there: the command is wrong
            EXPECT_THAT(outcome.err, HasSubstr("--images"));
        };
        expectEnd(series.sessionAgain(), 2);
        series.damage(damage, 1);
        expectEnd(series.sessionAgain({"--frames", "1:2"}), 1);
        const Outcome part = series.sessionAgain();
        EXPECT_EQ(part.status, 3) << part.err;
        EXPECT_EQ(statusesIn(series.again()), (std::vector<std::string>{"ok", "failed"}));
    }
    series.damage(damages.front(), 1);
    expectFailedRows(series.analyze({"--frames", "1:2"}), series.again(), 1);
}

class UnreadableVolumes : public testing::TestWithParam<VolumeWriter> {};

TEST_P(UnreadableVolumes, BecomeFailedRows) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "images");
    for (int frame = 0; frame < 2; ++frame)
        GetParam().write(folder / "images" / ("v_" + std::to_string(frame) + GetParam().ending), patternVolume(frame));

    expectAnEndOfEveryDamage(folder.path());
}

INSTANTIATE_TEST_SUITE_P(Formats, UnreadableVolumes, testing::ValuesIn(volumeWriters()),
                         [](const auto& writer) { return writer.param.name; });

void writePictures(const fs::path& folder) {
    RingSettings settings;
    settings.width = 160, settings.height = 120, settings.frames = 2;
    settings.rMaxFromPx = 14, settings.rMaxToPx = 20;
    writeRingSeries(folder, settings);
    fs::remove(folder / "truth.csv");
    fs::remove(folder / "truth.json");
}

TEST(UnreadablePictures, BecomeFailedRows) {
    const TemporaryFolder folder;
    writePictures(folder / "images");

    expectAnEndOfEveryDamage(folder.path());
}

/// The programs end, and where they end well they have said of each frame what became of it.
void expectAnEndWithFewFiles(const fs::path& folder) {
    const MeasuredOnce series(folder);
    for (int files = 3; files <= 14; ++files) {
        SCOPED_TRACE("ulimit -n " + std::to_string(files));
        const Outcome outcome = series.analyze({}, "ulimit -n " + std::to_string(files));
        if (files <= 4 && outcome.status == 127) continue;  // its loader has no file to read it with
        EXPECT_THAT(outcome.status, AnyOf(Eq(0), Eq(1), Eq(2), Eq(3))) << outcome.err;
        if (outcome.status == 0) {
            EXPECT_EQ(statusesIn(series.again()), (std::vector<std::string>{"ok", "ok"}));
        } else {
            EXPECT_THAT(outcome.err, Not(IsEmpty()));
        }
    }
}

TEST(FewOpenFiles, LetARunOfVolumesEnd) {
    if (sanitized()) return;  // a sanitizer opens files for itself
    for (const char* const format : {"Nifti", "PackedNifti", "Hdf5"}) {
        SCOPED_TRACE(format);
        const TemporaryFolder folder;
        fs::create_directory(folder / "images");
        for (int frame = 0; frame < 2; ++frame)
            volumeWriter(format).write(folder / "images" / ("v_" + std::to_string(frame) + volumeWriter(format).ending),
                                       patternVolume(frame));
        expectAnEndWithFewFiles(folder.path());
    }
}

TEST(FewOpenFiles, LetARunOfPicturesEnd) {
    if (sanitized()) return;
    const TemporaryFolder folder;
    writePictures(folder / "images");
    expectAnEndWithFewFiles(folder.path());
}

TEST(ACropOutsideTheVolume, FailsTheFramesThatItMisses) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "images");
    volumeWriter("Nifti").write(folder / "images" / "v_0.nii", patternVolume());
    for (const char* const place : {"crop.x=1000", "crop.y=44", "crop.z=40"}) {
        SCOPED_TRACE(place);
        fs::remove_all(folder / "out");
        const Outcome outcome =
            bounded({"analyze", folder / "images", "-o", folder / "out", "--interval", "1min", "--set", "crop.on=true", "--set",
                     place, "--set", "crop.width=20", "--set", "crop.height=20", "--set", "crop.depth=20"});
        EXPECT_THAT(outcome.status, AnyOf(Eq(1), Eq(2))) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("crop"));
    }
}

/// Every command that takes files, over files that cannot be read: it ends, without a signal, and names one of them.
class EveryCommand : public testing::Test {
protected:
    TemporaryFolder folder;

    void expectAnEnd(const std::vector<std::string>& words) {
        const Outcome outcome = bounded(words);
        EXPECT_THAT(outcome.status, AnyOf(Eq(1), Eq(2), Eq(3))) << words.front() << ": " << outcome.err;
        EXPECT_THAT(outcome.err, AnyOf(HasSubstr("v_"), HasSubstr("f_"))) << words.front();
    }
};

TEST_F(EveryCommand, EndsWhereNoVolumeCanBeRead) {
    for (const Damage& damage : damagesThatLeaveFiles()) {
        SCOPED_TRACE(damage.name);
        fs::remove_all(folder / "parent");
        for (const char* const sample : {"a", "b"}) {
            fs::create_directories(folder / "parent" / sample);
            for (int frame = 0; frame < 2; ++frame) {
                const fs::path file = folder / "parent" / sample / ("v_" + std::to_string(frame) + ".nii");
                volumeWriter("Nifti").write(file, patternVolume(frame));
                damage.doTo(file);
            }
        }
        const std::string first = folder / "parent" / "a" / "v_0.nii", second = folder / "parent" / "a" / "v_1.nii";
        expectAnEnd({"batch", folder / "parent", "-o", folder / ("batch of one " + damage.name)});
        expectAnEnd({"analyze", folder / "parent" / "a", "-o", folder / ("out of one " + damage.name)});
        expectAnEnd({"register", first, second, "-o", folder / ("pair of one " + damage.name)});
        expectAnEnd({"surface", first, "-o", folder / ("surface of one " + damage.name)});
        volumeWriter("Nifti").write(second, patternVolume(1));
        expectAnEnd({"register", first, second, "-o", folder / ("half a pair of one " + damage.name)});
    }
}

TEST_F(EveryCommand, EndsWhereNoPictureCanBeRead) {
    writeWhole(folder / "kernel.csv", std::string_view("1,2,1\n2,4,2\n1,2,1\n"));
    for (const Damage& damage : damagesThatLeaveFiles()) {
        SCOPED_TRACE(damage.name);
        fs::remove_all(folder / "parent");
        for (const char* const sample : {"a", "b"}) {
            fs::create_directories(folder / "parent");
            writePictures(folder / "parent" / sample);
            int number = 0;
            for (const fs::path& file : filesIn(folder / "parent" / sample)) {
                fs::rename(file, folder / "parent" / sample / ("f_" + std::to_string(number) + ".png"));
                damage.doTo(folder / "parent" / sample / ("f_" + std::to_string(number++) + ".png"));
            }
        }
        const std::string first = folder / "parent" / "a" / "f_0.png", second = folder / "parent" / "a" / "f_1.png";
        expectAnEnd({"batch", folder / "parent", "-o", folder / ("batch of one " + damage.name)});
        expectAnEnd({"analyze", folder / "parent" / "a", "-o", folder / ("out of one " + damage.name)});
        expectAnEnd({"register", first, second, "-o", folder / ("pair of one " + damage.name)});
        expectAnEnd({"track", folder / "parent" / "a"});
        expectAnEnd({"correlate", first, second, "-o", folder / ("peak of one " + damage.name)});
        expectAnEnd({"convolve", folder / "parent" / "a", "-k", folder / "kernel.csv", "-o",
                     folder / ("filtered of one " + damage.name)});
        expectAnEnd({"ensemble", folder / "parent" / "a", "-o", folder / ("pooled of one " + damage.name)});
    }
}

}  // namespace

}  // namespace coarsen::test
