// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/batch/found_series.hpp"
#include "core/correlate/engines.hpp"
#include "core/project/condition.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/session/run_journal.hpp"
#include "core/session/series_name.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class Listener final : public BatchReport {
public:
    void begins(std::size_t series) override { begun.push_back(series); }
    void show(const BatchProgress& progress) override {
        shown.push_back(progress);
        if (stopAt > 0 && static_cast<int>(shown.size()) == stopAt) stop.request_stop();
    }
    void showSurvey(const BatchProgress&) override {}
    void say(std::size_t series, const std::string& text) override { said[series].push_back(text); }
    void ends(std::size_t series, const SeriesOutcome&) override { ended.push_back(series); }

    std::vector<std::size_t> begun, ended;
    std::vector<BatchProgress> shown;
    std::map<std::size_t, std::vector<std::string>> said;
    int stopAt = 0;  // frames
    std::stop_source stop;
};

class BatchOfRings : public testing::Test {
protected:
    static void ring(const fs::path& folder, double perHour, std::uint64_t seed, int frames = 6) {
        RingSettings settings;
        settings.width = 240;
        settings.height = 180;
        settings.frames = frames;
        settings.rMaxFromPx = 12;
        settings.rMaxToPx = 12 + perHour * (frames - 1);
        settings.seed = seed;
        writeRingSeries(folder, settings);
    }
    BatchRequest request() const {
        BatchRequest request{
            .series = foundSeries(folder / "parent", true, folder / "out").series, .settings = {}, .output = folder / "out"};
        request.settings.engines.engines = engines;
        countFrames(request.series);
        return request;
    }
    BatchResult measured(BatchRequest request, Listener& listener) {
        Batch batch(std::move(request), engines);
        batch.measure(listener, listener.stop.get_token());
        batch.writeTables();
        return batch.result();
    }
    BatchResult measured(BatchRequest request) {
        Listener listener;
        return measured(std::move(request), listener);
    }
    static std::vector<SeriesState> statesOf(const BatchResult& result) {
        std::vector<SeriesState> states;
        for (const SeriesOutcome& outcome : result.outcomes)
            states.push_back(outcome.state);
        return states;
    }
    std::string text(const fs::path& file) const {
        const auto bytes = readWhole(folder / file);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }

    TemporaryFolder folder;
    Engines engines{cpuEngines(), cpuConvolutionEngines()};
};

TEST_F(BatchOfRings, FindsTheRatesOfItsConditions) {
    for (int k = 0; k < 3; ++k) {
        ring(folder / "parent" / "20C" / std::to_string(k), 1.5, 10 + static_cast<std::uint64_t>(k));
        ring(folder / "parent" / "30C" / std::to_string(k), 3, 20 + static_cast<std::uint64_t>(k));
    }

    const BatchResult result = measured(request());

    EXPECT_THAT(statesOf(result), testing::AllOf(SizeIs(6), Each(SeriesState::all)));
    const std::vector<Condition> conditions = conditionsOf(result.samples);
    ASSERT_THAT(conditions, SizeIs(2));
    for (const auto& [condition, perHour] : {std::pair{conditions[0], 1.5}, {conditions[1], 3.0}}) {
        const FitParameter& rate = condition.chosenFit()->parameters.front();
        EXPECT_NEAR(rate.value, perHour / 3600, 3 * rate.error) << condition.name;
        EXPECT_LT(rate.error, 0.1 * rate.value);
        EXPECT_EQ(condition.repeats, 3);
    }
    EXPECT_EQ(conditions[0].x, 20);
    for (const std::string& table : batchTables())
        EXPECT_TRUE(fs::exists(folder / "out" / table)) << table;
    for (const char* file : {"results.csv", "c1d.csv", "fit.json", "session.coarsen"})
        EXPECT_TRUE(fs::exists(folder / "out" / "20C_1" / file)) << file;
    EXPECT_FALSE(fs::exists(folder / "out" / "20C_1" / RunJournal::fileName));
}

TEST_F(BatchOfRings, LeavesAProjectOfAllSeriesAndBatchJsonIsOneToo) {
    ring(folder / "parent" / "20C" / "a", 2, 1);
    ring(folder / "parent" / "20C" / "b", 2, 2);
    BatchRequest asked = request();
    asked.xLabel = "temperature (°C)";

    const BatchResult result = measured(std::move(asked));

    const Project project = readProject(folder / "out" / "out.coarsen-project");
    EXPECT_EQ(project, readProject(folder / "out" / "batch.json"));
    EXPECT_EQ(project.xLabel, "temperature (°C)");
    ASSERT_THAT(project.series, SizeIs(2));
    EXPECT_EQ(project.series[1].path, folder / "out" / "20C_b" / "session.coarsen");
    const Sample read = readSample(project.series[1]);
    EXPECT_EQ(read.name, "20C/b");
    EXPECT_EQ(read.growth.points.size(), result.samples[1].growth.points.size());
    EXPECT_EQ(read.chosenFit()->parameters.front().value, result.samples[1].chosenFit()->parameters.front().value);
    const Session first = readSession(project.series[0].path);
    EXPECT_EQ(first.series.name, "20C/a");
    EXPECT_EQ(seriesName(first), "20C/a") << "and not a, as its folder is called";
}

TEST_F(BatchOfRings, PassesOverASeriesThatCannotBeMeasuredAndNamesIt) {
    ring(folder / "parent" / "a", 2, 1);
    fs::create_directories(folder / "parent" / "b");
    writeWhole(folder / "parent" / "b" / "f0.png", "no picture");
    ring(folder / "parent" / "c", 2, 3);
    BatchRequest asked = request();
    fs::remove_all(folder / "parent" / "c");  // between looking and measuring
    Listener listener;

    const BatchResult result = measured(std::move(asked), listener);

    EXPECT_THAT(statesOf(result), ElementsAre(SeriesState::all, SeriesState::nothing, SeriesState::failed));
    EXPECT_THAT(result.outcomes[2].reason, HasSubstr("c"));
    EXPECT_EQ(result.samples[2].problem, result.outcomes[2].reason);
    EXPECT_THAT(listener.said[1], Contains(HasSubstr("f0.png")));
    EXPECT_THAT(listener.ended, ElementsAre(0U, 1U, 2U));
    EXPECT_TRUE(isAnyMeasured(result));
    EXPECT_FALSE(areAllMeasured(result));
    EXPECT_THAT(text("out/summary.csv"), HasSubstr("No frame of its 1 gave a length"));
}

TEST_F(BatchOfRings, TakesWhatEachRowSays) {
    ring(folder / "parent" / "a", 2, 1);
    ring(folder / "parent" / "b", 2, 1);
    Recipe recipe = defaultRecipe();
    setText(recipe, "measure.max_lag", "50");
    writeWhole(folder / "short.json", recipeJson(recipe));
    BatchRequest asked = request();
    asked.settings.changes = {{"fit.model", "power"}, {"fit.t0", "none"}};
    asked.settings.scale.pixelSize = Calibration{2, 2, "typed"};
    asked.series[1].calibration = Calibration{5, 5, "table"};
    asked.series[1].intervalS = 10;
    asked.series[1].t0 = "-20";
    asked.series[1].recipe = folder / "short.json";

    measured(std::move(asked));

    const Session a = readSession(folder / "out/a/session.coarsen"), b = readSession(folder / "out/b/session.coarsen");
    EXPECT_EQ(a.calibration.pixelWidthUm, 2);
    EXPECT_EQ(b.calibration.pixelWidthUm, 5);
    EXPECT_EQ(a.series.frames[1].timeS - a.series.frames[0].timeS, 3600);
    EXPECT_EQ(b.series.frames[1].timeS, 10);
    EXPECT_FALSE(a.recipe.fit.t0S);
    EXPECT_EQ(b.recipe.fit.t0S, -20);
    EXPECT_EQ(b.recipe.fit.model, "power");
    EXPECT_EQ(b.recipe.measure.maxLag, 50);
    EXPECT_EQ(a.recipe.measure.maxLag, 0);
}

TEST_F(BatchOfRings, RefusesATimeOfTheClockForNumberedFrames) {
    ring(folder / "parent" / "a", 2, 1);
    for (const auto& entry : fs::directory_iterator(folder / "parent" / "a"))
        if (const std::string name = entry.path().filename().string(); name.ends_with(".png"))
            fs::rename(entry.path(), entry.path().parent_path() / (name.substr(0, 9) + ".png"));
    BatchRequest asked = request();
    asked.series[0].t0 = "-2 h";

    const BatchResult result = measured(std::move(asked));

    EXPECT_EQ(result.outcomes[0].state, SeriesState::failed);
    EXPECT_THAT(result.outcomes[0].reason, HasSubstr("they are numbered"));
}

TEST_F(BatchOfRings, TakesASessionAsItIs) {
    ring(folder / "parent" / "a", 2, 1);
    measured(request());
    fs::remove_all(folder / "parent");
    const std::string before = text("out/a/session.coarsen");
    BatchRequest asked{.series = {{.path = folder / "out/a/session.coarsen", .name = "then", .x = 5}},
                       .settings = {},
                       .output = folder / "again"};
    asked.settings.engines.engines = engines;

    const BatchResult result = measured(std::move(asked));

    EXPECT_THAT(statesOf(result), ElementsAre(SeriesState::all));
    EXPECT_TRUE(result.outcomes[0].isTaken);
    EXPECT_EQ(result.samples[0].name, "then");
    EXPECT_EQ(result.samples[0].growth.points.size(), 6U);
    EXPECT_EQ(text("out/a/session.coarsen"), before);
    EXPECT_EQ(readProject(folder / "again/again.coarsen-project").series[0].path, folder / "out/a/session.coarsen");
}

TEST_F(BatchOfRings, KnowsHowFarItIs) {
    ring(folder / "parent" / "a", 2, 1);
    ring(folder / "parent" / "b", 2, 2);
    Listener listener;

    measured(request(), listener);

    ASSERT_THAT(listener.shown, SizeIs(12));
    EXPECT_EQ(listener.shown[7].series, 1U);
    EXPECT_EQ(listener.shown[7].done, 2);
    EXPECT_EQ(listener.shown[7].total, 6);
    EXPECT_EQ(listener.shown[7].seriesCount, 2U);
    EXPECT_GT(listener.shown[0].secondsLeft, 0);
    EXPECT_EQ(listener.shown[11].secondsLeft, 0);
}

TEST_F(BatchOfRings, GoesOnWhereItWasInterrupted) {
    for (const char* name : {"a", "b", "c"})
        ring(folder / "parent" / name, 2, static_cast<std::uint64_t>(name[0]));
    BatchRequest asked = request();
    asked.settings.threads = 1;
    Listener first;
    first.stopAt = 8;  // in the second series
    const BatchResult half = measured(asked, first);
    EXPECT_THAT(statesOf(half), ElementsAre(SeriesState::all, SeriesState::cutShort, SeriesState::waiting));
    EXPECT_TRUE(fs::exists(folder / "out/b" / RunJournal::fileName));
    EXPECT_THAT(text("out/summary.csv"), HasSubstr("It is not measured yet"));
    EXPECT_THROW(measured(asked), StorageError) << "results lie there";
    const std::string journalled = text("out/a/results.csv");

    asked.resumes = true;
    Listener second;
    const BatchResult whole = measured(asked, second);

    EXPECT_THAT(statesOf(whole), Each(SeriesState::all));
    EXPECT_TRUE(whole.outcomes[0].isTaken);
    EXPECT_FALSE(whole.outcomes[1].isTaken);
    EXPECT_LE(second.shown.size(), 11U) << "finished frames are not measured again";
    EXPECT_FALSE(fs::exists(folder / "out/b" / RunJournal::fileName));
    EXPECT_EQ(whole.samples[1].growth.points.size(), 6U);
}

TEST_F(BatchOfRings, SaysOnGoingOnThatRecipeOrImagesAreOthers) {
    ring(folder / "parent" / "a", 2, 1);
    ring(folder / "parent" / "b", 2, 2);
    measured(request());
    const std::string before = text("out/a/results.csv"), growth = text("out/growth.csv");

    BatchRequest other = request();
    other.resumes = true;
    other.settings.changes = {{"measure.max_lag", "50"}};
    EXPECT_THROW(measured(other), InputError);
    EXPECT_EQ(text("out/a/results.csv"), before);
    EXPECT_EQ(text("out/growth.csv"), growth);

    const fs::path image = [&] {
        std::vector<fs::path> images;
        for (const auto& entry : fs::directory_iterator(folder / "parent/b"))
            if (entry.path().extension() == ".png") images.push_back(entry.path());
        return images.front();
    }();
    fs::copy_file(folder / "parent/a" / image.filename(), image, fs::copy_options::overwrite_existing);
    BatchRequest same = request();
    same.resumes = true;
    const BatchResult result = measured(same);
    EXPECT_THAT(statesOf(result), ElementsAre(SeriesState::all, SeriesState::failed));
    EXPECT_THAT(result.outcomes[1].reason, HasSubstr(image.filename().string()));
    EXPECT_EQ(result.samples[1].growth.points.size(), 6U) << "what was measured then stays";
    EXPECT_EQ(text("out/growth.csv"), growth);
    EXPECT_THAT(text("out/summary.csv"), HasSubstr(image.filename().string())) << "and why it is not renewed is beside it";
    EXPECT_TRUE(fs::exists(readProject(folder / "out/batch.json").series[1].path));
}

TEST_F(BatchOfRings, ThatGoesOnKeepsSeriesWhoseImagesAreGone) {
    for (const char* name : {"a", "b"})
        ring(folder / "parent" / name, 2, static_cast<std::uint64_t>(name[0]));
    measured(request());
    const std::string growth = text("out/growth.csv");
    const Project listed = readProject(folder / "out/batch.json");
    fs::remove_all(folder / "parent/b");

    BatchRequest asked = request();
    asked.resumes = true;
    const BatchResult result = measured(asked);

    EXPECT_EQ(text("out/growth.csv"), growth);
    EXPECT_EQ(readProject(folder / "out/batch.json"), listed);
    EXPECT_THAT(result.notes, ElementsAre(HasSubstr("b: It is not among the series now")));
    EXPECT_EQ(text("out/growth.csv"), (measured(asked), text("out/growth.csv"))) << "nor the next time";
}

TEST_F(BatchOfRings, MeasuresAgainWhatSomebodyRemovedMeanwhileAndListsNothingThatIsGone) {
    for (const char* name : {"a", "b"})
        ring(folder / "parent" / name, 2, static_cast<std::uint64_t>(name[0]));
    class Remover final : public BatchReport {
    public:
        explicit Remover(fs::path folder) : folder_(std::move(folder)) {}
        void begins(std::size_t series) override {
            if (series == 1) fs::remove_all(folder_);
        }
        void show(const BatchProgress&) override {}
        void showSurvey(const BatchProgress&) override {}
        void say(std::size_t, const std::string&) override {}
        void ends(std::size_t, const SeriesOutcome&) override {}

    private:
        fs::path folder_;
    };
    for (const char* removed : {"out/a", "out"}) {
        Batch batch(request(), engines);
        Remover remover(folder / removed);
        batch.measure(remover, {});
        batch.writeTables();
        for (const ProjectSeries& series : readProject(folder / "out/batch.json").series) {
            EXPECT_TRUE(fs::exists(series.path)) << removed;
            EXPECT_EQ(readSample(series).growth.points.size(), 6U);
        }
        fs::remove_all(folder / "out");
    }
    Batch batch(request(), engines);
    Listener listener;
    batch.measure(listener, {});
    fs::remove_all(folder / "out/a");
    batch.writeTables();
    EXPECT_EQ(readProject(folder / "out/batch.json").series[0].path, folder / "parent/a");
    EXPECT_THAT(text("out/summary.csv"), HasSubstr("Its results were removed: --resume measures it again"));
}

TEST_F(BatchOfRings, ReplacesOnlyWhatItIsToldTo) {
    ring(folder / "parent" / "a", 2, 1);
    measured(request());
    EXPECT_THROW(measured(request()), StorageError);
    BatchRequest again = request();
    again.replaces = true;
    again.settings.changes = {{"measure.max_lag", "50"}};
    EXPECT_THAT(statesOf(measured(again)), ElementsAre(SeriesState::all));
    EXPECT_EQ(readSession(folder / "out/a/session.coarsen").recipe.measure.maxLag, 50);

    BatchRequest onItsTable = request();
    onItsTable.replaces = true;
    onItsTable.readFiles = {folder / "out" / "summary.csv"};
    EXPECT_THROW(measured(onItsTable), StorageError) << "the table that names the series is the user's";
}

TEST_F(BatchOfRings, HoldsItsFolderAgainstAnother) {
    ring(folder / "parent" / "a", 2, 1);
    const Batch holder(request(), engines);
    EXPECT_THROW(Batch(request(), engines), StorageError);
}

}  // namespace
}  // namespace coarsen
