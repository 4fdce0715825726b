// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of every format: the number that it gives, or the refusal that names what to do.
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/synth/bicontinuous.hpp"
#include "tests/cli/every_format.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

/// Cut of one pattern; a second cut shows the content displaced.
Samples cutOf(const Volume& whole, int x, int y, VolumeSize size) {
    Samples cut{size, {}};
    for (int z = 0; z < size.depth; ++z)
        for (int row = 0; row < size.height; ++row)
            for (int column = 0; column < size.width; ++column)
                cut.numbers.push_back(static_cast<std::uint16_t>(40 * whole.at(x + column, y + row, z) + 2000));
    return cut;
}

const Volume& pattern() {
    static const Volume whole = [] {
        BicontinuousSettings settings;
        settings.width = 112, settings.height = 104, settings.depth = 24;
        settings.wavelengthFromPx = settings.wavelengthToPx = 9;
        settings.ringWidth = 0.1;
        settings.frames = 1;
        settings.seed = 5;
        return bicontinuousVolume(settings, 0).volume;
    }();
    return whole;
}

constexpr VolumeSize pictureSize{96, 88, 1}, volumeSize{36, 32, 24};

Samples still(VolumeSize size) {
    return cutOf(pattern(), 8, 8, size);
}
/// Content that lies 2 px to the right and 1 px up.
Samples displaced(VolumeSize size) {
    return cutOf(pattern(), 6, 9, size);
}

nlohmann::json jsonIn(const fs::path& file) {
    const auto bytes = readWhole(file);
    return nlohmann::json::parse(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

/// Two frames of a format in a folder, of pictures or of volumes.
class TwoFrames {
public:
    TwoFrames(const SampleWriter& writer, VolumeSize size) : writer_(writer) {
        fs::create_directories(frames());
        writer.write(first(), still(size));
        writer.write(second(), displaced(size));
    }
    fs::path parent() const { return folder_ / "all"; }
    fs::path frames() const { return folder_ / "all" / "20C"; }
    fs::path first() const { return frames() / ("a_t0s" + writer_.ending); }
    fs::path second() const { return frames() / ("a_t1s" + writer_.ending); }
    fs::path out() const { return folder_ / "out"; }

    Outcome run(std::vector<std::string> words, const std::vector<std::string>& more = {}) const {
        words.insert(words.end(), {"-o", out(), "--force"});
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words);
    }

private:
    const SampleWriter& writer_;
    TemporaryFolder folder_;
};

class EveryFormat : public testing::TestWithParam<SampleWriter> {};

TEST_P(EveryFormat, GivesPicturesToEveryCommand) {
    const TwoFrames made(GetParam(), pictureSize);

    const Outcome analyze = made.run({"analyze", made.frames()});
    ASSERT_EQ(analyze.status, 0) << analyze.err;
    const double rMax = readTable(made.out() / "results.csv").number(0, "r_max_px");
    EXPECT_NEAR(rMax, 10, 1.5);

    const Outcome ensemble = made.run({"ensemble", made.frames()});
    ASSERT_EQ(ensemble.status, 0) << ensemble.err;
    EXPECT_EQ(jsonIn(made.out() / "ensemble.json")["groups"][0]["images"][0]["lengths"]["r_max"]["value_px"], rMax);

    const Outcome batch = made.run({"batch", made.parent()});
    ASSERT_EQ(batch.status, 0) << batch.err;
    EXPECT_EQ(readTable(made.out() / "20C" / "results.csv").number(0, "r_max_px"), rMax);

    const Outcome correlate = made.run({"correlate", made.first(), made.second()});
    ASSERT_EQ(correlate.status, 0) << correlate.err;
    const nlohmann::json peak = jsonIn(made.out() / "peak.json");
    EXPECT_NEAR(peak["dx_px"].get<double>(), 2, 0.01);
    EXPECT_NEAR(peak["dy_px"].get<double>(), -1, 0.01);

    const Outcome registered = made.run({"register", made.first(), made.second()});
    ASSERT_EQ(registered.status, 0) << registered.err;
    EXPECT_NEAR(jsonIn(made.out() / "report.json")["drift_px"][0].get<double>(), 2, 0.1);
    EXPECT_TRUE(fs::exists(made.out() / "warped.tif")) << "they are pictures";

    const Outcome track = coarsenCli({"track", made.frames()});
    ASSERT_EQ(track.status, 0) << track.err;
    EXPECT_THAT(track.out, HasSubstr("1.000000,2.0000,-1.0000,"));

    const fs::path kernel = made.parent() / "one.csv";
    writeWhole(kernel, "1\n");
    const Outcome convolve = made.run({"convolve", made.frames()}, {"--kernel", kernel});
    ASSERT_EQ(convolve.status, 0) << convolve.err;
    const Image same = decode(made.out() / "a_t0s.tif").image;
    const Samples samples = still(pictureSize);
    const std::vector<float> expected(samples.numbers.begin(), samples.numbers.end());
    EXPECT_TRUE(std::ranges::equal(same.plane<float>(), expected)) << "a filter of one tap changes nothing";

    const Outcome surface = made.run({"surface", made.first()});
    EXPECT_EQ(surface.status, 2);
    EXPECT_THAT(surface.err, testing::AnyOf(HasSubstr("analyse it as a picture"), HasSubstr("measure it as a picture"),
                                            HasSubstr("volumes are files ending in")));
}

TEST_P(EveryFormat, GivesVolumesToTheCommandsOfVolumes) {
    if (GetParam().isOfPictures) return;
    const TwoFrames made(GetParam(), volumeSize);

    const Outcome analyze = made.run({"analyze", made.frames()}, {"--volumes", "--max-lag", "12"});
    ASSERT_EQ(analyze.status, 0) << analyze.err;
    const double rMax = readTable(made.out() / "results.csv").number(0, "r_max_px");

    const Outcome batch = made.run({"batch", made.parent()}, {"--volumes", "--max-lag", "12"});
    ASSERT_EQ(batch.status, 0) << batch.err;
    EXPECT_EQ(readTable(made.out() / "20C" / "results.csv").number(0, "r_max_px"), rMax);

    const Outcome registered = made.run({"register", made.first(), made.second()}, {"--spacing", "0.5"});
    ASSERT_EQ(registered.status, 0) << registered.err;
    const nlohmann::json report = jsonIn(made.out() / "report.json");
    EXPECT_NEAR(report["drift_px"][0].get<double>(), 2, 0.1);
    EXPECT_NEAR(report["drift_px"][1].get<double>(), -1, 0.1);
    EXPECT_TRUE(fs::exists(made.out() / "warped.nii")) << "they are volumes";

    const Outcome surface = made.run({"surface", made.first()}, {"--denoise", "none", "--pixel-size", "0.5"});
    ASSERT_EQ(surface.status, 0) << surface.err;
    const nlohmann::json measured = jsonIn(made.out() / "report.json");
    EXPECT_EQ(measured["length_unit"], "um");
    EXPECT_NEAR(measured["s_v"]["value"].get<double>(), 2 * measured["s_v_per_px"]["value"].get<double>(), 1e-9);
    EXPECT_NEAR(measured["volume_fraction"]["value"].get<double>(), 0.5, 0.1);

    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"surface", made.first()}, {"register", made.first(), made.second()}}) {
        const Outcome little = made.run(words, {"--memory", "50kB"});
        EXPECT_EQ(little.status, 2) << words.front();
        EXPECT_THAT(little.err, HasSubstr("allow more memory (--memory)")) << words.front();
    }
}

/// Planes that their file calls slices are no frames, unless one of them is asked for; others are frames one after the other.
TEST_P(EveryFormat, VolumesAreRefusedByTheCommandsOfPictures) {
    if (GetParam().isOfPictures) return;
    const TwoFrames made(GetParam(), volumeSize);
    const fs::path kernel = made.parent() / "one.csv";
    writeWhole(kernel, "1\n");
    const std::vector<std::vector<std::string>> commands{{"convolve", made.frames(), "--kernel", kernel, "-o", made.out()},
                                                         {"track", made.frames()},
                                                         {"ensemble", made.frames(), "-o", made.out()}};

    for (const std::vector<std::string>& words : commands) {
        const Outcome outcome = coarsenCli(words);
        if (GetParam().saysSlices) {
            EXPECT_EQ(outcome.status, 2) << words.front();
            EXPECT_THAT(outcome.err, AllOf(HasSubstr("its frames are volumes, and " + words.front() + " takes pictures"),
                                           HasSubstr("analyze measures volumes, and register compares two")));
        } else {
            EXPECT_THAT(outcome.err, HasSubstr("Its files hold 24 pages each; only the first page of each is used. --join"));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, EveryFormat, testing::ValuesIn(sampleWriters()), [](const auto& at) { return at.param.name; });

/// HDF5 files that hold several pictures, or several volumes.
class SeveralDatasets : public testing::Test {
protected:
    TemporaryFolder folder;

    void make(VolumeSize size) const {
        fs::create_directories(frames());
        writeHdf5(frames() / "a_t0s.h5", {{"raw", still(size)}, {"other", displaced(size)}});
        writeHdf5(frames() / "a_t1s.h5", {{"raw", displaced(size)}, {"other", still(size)}});
        writeWhole(folder / "one.csv", "1\n");
    }
    fs::path frames() const { return folder / "all" / "20C"; }
    std::string out() const { return folder / "out"; }
    std::vector<std::vector<std::string>> commands() const {
        const std::string a = frames() / "a_t0s.h5", b = frames() / "a_t1s.h5";
        return {{"analyze", frames(), "-o", out()},
                {"ensemble", frames(), "-o", out()},
                {"track", frames()},
                {"convolve", frames(), "-k", folder / "one.csv", "-o", out()},
                {"correlate", a, b, "-o", out()},
                {"register", a, b, "-o", out()},
                {"batch", folder / "all", "-o", out()}};
    }
};

TEST_F(SeveralDatasets, OfPicturesAreListedWhereNoneIsChosen) {
    make(pictureSize);

    for (const std::vector<std::string>& words : commands()) {
        const Outcome outcome = coarsenCli(words);
        EXPECT_NE(outcome.status, 0) << words.front();
        EXPECT_THAT(outcome.err, AllOf(HasSubstr("a_t0s.h5: it holds several pictures that could be meant"),
                                       HasSubstr("choose one by --dataset: /other (96 x 88), /raw (96 x 88)")))
            << words.front();
    }
}

TEST_F(SeveralDatasets, OfPicturesTheChosenOneIsRead) {
    make(pictureSize);

    for (std::vector<std::string> words : commands()) {
        words.insert(words.end(), {"--dataset", "/raw"});
        if (words.front() != "track") words.emplace_back("--force");
        const Outcome outcome = coarsenCli(words);
        EXPECT_EQ(outcome.status, 0) << words.front() << ": " << outcome.err;
        if (words.front() == "track") {
            EXPECT_THAT(outcome.out, HasSubstr("1.000000,2.0000,-1.0000,"));
        } else if (words.front() == "correlate") {
            EXPECT_NEAR(jsonIn(folder / "out" / "peak.json")["dx_px"].get<double>(), 2, 0.01);
        } else if (words.front() == "register") {
            EXPECT_NEAR(jsonIn(folder / "out" / "report.json")["drift_px"][0].get<double>(), 2, 0.1);
        }
    }
    const Outcome unknown = coarsenCli({"analyze", frames(), "-o", folder / "new", "--dataset", "blue"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("it has no dataset 'blue'; choose one by --dataset: /other (96 x 88), /raw (96 x 88)"));
}

TEST_F(SeveralDatasets, AreKeptByTheSession) {
    make(pictureSize);
    ASSERT_EQ(coarsenCli({"analyze", frames(), "-o", folder / "raw", "--dataset", "/raw"}).status, 0);
    ASSERT_EQ(coarsenCli({"analyze", frames(), "-o", folder / "other", "--dataset", "/other"}).status, 0);

    const Outcome again = coarsenCli({"analyze", "--session", folder / "raw" / "session.coarsen", "-o", folder / "again"});

    ASSERT_EQ(again.status, 0) << again.err;
    const auto rMax = [&](const char* out, std::size_t row) {
        return readTable(folder / out / "results.csv").number(row, "r_max_px");
    };
    EXPECT_EQ(rMax("again", 0), rMax("raw", 0));
    EXPECT_NE(rMax("raw", 0), rMax("other", 0));
    EXPECT_EQ(rMax("raw", 0), rMax("other", 1)) << "the same picture under another name";
    const Outcome mixed = coarsenCli({"analyze", frames(), "-o", folder / "raw", "--dataset", "/other", "--resume"});
    EXPECT_NE(rMax("raw", 0), rMax("other", 0)) << mixed.err << "no rows of one dataset under the name of the other";
}

TEST_F(SeveralDatasets, OfVolumesAreListedOrChosen) {
    make(volumeSize);
    const std::string a = frames() / "a_t0s.h5", b = frames() / "a_t1s.h5";
    const std::vector<std::vector<std::string>> ofVolumes{{"register", a, b, "-o", out(), "--force"},
                                                          {"surface", a, "-o", out(), "--denoise", "none", "--force"}};

    for (std::vector<std::string> words : ofVolumes) {
        EXPECT_THAT(coarsenCli(words).err, HasSubstr("choose one by --dataset: /other (36 x 32 x 24), /raw (36 x 32 x 24)"));
        words.insert(words.end(), {"--dataset", "/raw"});
        EXPECT_EQ(coarsenCli(words).status, 0);
    }
}

/// A name says nothing of what is in a file.
TEST_F(SeveralDatasets, AreKnownByWhatTheFileHolds) {
    make(pictureSize);
    for (const char* const name : {"a.data", "a.tif"}) {
        const std::string file = folder / name;
        fs::copy_file(frames() / "a_t0s.h5", file);

        const Outcome unsaid = coarsenCli({"analyze", file, "-o", folder / "out", "--force"});
        EXPECT_EQ(unsaid.status, 2);
        EXPECT_THAT(unsaid.err, HasSubstr("choose one by --dataset: /other (96 x 88), /raw (96 x 88)"));
        const Outcome said = coarsenCli({"analyze", file, "-o", folder / "out", "--force", "--dataset", "/raw"});
        EXPECT_EQ(said.status, 0) << said.err;
    }
}

TEST_F(SeveralDatasets, AreOfHdf5Alone) {
    sampleWriters().front().write(folder / "a.png", still(pictureSize));

    const Outcome outcome = coarsenCli({"analyze", folder / "a.png", "-o", folder / "out", "--dataset", "/raw"});

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--dataset: a.png is no HDF5 file"));
}

const SampleWriter& writerOf(const std::string& name) {
    return *std::ranges::find(sampleWriters(), name, &SampleWriter::name);
}

TEST(OneEntrance, TakesOneOfSeveralTimes) {
    const TemporaryFolder folder;
    Samples pictures{{96, 88, 2}, still(pictureSize).numbers};
    const Samples second = displaced(pictureSize);
    pictures.numbers.insert(pictures.numbers.end(), second.numbers.begin(), second.numbers.end());
    writerOf("Npy").write(folder / "pictures.npy", pictures);
    const std::string file = folder / "pictures.npy";

    const Outcome first = coarsenCli({"correlate", file, file, "-o", folder / "out"});
    EXPECT_EQ(first.status, 0) << first.err;
    EXPECT_THAT(first.err, HasSubstr("Of 2 pictures in it the first is taken. --t N takes another."));
    const Outcome two = coarsenCli({"correlate", file, file, "-o", folder / "out", "--force", "--t", "1,2"});
    ASSERT_EQ(two.status, 0) << two.err;
    EXPECT_NEAR(jsonIn(folder / "out" / "peak.json")["dx_px"].get<double>(), 2, 0.01);
    const Outcome none = coarsenCli({"correlate", file, file, "-o", folder / "out", "--force", "--t", "3"});
    EXPECT_THAT(none.err, HasSubstr("there is no time 3: pictures.npy has 2; write 1 to 2"));
}

/// Stacks of ImageJ whose second channel shows what the first of the other shows.
class TwoChannels : public testing::Test {
protected:
    TemporaryFolder folder;

    void write(const char* name, VolumeSize size, const Samples& one, const Samples& two) const {
        Samples both{{size.width, size.height, 2 * size.depth}, {}};
        const std::size_t plane = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
        for (int z = 0; z < size.depth; ++z)
            for (const Samples* const channel : {&one, &two}) {
                const auto from = channel->numbers.begin() + static_cast<std::ptrdiff_t>(plane * static_cast<std::size_t>(z));
                both.numbers.insert(both.numbers.end(), from, from + static_cast<std::ptrdiff_t>(plane));
            }
        writeTiff(folder / name, both,
                  "ImageJ=1.53t\nimages=" + std::to_string(2 * size.depth) + "\nchannels=2\n" +
                      (size.depth > 1 ? "slices=" + std::to_string(size.depth) + "\n" : "") +
                      "hyperstack=true\nunit=um\nspacing=0.5\n");
    }
    void writeBoth(VolumeSize size) const {
        write("a_t0s.tif", size, still(size), displaced(size));
        write("a_t1s.tif", size, displaced(size), still(size));
    }
    Outcome run(std::vector<std::string> words, const std::vector<std::string>& more) const {
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words);
    }
    /// Compares a_t0s.tif with a_t1s.tif, follows film.tif and filters the first by each channel; the answer to the second is
    /// called `nameOfSecond`.
    void expectEachChannel(const std::string& nameOfSecond) const {
        writeWhole(folder / "one.csv", "1\n");
        const std::string a = folder / "a_t0s.tif", b = folder / "a_t1s.tif", out = folder / "out";
        const std::vector<std::string> correlate{"correlate", a, b, "-o", out, "--force"},
            registered{"register", a, b, "-o", out, "--force"}, track{"track", folder / "film.tif", "--rate", "1"},
            convolve{"convolve", a, "-k", folder / "one.csv", "-o", out, "--force"};

        for (const auto& [channel, dx] : {std::pair{1, 2.0}, std::pair{2, -2.0}}) {
            const std::vector<std::string> chosen{"--channel", std::to_string(channel)};
            ASSERT_EQ(run(correlate, chosen).status, 0);
            EXPECT_NEAR(jsonIn(folder / "out" / "peak.json")["dx_px"].get<double>(), dx, 0.01);
            ASSERT_EQ(run(registered, chosen).status, 0);
            EXPECT_NEAR(jsonIn(folder / "out" / "report.json")["drift_px"][0].get<double>(), dx, 0.1);
            EXPECT_THAT(run(track, chosen).out,
                        HasSubstr(channel == 1 ? "1.000000,2.0000,-1.0000," : "1.000000,-2.0000,1.0000,"));
            ASSERT_EQ(run(convolve, chosen).status, 0);
            const Image picture = decode(folder / "out" / (channel == 1 ? "a_t0s.tif" : nameOfSecond)).image;
            EXPECT_EQ(picture.at(3, 4), (channel == 1 ? still(pictureSize) : displaced(pictureSize)).numbers[4 * 96 + 3]);
        }
        for (const auto& words : {correlate, registered, track, convolve}) {
            EXPECT_THAT(run(words, {}).err,
                        HasSubstr("Each frame has 2 channels; the first is taken. --channel N takes another."))
                << words.front();
            EXPECT_THAT(run(words, {"--channel", "3"}).err, HasSubstr("there is no channel 3: the pictures have 2; write 1 to 2"))
                << words.front();
        }
    }
};

TEST_F(TwoChannels, OfPicturesTheOneThatIsAskedForIsTaken) {
    writeBoth(pictureSize);
    Samples film{{pictureSize.width, pictureSize.height, 4}, {}};
    for (const Samples& page : {still(pictureSize), displaced(pictureSize), displaced(pictureSize), still(pictureSize)})
        film.numbers.insert(film.numbers.end(), page.numbers.begin(), page.numbers.end());
    writeTiff(folder / "film.tif", film, "ImageJ=1.53t\nimages=4\nchannels=2\nframes=2\nhyperstack=true\n");
    expectEachChannel("a_t0s_p0001.tif");
}

/// The same two channels as planes of one page.
TEST_F(TwoChannels, AsPlanesOfOnePageAreChosenLikePagesOfTheirOwn) {
    const auto writePlanes = [&](const char* name, const std::vector<std::pair<Samples, Samples>>& pages) {
        TIFF* const tiff = TIFFOpen((folder / name).c_str(), "w");
        for (const auto& [one, two] : pages) {
            TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, pictureSize.width);
            TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, pictureSize.height);
            TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, pictureSize.height);
            TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 16);
            TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 2);
            TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_SEPARATE);
            TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
            for (const auto& [plane, samples] : {std::pair{0U, &one}, std::pair{1U, &two}}) {
                std::vector<std::uint16_t> stored(samples->numbers.begin(), samples->numbers.end());
                TIFFWriteEncodedStrip(tiff, plane, stored.data(), static_cast<tmsize_t>(2 * stored.size()));
            }
            TIFFWriteDirectory(tiff);
        }
        TIFFClose(tiff);
    };
    const Samples here = still(pictureSize), there = displaced(pictureSize);
    writePlanes("a_t0s.tif", {{here, there}});
    writePlanes("a_t1s.tif", {{there, here}});
    writePlanes("film.tif", {{here, there}, {there, here}});
    expectEachChannel("a_t0s.tif");
    writeWhole(folder / "both.json", std::string(R"({"schema":1,"steps":[{"step":"grey"},{"step":"channels","use":"image"}]})"));
    const std::string err = run({"correlate", folder / "a_t0s.tif", folder / "a_t1s.tif", "-o", folder / "out", "--force"},
                                {"--recipe", folder / "both.json"})
                                .err;
    EXPECT_THAT(err, testing::Not(HasSubstr("the first is taken"))) << "the recipe takes both";
}

TEST_F(TwoChannels, OfVolumesTheOneThatIsAskedForIsTaken) {
    writeBoth(volumeSize);
    const std::string a = folder / "a_t0s.tif", b = folder / "a_t1s.tif", out = folder / "out";

    const auto dx = [&](const std::vector<std::string>& more) {
        const Outcome outcome = run({"register", a, b, "-o", out, "--force"}, more);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return jsonIn(folder / "out" / "report.json")["drift_px"][0].get<double>();
    };

    EXPECT_NEAR(dx({}), 2, 0.1);
    EXPECT_NEAR(dx({"--channel", "2"}), -2, 0.1);
    const Outcome surface = run({"surface", a, "-o", out, "--force", "--denoise", "none", "--channel", "2"}, {});
    EXPECT_EQ(surface.status, 0) << surface.err;
    EXPECT_THAT(run({"surface", a, "-o", out, "--force", "--channel", "3"}, {}).err, HasSubstr("channel"));
    const Outcome slice = run({"register", a, b, "-o", out, "--force", "--z", "3"}, {});
    EXPECT_EQ(slice.status, 0) << slice.err;
    EXPECT_TRUE(fs::exists(folder / "out" / "warped.tif")) << "a slice is a picture";
}

TEST(OneEntrance, TakesFoldersOfSlicesAndVoxelsWithoutAHeader) {
    const TemporaryFolder folder;
    const auto slices = [&](const char* name, const Samples& samples) {
        fs::create_directory(folder / name);
        for (int z = 0; z < samples.size.depth; ++z) {
            const auto from = samples.numbers.begin() + static_cast<std::ptrdiff_t>(samples.size.index(0, 0, z));
            const Samples slice{{samples.size.width, samples.size.height, 1}, {from, from + 36 * 32}};
            writerOf("Png").write(folder / name / ("s_" + std::to_string(100 + z) + ".png"), slice);
        }
        const std::string voxels(reinterpret_cast<const char*>(samples.numbers.data()), 2 * samples.numbers.size());
        writeWhole(folder / (std::string(name) + ".raw"), voxels);
    };
    slices("a", still(volumeSize));
    slices("b", displaced(volumeSize));

    const std::vector<std::string> layout{"--raw", "36x32x24:u16le"};
    for (const bool areRaw : {false, true}) {
        const std::string ending = areRaw ? ".raw" : "";
        std::vector<std::string> pair{"register", folder / ("a" + ending), folder / ("b" + ending),
                                      "-o",       folder / "out",          "--force"};
        std::vector<std::string> one{"surface", folder / ("a" + ending), "-o", folder / "out", "--force", "--denoise", "none"};
        if (areRaw) pair.insert(pair.end(), layout.begin(), layout.end()), one.insert(one.end(), layout.begin(), layout.end());
        const Outcome registered = coarsenCli(pair);
        ASSERT_EQ(registered.status, 0) << registered.err;
        EXPECT_NEAR(jsonIn(folder / "out" / "report.json")["drift_px"][0].get<double>(), 2, 0.1);
        const Outcome surface = coarsenCli(one);
        ASSERT_EQ(surface.status, 0) << surface.err;
        EXPECT_NEAR(jsonIn(folder / "out" / "report.json")["volume_fraction"]["value"].get<double>(), 0.5, 0.1);
    }
    const Outcome correlate = coarsenCli({"correlate", folder / "a", folder / "b", "-o", folder / "map"});
    EXPECT_EQ(correlate.status, 2);
    EXPECT_THAT(correlate.err, HasSubstr("it holds 24 pictures in files of their own, and one is needed; name one of the files"));
}

TEST(OneEntrance, OfTwoKindsSaysWhichIsWhich) {
    const TemporaryFolder folder;
    writerOf("Npy").write(folder / "picture.npy", still(pictureSize));
    writerOf("Nrrd").write(folder / "volume.nrrd", still(volumeSize));

    const Outcome outcome = coarsenCli({"register", folder / "picture.npy", folder / "volume.nrrd", "-o", folder / "out"});

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("volume.nrrd: it is a volume, and the other a picture"));
}

}  // namespace
}  // namespace coarsen::test
