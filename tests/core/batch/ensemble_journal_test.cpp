// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/ensemble_journal.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/correlate/engines.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using Start = EnsembleJournal::Start;

class Listening final : public RunReport {
public:
    void show(const RunProgress&) override {
        if (++shown == stopAt) stop.request_stop();
    }
    void showSurvey(int, int) override {}
    void say(const std::string& text) override { said.push_back(text); }
    void end() override {}

    int shown = 0, stopAt = 0;
    std::vector<std::string> said;
    std::stop_source stop;
};

class EnsembleJournalOfTwoGroups : public testing::Test {
protected:
    static constexpr int images = 5;
    TemporaryFolder folder;
    fs::path out = folder / "out";
    std::vector<GroupRequest> requests{group("cold", 1), group("warm", 2)};

    GroupRequest group(const std::string& name, std::uint64_t seed) const {
        ExponentialSettings settings;
        settings.width = 120;
        settings.height = 100;
        settings.frames = images;
        settings.seed = seed;
        settings.xiPx = 4;
        writeExponentialSeries(folder / name, settings);
        GroupRequest request;
        request.name = name;
        request.session.series = openSeries({folder / name});
        request.session.recipe = defaultRecipe();
        request.session.recipe.measure.maxLag = 20;
        request.run.series = request.session.series;
        request.run.recipe = request.session.recipe;
        request.run.engines.engines = Engines(cpuEngines());
        request.run.threads = 1;
        request.run.keepsImages = true;
        return request;
    }
    /// Measures the groups as the command does; those that are whole.
    std::vector<MeasuredGroup> measured(Start start, Listening& listener) const {
        fs::create_directory(out);
        EnsembleJournal journal(out, requests, {"ensemble.csv"}, start, listener);
        std::vector<MeasuredGroup> groups;
        for (std::size_t i = 0; i < requests.size(); ++i) {
            auto one = measuredGroup(requests[i], listener, listener.stop.get_token(), journal.keeper(i));
            if (!one) return groups;
            groups.push_back(std::move(*one));
        }
        journal.remove();
        return groups;
    }
    static std::string table(const std::vector<MeasuredGroup>& groups) {
        std::vector<EnsembleGroup> all;
        for (const MeasuredGroup& each : groups)
            all.push_back(each.group);
        return ensembleCsv(all);
    }
    std::vector<MeasuredGroup> withoutJournal() const {
        Listening listener;
        std::vector<MeasuredGroup> groups;
        for (const GroupRequest& request : requests)
            groups.push_back(*measuredGroup(request, listener, {}));
        return groups;
    }
};

/// Where a journal begins behind each image, the rest gives the same to the last digit, and nothing is measured twice.
TEST_F(EnsembleJournalOfTwoGroups, GoesOnBehindAnyImageWithTheSameAnswer) {
    const std::vector<MeasuredGroup> whole = withoutJournal();
    for (int stopAt = 1; stopAt < 2 * images; ++stopAt) {
        SCOPED_TRACE(stopAt);
        Listening first, second;
        first.stopAt = stopAt;
        measured(Start::anew, first);
        ASSERT_TRUE(fs::exists(out / RunJournal::fileName));

        const std::vector<MeasuredGroup> resumed = measured(Start::resumed, second);

        ASSERT_EQ(resumed.size(), 2u);
        EXPECT_EQ(second.shown, 2 * images - stopAt);
        EXPECT_THAT(second.said, IsEmpty());
        EXPECT_EQ(table(resumed), table(whole));
        for (std::size_t i = 0; i < 2; ++i) {
            const auto sums = resumed[i].maps.sums(), same = whole[i].maps.sums();
            EXPECT_TRUE(std::ranges::equal(sums, same)) << "the group " << i;
            EXPECT_EQ(resumed[i].rows.size(), whole[i].rows.size());
        }
        EXPECT_TRUE(fs::is_empty(out)) << "the journal and the sums are gone";
    }
}

TEST_F(EnsembleJournalOfTwoGroups, KeepsAnImageThatFailedInItsPlace) {
    writeWhole(requests[0].run.series.frames[1].file, std::string_view("no picture"));
    Listening first, second;
    first.stopAt = 3;
    measured(Start::anew, first);

    const std::vector<MeasuredGroup> resumed = measured(Start::resumed, second);

    ASSERT_EQ(resumed.size(), 2u);
    EXPECT_EQ(resumed[0].failed, 1);
    EXPECT_EQ(resumed[0].rows[1]->status, FrameStatus::failed);
    EXPECT_EQ(second.shown, 2 * images - 3);
    EXPECT_EQ(table(resumed), table(withoutJournal()));
}

TEST_F(EnsembleJournalOfTwoGroups, MeasuresAGroupAgainWhoseSumsAreDamagedAndSaysSo) {
    Listening first, second;
    first.stopAt = images + 2;
    measured(Start::anew, first);
    std::vector<std::byte> bytes = readWhole(out / ".coarsen-group-0.sums");
    bytes.back() ^= std::byte{1};
    writeWhole(out / ".coarsen-group-0.sums", bytes);

    const std::vector<MeasuredGroup> resumed = measured(Start::resumed, second);

    ASSERT_EQ(second.said.size(), 1u);
    EXPECT_THAT(second.said.front(), HasSubstr("checksum does not hold; the group cold is measured again"));
    EXPECT_EQ(second.shown, 2 * images - 2);
    EXPECT_EQ(table(resumed), table(withoutJournal()));
}

TEST_F(EnsembleJournalOfTwoGroups, RefusesAnotherRunsJournal) {
    Listening first, second;
    first.stopAt = 2;
    measured(Start::anew, first);
    const auto refusal = [&] {
        try {
            measured(Start::resumed, second);
        } catch (const InputError& error) {
            return error.reason();
        }
        return std::string("nothing");
    };
    requests[1].name = "hot";
    EXPECT_THAT(refusal(), HasSubstr("other groups"));
    requests[1].name = "warm";
    requests[0].run.recipe.measure.maxLag = 30;
    EXPECT_THAT(refusal(), HasSubstr("another recipe"));
    requests[0].run.recipe.measure.maxLag = 20;
    const fs::path image = requests[0].run.series.frames[0].file;
    auto bytes = readWhole(image);
    bytes.push_back({});
    writeWhole(image, bytes);
    EXPECT_THAT(refusal(), HasSubstr("the image is not the one"));
}

}  // namespace
}  // namespace coarsen
