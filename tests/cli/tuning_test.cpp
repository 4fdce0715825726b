// SPDX-License-Identifier: GPL-3.0-or-later
// `engines --tune`, `--no-tune` and `--convolution-engine`.
#include "core/convolve/tuning.hpp"

#include "core/base/files.hpp"
#include "core/session/session.hpp"
#include "gpu/engines.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/small_series.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class TuningCommand : public testing::Test {
protected:
    SmallSeries series{2};
    const fs::path cache = series / "cache";

    Outcome call(const std::vector<std::string>& words) const {
        return coarsenCli(words, {{"COARSEN_SETTINGS_DIR", cache.string()}});
    }
    Outcome analyze(const std::vector<std::string>& more) const {
        std::vector<std::string> words{"analyze", series.images(), "-o", series / "out", "--force", "--quiet"};
        words.insert(words.end(), more.begin(), more.end());
        return call(words);
    }
    Session written() const { return readSession(fs::path(series / "out") / "session.coarsen"); }
    std::string table() const {
        const auto bytes = readWhole(fs::path(series / "out") / "results.csv");
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    /// As if this machine had been tuned.
    void putTuning(const std::string& machine) const {
        writeTuning(cache / "convolution-tuning.csv",
                    {machine, "2026-11-23T12:00:00Z", {{"cpu-fft", {1500, 750, 17, 17, 1}, 0.1}}});
    }
    static std::string thisMachine() {
        Engines engines({}, cpuConvolutionEngines());
        engines.join(gpu::engines());
        return tuningMachine(engines.convolution);
    }
};

TEST_F(TuningCommand, EnginesListsThoseOfConvolutionToo) {
    const auto json = nlohmann::json::parse(call({"engines", "--json"}).out);
    EXPECT_EQ(json.at("convolution_engines").at(0).at("name"), "cpu-direct");
    EXPECT_EQ(json.at("convolution_engines").at(0).at("available"), true);
    EXPECT_EQ(json.at("convolution_tuned_utc"), "");
    EXPECT_THAT(call({"engines"}).out, HasSubstr("cpu-separable"));
}

TEST_F(TuningCommand, IsRefusedBeforeItMeasuresWhereNothingCanBeKept) {
    writeWhole(cache, std::string_view("a file where the folder should be"));
    const Outcome outcome = call({"engines", "--tune"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("XDG_CACHE_HOME"));
    EXPECT_EQ(call({"engines", "--tune", "--no-tune"}).status, 2);
}

TEST_F(TuningCommand, ADamagedOrForeignFileIsSaidAndIgnored) {
    putTuning("an abacus");
    const Outcome foreign = call({"engines"});
    EXPECT_EQ(foreign.status, 0);
    EXPECT_THAT(foreign.err, HasSubstr("measured on another machine"));
    EXPECT_THAT(foreign.out, HasSubstr("auto goes by stated costs"));

    writeWhole(cache / "convolution-tuning.csv", std::string_view("tea"));
    const Outcome damaged = analyze({});
    EXPECT_EQ(damaged.status, 0) << damaged.err;
    EXPECT_THAT(damaged.err, HasSubstr("it is damaged"));
    EXPECT_THAT(analyze({"--no-tune"}).err, Not(HasSubstr("damaged")));
}

TEST_F(TuningCommand, TheSessionAndTheTablesSayWhatWasUsed) {
    ASSERT_EQ(analyze({}).status, 0);
    EXPECT_EQ(written().convolutionEngine, "auto");
    EXPECT_THAT(written().convolutionTuning, IsEmpty());
    EXPECT_THAT(table(), HasSubstr("\n# convolution engine: auto\n"));

    putTuning(thisMachine());
    const std::string date = "2026-11-23T12:00:00Z";
    ASSERT_EQ(analyze({}).status, 0);
    EXPECT_EQ(written().convolutionTuning, date);
    EXPECT_THAT(table(), HasSubstr("\n# convolution engine: auto, tuned " + date + "\n"));
    ASSERT_EQ(analyze({"--no-tune"}).status, 0);
    EXPECT_THAT(table(), HasSubstr("\n# convolution engine: auto\n"));
    EXPECT_EQ(nlohmann::json::parse(call({"engines", "--json"}).out).at("convolution_tuned_utc"), date);

    ASSERT_EQ(analyze({"--convolution-engine", "cpu-direct"}).status, 0);
    EXPECT_EQ(written().convolutionEngine, "cpu-direct");
    EXPECT_THAT(table(), HasSubstr("\n# convolution engine: cpu-direct\n"));
}

TEST_F(TuningCommand, ConvolveGoesByIt) {
    writeWhole(series / "kernel.csv", std::string_view("1,2,1\n2,5,2\n1,2,1\n"));
    putTuning(thisMachine());
    const auto convolve = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{"convolve", series.images(), "-k", series / "kernel.csv", "-o", series / "out", "--force"};
        words.insert(words.end(), more.begin(), more.end());
        return call(words).out;
    };
    EXPECT_THAT(convolve({}), HasSubstr("cpu-fft: the fastest engine here for a filter of 3 x 3, as measured on 2026-11-23"));
    EXPECT_THAT(convolve({"--no-tune"}), HasSubstr("cpu-simd: the fastest engine here for a filter of 3 x 3\n"));
}

TEST_F(TuningCommand, RefusesAnEngineThatIsNotThereAndNamesThoseThatAre) {
    const Outcome outcome = analyze({"--convolution-engine", "cpu-abacus"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("cpu-abacus"));
    EXPECT_THAT(outcome.err, HasSubstr("cpu-separable"));
    EXPECT_FALSE(fs::exists(series / "out"));
}

}  // namespace
}  // namespace coarsen::test
