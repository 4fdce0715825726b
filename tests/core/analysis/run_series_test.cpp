// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_series.hpp"

#include "core/analysis/run_plan.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/sha256.hpp"
#include "core/export/image_files.hpp"
#include "core/image/decode.hpp"
#include "core/session/frame_result_json.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Eight small ring pictures in a folder of their own.
class RunSeries : public testing::Test {
protected:
    TemporaryFolder folder;

    void SetUp() override { writeRingSeries(folder / "images", ring(240, 180, 8)); }

    static RingSettings ring(int width, int height, int frames) {
        RingSettings settings;
        settings.width = width;
        settings.height = height;
        settings.frames = frames;
        settings.rMaxFromPx = 14;
        settings.rMaxToPx = 20;
        return settings;
    }

    std::filesystem::path image(int index) const { return request().series.frames.at(static_cast<std::size_t>(index)).file; }

    RunRequest request() const {
        RunRequest request;
        request.series = openSeries({folder / "images"});
        assignTimes(request.series, {});
        request.recipe = defaultRecipe();
        request.engines.engines = cpuEngines();
        return request;
    }
};

std::vector<std::string> texts(const MeasuredSeries& series) {
    std::vector<std::string> texts;
    for (const auto& [frame, row] : series.results)
        texts.push_back(storedRowJson({*row, neighbourCorrelationOf(series.neighbourCorrelations, frame)}));
    return texts;
}

/// An engine whose plans always fail, as a device that was unplugged.
class BrokenEngine final : public CorrelationEngine {
public:
    BrokenEngine() { description_.name = "gpu-broken"; }
    const EngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape&) const override { throw EngineError("gpu-broken", "it is gone"); }

private:
    EngineDescription description_;
};

/// An engine that works for some frames and then never again, as a GPU that fell off the bus.
class LostEngine final : public CorrelationEngine {
public:
    explicit LostEngine(int runsLeft) : runsLeft_(std::make_shared<std::atomic<int>>(runsLeft)) {
        description_.name = "gpu-lost";
        description_.isGpu = true;
    }
    const EngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override {
        return std::make_unique<Plan>(cpuFftEngine()->plan(shape), runsLeft_);
    }

private:
    class Plan final : public CorrelationPlan {
    public:
        Plan(std::unique_ptr<CorrelationPlan> plan, std::shared_ptr<std::atomic<int>> runsLeft)
            : plan_(std::move(plan)), runsLeft_(std::move(runsLeft)) {}
        std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token stop) override {
            if (--*runsLeft_ < 0) throw EngineError("GPU", "it was lost");
            return plan_->run(batch, stop);
        }
        std::string variant() const override { return plan_->variant(); }

    private:
        std::unique_ptr<CorrelationPlan> plan_;
        std::shared_ptr<std::atomic<int>> runsLeft_;
    };

    EngineDescription description_;
    std::shared_ptr<std::atomic<int>> runsLeft_;
};

TEST_F(RunSeries, MeasuresTheRestOnTheCpuWhenADeviceIsLostAndSaysSoOnce) {
    const auto sound = runSeries(request(), {}).rows();
    RunRequest lost = request();
    lost.engines.engines = cpuEngines();
    lost.engines.engines.correlation.push_back(std::make_shared<LostEngine>(7));
    lost.engines.name = "gpu-lost";
    lost.threads = 2;
    int notices = 0;
    RunListener listener;
    listener.notice = [&](const std::string& text) {
        ++notices;
        EXPECT_THAT(text, testing::HasSubstr("it was lost"));
    };

    const auto rows = runSeries(lost, listener).rows();

    ASSERT_EQ(rows.size(), sound.size());
    int onGpu = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].status, FrameStatus::ok) << rows[i].message;
        EXPECT_NEAR(rows[i].rMax.px, sound[i].rMax.px, 1e-3);
        onGpu += rows[i].engine == "gpu-lost";
    }
    EXPECT_GT(onGpu, 0);
    EXPECT_LT(onGpu, static_cast<int>(rows.size()));
    EXPECT_EQ(notices, 1);
}

TEST_F(RunSeries, GivesOneRowAFrameInFrameOrder) {
    std::vector<int> heard;
    RunListener listener;
    listener.finished = [&](const SharedResult& row, const RunProgress& progress) {
        heard.push_back(row->frame);
        EXPECT_EQ(progress.done, static_cast<int>(heard.size()));
        EXPECT_EQ(progress.total, 8);
        EXPECT_EQ(progress.frame, row->frame);
    };

    const auto rows = runSeries(request(), listener).rows();

    EXPECT_THAT(heard, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
    ASSERT_EQ(rows.size(), 8u);
    for (const FrameResult& row : rows) {
        EXPECT_EQ(row.status, FrameStatus::ok) << row.message;
        EXPECT_EQ(row.inputSha256.size(), 64u);
        EXPECT_EQ(row.image.widthPx, 240);
        EXPECT_EQ(row.profile.value.size(), 61u);
    }
}

TEST_F(RunSeries, KeepsTheSumOfTheFilesOfChannelsThatItMeasured) {
    RunRequest folded = request();
    auto& frames = folded.series.frames;
    for (const std::size_t i : {0, 1}) {
        frames[i].channelPages = {0, 0, 0};
        frames[i].channelFiles = {frames[i].file, frames[5].file, frames[6].file};
    }
    frames.resize(2);
    EXPECT_EQ(runSeries(folded, {}).results.at(0)->channelsSha256, "") << "only the first channel is read";

    setText(folded.recipe, "channels.use", "image");
    setText(folded.recipe, "channels.pick", "1,2,3");
    const MeasuredSeries measured = runSeries(folded, {});

    const std::string sums = sha256OfFile(image(5)) + "\n" + sha256OfFile(image(6)) + "\n";
    for (const int frame : {0, 1}) {
        EXPECT_EQ(measured.results.at(frame)->channelsSha256, sha256(sums)) << measured.results.at(frame)->message;
        EXPECT_EQ(measured.results.at(frame)->inputSha256, sha256OfFile(image(frame)));
    }
}

TEST_F(RunSeries, GivesTheSameNumbersOnAnyNumberOfThreads) {
    RunRequest one = request(), three = request();
    one.threads = 1;
    three.threads = 3;

    EXPECT_EQ(texts(runSeries(one, {})), texts(runSeries(three, {})));
}

TEST_F(RunSeries, ConvolvesTheSameOnAnyNumberOfThreads) {
    RunRequest one = request();
    setText(one.recipe, "flatten.method", "blur");
    setText(one.recipe, "filter.on", "true");
    setText(one.recipe, "filter.kind", "dog");
    RunRequest three = one;
    one.threads = 1;
    three.threads = 3;

    EXPECT_EQ(texts(runSeries(three, {})), texts(runSeries(one, {})));

    one.engines.convolution = "gpu-magic";
    EXPECT_THROW(runSeries(one, {}), SettingError) << "the engine asked for reaches the steps";
}

TEST_F(RunSeries, PassesOverABadFrameAndNamesIt) {
    writeWhole(image(2), std::string_view("this is text"));

    const auto rows = runSeries(request(), {}).rows();

    ASSERT_EQ(rows.size(), 8u);
    EXPECT_EQ(rows[2].status, FrameStatus::failed);
    EXPECT_THAT(rows[2].message, HasSubstr(rows[2].file));
    EXPECT_EQ(rows[3].status, FrameStatus::ok);
}

TEST_F(RunSeries, RefusesAFrameOfAnotherSizeThanMostEvenWhenItIsTheFirst) {
    const TemporaryFolder other;
    writeRingSeries(other / "images", ring(200, 150, 1));
    std::filesystem::copy_file(openSeries({other / "images"}).frames.at(0).file, image(0),
                               std::filesystem::copy_options::overwrite_existing);

    const auto rows = runSeries(request(), {}).rows();

    EXPECT_EQ(rows[0].status, FrameStatus::failed);
    EXPECT_THAT(rows[0].message, HasSubstr("Frame 0 is 200 × 150, the others are 240 × 180"));
    EXPECT_EQ(rows[1].status, FrameStatus::ok);
}

TEST_F(RunSeries, RefusesAFrameOfAnotherSizeAlsoWhenItIsMeasuredAloneAsAPartOfTheSeries) {
    const TemporaryFolder other;
    writeRingSeries(other / "images", ring(200, 150, 1));
    std::filesystem::copy_file(openSeries({other / "images"}).frames.at(0).file, image(7),
                               std::filesystem::copy_options::overwrite_existing);
    RunRequest alone = request(), part = request();
    alone.frames = {7};
    part.wanted = {7};

    EXPECT_EQ(runSeries(alone, {}).results.at(7)->status, FrameStatus::ok) << "the user chose these frames to be the series";
    const MeasuredSeries found = runSeries(part, {});
    EXPECT_EQ(found.results.size(), 1u);
    EXPECT_EQ(found.results.at(7)->status, FrameStatus::failed);
    EXPECT_THAT(found.results.at(7)->message, HasSubstr("Frame 7 is 200 × 150, the others are 240 × 180"));
}

TEST_F(RunSeries, SaysOnceWhatItDoesToSomeFramesUnasked) {
    for (const int index : {2, 5}) {
        const std::filesystem::path file = image(index);
        const Image whole = decode(file).image.asFloat();
        std::vector<float> pixels(whole.plane<float>().begin(), whole.plane<float>().end());
        for (float& pixel : pixels)
            pixel -= 30000;
        std::fill(pixels.begin(), pixels.begin() + 432, std::numeric_limits<float>::quiet_NaN());
        std::filesystem::remove(file);
        writeFloatTiff(folder / "images" / (file.stem().string() + ".tif"), Image(240, 180, std::move(pixels)));
    }
    std::map<std::string, std::string> said;
    RunListener listener;
    listener.remarked = [&](const std::string& what, const std::string& where) { said[what] = where; };

    RunRequest dividing = request();
    setText(dividing.recipe, "flatten.method", "polynomial");  // auto finds no light here that it could take off
    const auto rows = runSeries(dividing, listener).rows();

    const std::string name = request().series.frames[2].name;
    EXPECT_EQ(said["Pixels that are no numbers (NaN, infinite, fill values) are masked"],
              "2 of 8 frames, first " + name + " (1 % of its pixels).");
    EXPECT_EQ(said["Flatten has subtracted the background instead of dividing by it, since black is not 0 here"],
              "2 of 8 frames, first " + name + ".");
    EXPECT_EQ(said.size(), 2u);
    EXPECT_EQ(rows[2].status, FrameStatus::ok);
}

TEST_F(RunSeries, MeasuresOnlyTheFramesAskedFor) {
    RunRequest part = request();
    part.frames = {1, 5};

    const auto rows = runSeries(part, {}).rows();

    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[1].frame, 5);
}

TEST_F(RunSeries, MarksExcludedFrames) {
    RunRequest some = request();
    some.frames = {0, 1};
    some.excluded = {1};

    const auto rows = runSeries(some, {}).rows();

    EXPECT_EQ(rows[1].status, FrameStatus::excluded);
    EXPECT_TRUE(rows[1].rMax.isFound());
}

TEST_F(RunSeries, ContinuedGivesTheSameRowsAsInOneGo) {
    const MeasuredSeries whole = runSeries(request(), {});
    RunRequest rest = request();
    for (const int frame : {0, 1, 2, 3})
        rest.known[frame] = whole.results.at(frame);
    std::vector<int> measured, compared;
    RunListener listener;
    listener.finished = [&](const SharedResult& row, const RunProgress& progress) {
        measured.push_back(row->frame);
        EXPECT_EQ(progress.done, row->frame + 1);
        EXPECT_EQ(progress.total, 8);
    };
    listener.compared = [&](int frame, double) { compared.push_back(frame); };

    MeasuredSeries continued = runSeries(rest, listener);

    EXPECT_THAT(measured, ElementsAre(4, 5, 6, 7));
    EXPECT_THAT(compared, ElementsAre(4, 5, 6, 7));
    for (const int frame : {0, 1, 2, 3})  // which that run was told by the one before it
        continued.neighbourCorrelations[frame] = whole.neighbourCorrelations.at(frame);
    EXPECT_EQ(texts(continued), texts(whole));
}

/// A row depends on its own frame; what it shares with others is found wherever one of the two was measured.
TEST_F(RunSeries, OfSingleFramesGivesTheRowsAndPairsOfTheWholeSeries) {
    const MeasuredSeries whole = runSeries(request(), {});
    RunRequest some = request();
    some.known = whole.results;
    some.wanted = {2, 5};
    some.threads = 2;
    std::vector<int> measured;
    RunListener listener;
    listener.finished = [&](const SharedResult& row, const RunProgress& progress) {
        measured.push_back(row->frame);
        EXPECT_EQ(progress.total, 2);
    };

    const MeasuredSeries again = runSeries(some, listener);

    EXPECT_THAT(measured, ElementsAre(2, 5));
    EXPECT_EQ(again.results.size(), 8u);
    std::vector<int> compared;
    for (const auto& [frame, neighbourCorrelation] : again.neighbourCorrelations) {
        compared.push_back(frame);
        EXPECT_EQ(neighbourCorrelation, whole.neighbourCorrelations.at(frame)) << frame;
        EXPECT_EQ(storedRowJson({*again.results.at(frame)}), storedRowJson({*whole.results.at(frame)})) << frame;
    }
    EXPECT_THAT(compared, ElementsAre(2, 3, 5, 6));
}

TEST_F(RunSeries, ComparesNoFramesThatAreNotNeighbours) {
    RunRequest some = request();
    some.wanted = {2, 5};

    const MeasuredSeries found = runSeries(some, {});

    EXPECT_EQ(found.results.size(), 2u);
    EXPECT_TRUE(std::isnan(neighbourCorrelationOf(found.neighbourCorrelations, 2)));
    EXPECT_TRUE(std::isnan(neighbourCorrelationOf(found.neighbourCorrelations, 5))) << "frame 4 is not known";
}

TEST_F(RunSeries, StoppedGivesTheRowsMeasuredSoFar) {
    for (const int threads : {1, 2}) {
        std::stop_source stop;
        RunListener listener;
        listener.finished = [&](const SharedResult& row, const RunProgress&) {
            if (row->frame == 2) stop.request_stop();
        };
        RunRequest stopped = request();
        stopped.threads = threads;

        const auto rows = runSeries(stopped, listener, stop.get_token()).rows();

        EXPECT_GE(rows.size(), 3u);
        if (threads == 1) {  // a second thread may be far ahead of frame 2
            EXPECT_EQ(rows.size(), 3u);
        }
        for (std::size_t i = 0; i < rows.size(); ++i)
            EXPECT_EQ(rows[i].frame, static_cast<int>(i));
    }
}

/// An engine that asks for a stop when it is used first.
class StoppingEngine final : public CorrelationEngine {
public:
    explicit StoppingEngine(std::stop_source stop) : stop_(std::move(stop)) {}
    const EngineDescription& description() const noexcept override { return engine_->description(); }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override {
        return std::make_unique<Plan>(engine_->plan(shape), *this);
    }
    int uses() const { return uses_; }

private:
    struct Plan final : CorrelationPlan {
        Plan(std::unique_ptr<CorrelationPlan> ours, const StoppingEngine& by) : plan(std::move(ours)), owner(by) {}
        std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token stop) override {
            ++owner.uses_;
            owner.stop_.request_stop();
            return plan->run(batch, stop);
        }
        std::string variant() const override { return plan->variant(); }

        std::unique_ptr<CorrelationPlan> plan;
        const StoppingEngine& owner;
    };

    std::shared_ptr<const CorrelationEngine> engine_ = cpuFftEngine();
    mutable std::stop_source stop_;
    mutable std::atomic<int> uses_ = 0;
};

TEST_F(RunSeries, StoppedWithinAFrameAsksNoMoreOfItsEngineAndHasNoRowOfIt) {
    std::stop_source stop;
    const auto engine = std::make_shared<const StoppingEngine>(stop);
    RunRequest stopped = request();
    stopped.threads = 1;
    stopped.engines.engines.correlation = {engine};
    stopped.engines.name = engine->description().name;
    int rows = 0;
    RunListener listener;
    listener.finished = [&](const SharedResult&, const RunProgress&) { ++rows; };

    const MeasuredSeries found = runSeries(stopped, listener, stop.get_token());

    EXPECT_EQ(engine->uses(), 1);
    EXPECT_EQ(rows, 0);
    EXPECT_TRUE(found.results.empty());
}

TEST_F(RunSeries, GoesOnWithTheCpuWhenAnEngineFails) {
    RunRequest broken = request();
    broken.threads = 1;
    broken.engines.engines.correlation.push_back(std::make_shared<BrokenEngine>());
    broken.engines.name = "gpu-broken";
    std::string notice;
    RunListener listener;
    listener.notice = [&](const std::string& text) { notice += text; };

    const auto rows = runSeries(broken, listener).rows();

    EXPECT_EQ(rows[0].status, FrameStatus::ok);
    EXPECT_THAT(rows[0].engine, HasSubstr("cpu-"));
    EXPECT_THAT(notice, HasSubstr("gpu-broken failed"));
}

TEST_F(RunSeries, EndsWithTheErrorOfASettingThatSuitsNoFrame) {
    RunRequest wrong = request();
    wrong.engines.name = "cpu-abacus";

    EXPECT_THROW(runSeries(wrong, {}), SettingError);
}

TEST_F(RunSeries, EndsWithTheErrorOfItsListener) {
    RunListener listener;
    listener.finished = [](const SharedResult&, const RunProgress&) { throw StorageError("disk", "it is full"); };

    EXPECT_THROW(runSeries(request(), listener), StorageError);
}

TEST_F(RunSeries, ShowsTheImagesThatItMeasured) {
    std::atomic<int> shown = 0;
    RunListener listener;
    listener.images = [&](const FrameSource& source, int index, const Frame& frame, const Measurer::Answer& measured) {
        const CorrelationMap& map = measured.map;
        EXPECT_EQ(source.file, request().series.frames[static_cast<std::size_t>(index)].file);
        EXPECT_EQ(frame.image.width(), 240);
        EXPECT_EQ(map.maxLag(), 60);
        ++shown;
    };

    runSeries(request(), listener);

    EXPECT_EQ(shown, 8);
}

TEST_F(RunSeries, TakesFewerThreadsWhereMemoryIsShort) {
    RunRequest wide = request(), narrow = request();
    wide.threads = narrow.threads = 4;
    narrow.memoryBytes = std::size_t{1} << 20;
    const std::vector<int> all{0, 1, 2, 3, 4, 5, 6, 7};

    EXPECT_EQ(runPlan(wide, all, all.size()).workers, 4);
    EXPECT_EQ(runPlan(narrow, all, all.size()).workers, 1);
    EXPECT_EQ(runPlan(narrow, all, all.size()).threadsPerPlan, 4);
}

}  // namespace
}  // namespace coarsen
