// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/tuning.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/convolve/engines.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace coarsen {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr ConvolutionShape small{1500, 750, 5, 5, 1}, large{1500, 750, 31, 31, 1};

Filter unevenFilter(int size) {
    Filter filter{size, size, std::vector<float>(static_cast<std::size_t>(size * size), 1.0F)};
    filter.taps[1] = 7;
    return filter;
}

std::string takenFor(const ConvolutionEngineList& engines, const ConvolutionShape& shape) {
    return chooseConvolution(engines, "auto", shape, unevenFilter(shape.filterWidth)).engine->description().name;
}

/// A machine on which transforms are quick for small filters and slow for large ones, against all that is stated.
ConvolutionTuning upsideDown() {
    return {"a machine",
            "2026-11-23T12:00:00Z",
            {{"cpu-simd", small, 9}, {"cpu-fft", small, 1}, {"cpu-simd", large, 2}, {"cpu-fft", large, 50}}};
}

TEST(ConvolutionTuning, DecidesWhatAutoTakesNextToWhatWasMeasured) {
    const ConvolutionEngineList engines = cpuConvolutionEngines(), here = tuned(engines, upsideDown());

    EXPECT_EQ(takenFor(engines, small), "cpu-simd");
    EXPECT_EQ(takenFor(here, small), "cpu-fft");
    EXPECT_EQ(takenFor(here, {1500, 750, 7, 7, 1}), "cpu-fft");
    EXPECT_EQ(takenFor(engines, large), "cpu-fft");
    EXPECT_EQ(takenFor(here, large), "cpu-simd");
}

TEST(ConvolutionTuning, GivesWhatWasMeasuredAsTheCostThere) {
    for (const auto& engine : tuned(cpuConvolutionEngines(), upsideDown())) {
        const ConvolutionEngineDescription& about = engine->description();
        if (about.name != "cpu-fft") continue;
        EXPECT_NEAR(about.cost(small, unevenFilter(5)), 1, 1e-3);
        EXPECT_NEAR(about.cost(large, unevenFilter(31)), 50, 0.05);
        EXPECT_EQ(about.tuned, "2026-11-23T12:00:00Z");
    }
}

TEST(ConvolutionTuning, LeavesAnEngineAsItIsThatWasNotMeasured) {
    const ConvolutionEngineList engines = cpuConvolutionEngines(), here = tuned(engines, upsideDown());
    for (std::size_t i = 0; i < engines.size(); ++i) {
        const ConvolutionEngineDescription &before = engines[i]->description(), &after = here[i]->description();
        if (before.name != "cpu-separable" && before.name != "cpu-direct") continue;
        EXPECT_EQ(after.cost(small, {1, 1, {1}}), before.cost(small, {1, 1, {1}}));
        EXPECT_THAT(after.tuned, IsEmpty());
    }
}

class TuningFile : public testing::Test {
protected:
    TemporaryFolder folder;
    std::filesystem::path file = folder / "cache/tuning.csv";
};

TEST_F(TuningFile, ReadsAsItWasWritten) {
    writeTuning(file, upsideDown());

    const KnownTuning known = knownTuning(file, "a machine");

    ASSERT_TRUE(known.tuning) << known.problem;
    EXPECT_THAT(known.problem, IsEmpty());
    EXPECT_EQ(known.tuning->dateUtc, "2026-11-23T12:00:00Z");
    ASSERT_EQ(known.tuning->costs.size(), 4u);
    EXPECT_EQ(known.tuning->costs[3].engine, "cpu-fft");
    EXPECT_EQ(known.tuning->costs[3].nanoseconds, 50);
    EXPECT_EQ(known.tuning->costs[3].shape.filterWidth, 31);
    EXPECT_EQ(known.tuning->costs[3].shape.height, 750);
    EXPECT_EQ(known.tuning->costs[3].shape.threads, 1);
}

TEST_F(TuningFile, IsNotUsedOnAnotherMachine) {
    writeTuning(file, upsideDown());

    const KnownTuning known = knownTuning(file, "another machine");

    EXPECT_FALSE(known.tuning);
    EXPECT_THAT(known.problem, StartsWith(file.string() + ": it was measured on another machine"));
}

TEST_F(TuningFile, IsNotUsedWhenDamagedAndSaysSo) {
    writeTuning(file, upsideDown());
    const auto bytes = readWhole(file);
    const std::string whole(reinterpret_cast<const char*>(bytes.data()), bytes.size());

    for (const std::string& text :
         {std::string(), std::string("this is text\n"), whole.substr(0, whole.size() - 5), whole + "cpu-fft,1,2\n",
          whole + "cpu-fft,1500,750,3,3,1,-2\n", whole + "cpu-fft,1500,750,3,3,1,nan\n", whole + "cpu-fft,0,750,3,3,1,2\n"}) {
        writeWhole(file, std::string_view(text));
        const KnownTuning known = knownTuning(file, "a machine");
        EXPECT_FALSE(known.tuning) << text;
        EXPECT_THAT(known.problem, HasSubstr("it is damaged")) << text;
    }
}

TEST_F(TuningFile, ThatIsNotThereIsNoProblem) {
    const KnownTuning known = knownTuning(file, "a machine");
    EXPECT_FALSE(known.tuning);
    EXPECT_THAT(known.problem, IsEmpty());
}

TEST_F(TuningFile, IsRefusedWhereNoFolderCanBeMade) {
    writeWhole(folder / "cache", std::string_view("a file where the folder should be"));
    EXPECT_THROW(makeFolderOf(file), StorageError);
    EXPECT_THROW(writeTuning(file, upsideDown()), StorageError);
}

}  // namespace
}  // namespace coarsen
