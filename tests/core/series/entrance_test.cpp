// SPDX-License-Identifier: GPL-3.0-or-later
// What files, names and tables say, case by case: tests/data/entrance/cases.csv has for each input the right frames, times, sizes
// of pixels and planes, and the codes of what must be said.
#include "core/base/csv_rows.hpp"
#include "core/base/files.hpp"
#include "core/series/frame_sizes.hpp"
#include "core/series/image_series.hpp"
#include "core/series/volume_series.hpp"
#include "tests/support/entrance_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace coarsen {
namespace {

namespace fs = std::filesystem;

struct EntranceCase {
    std::string input, options, frames, times, size, planes, said;
};

std::vector<EntranceCase> entranceCases() {
    const auto bytes = readWhole(test::dataOfEntrance() / "cases.csv");
    std::vector<EntranceCase> cases;
    for (const CsvRow& row : csvRows({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, ',', "cases.csv")) {
        const auto field = [&](std::size_t i) { return i < row.fields.size() ? row.fields[i] : std::string(); };
        if (field(0) != "input") cases.push_back({field(0), field(1), field(2), field(3), field(4), field(5), field(6)});
    }
    return cases;
}

std::vector<std::string> wordsIn(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

/// Opens as the command line does.
struct OpenedCase {
    ImageSeries series;
    Calibration calibration;
};

OpenedCase openedCase(const EntranceCase& one) {
    SeriesOpening opening;
    TimeChoice times;
    double typedSize = 0;
    const std::vector<std::string> words = wordsIn(one.options);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--volumes") opening.areVolumes = true;
        if (words[i] == "--position") opening.position = std::stoi(words[++i]);
        if (words[i] == "--times-from") times = timesFromText(words[++i]);
        if (words[i] == "--times") times = {TimeChoice::Kind::table, 1, test::entranceFiles() / words[++i]};
        if (words[i] == "--pixel-size") typedSize = std::stod(words[++i]);
    }
    OpenedCase opened{openSeries({test::entranceFiles() / one.input}, opening), {}};
    assignTimes(opened.series, times);
    opened.calibration = opened.series.calibration;
    if (typedSize > 0) {
        opened.calibration = calibrationFor(opened.series, {typedSize, typedSize, "typed"});
        takeTypedSize(opened.series, opened.calibration);
    }
    return opened;
}

std::string codesOf(const ImageSeries& series) {
    std::string text;
    for (const Said& said : series.notes)
        text += said.code + ": " + said.text + "\n";
    return text;
}

class Entrance : public testing::TestWithParam<EntranceCase> {};

TEST_P(Entrance, IsReadAsItIsStated) {
    const EntranceCase& one = GetParam();
    const OpenedCase opened = openedCase(one);
    const ImageSeries& series = opened.series;
    SCOPED_TRACE(codesOf(series));

    ASSERT_EQ(std::to_string(series.frames.size()), one.frames.substr(0, one.frames.find(' ')));
    if (one.times.starts_with("index")) {
        EXPECT_EQ(series.frames.front().timeSource, TimeSource::index);
        if (const auto at = one.times.find("(pages"); at != std::string::npos) {
            const std::vector<std::string> pages = wordsIn(one.times.substr(at + 6, one.times.size() - at - 7));
            for (std::size_t i = 0; i < pages.size(); ++i)
                EXPECT_EQ(std::to_string(series.frames[i].page), pages[i]);
        }
    } else {
        const std::vector<std::string> times = wordsIn(one.times);
        ASSERT_EQ(times.size(), series.frames.size());
        for (std::size_t i = 0; i < times.size(); ++i)
            EXPECT_NEAR(series.frames[i].timeS, std::stod(times[i]), 1e-9 * (1 + std::abs(std::stod(times[i]))));
    }

    const std::vector<std::string> sizes = wordsIn(one.size);
    if (sizes.empty()) {
        EXPECT_FALSE(opened.calibration.isKnown());
    } else if (series.volumes && sizes.front() != "shape") {
        EXPECT_NEAR(opened.calibration.pixelDepthUm, std::stod(sizes.back()), 1e-6);
    }
    for (std::size_t i = 0; i < series.frames.size() && !sizes.empty() && sizes.front() != "shape"; ++i) {
        const double right = std::stod(sizes.size() == series.frames.size() ? sizes[i] : sizes.front());
        EXPECT_NEAR(sizeOf(series.frames[i], opened.calibration).pixelWidthUm, right, 1e-5 * right);
    }
    if (!one.planes.empty()) {
        const std::size_t planes = series.volumes ? static_cast<std::size_t>(series.volumes->first.size.depth)
                                                  : std::max<std::size_t>(1, series.frames.front().channelPages.size());
        EXPECT_EQ(std::to_string(planes), one.planes);
    }

    std::vector<std::string> codes;
    for (const Said& said : series.notes) {
        codes.push_back(said.code);
        EXPECT_THAT(said.text, testing::Not(testing::HasSubstr("--"))) << "the window says it, too: options are for its advice";
    }
    for (const std::string& code : wordsIn(one.said))
        EXPECT_THAT(codes, testing::Contains(code));
    if (one.said.empty()) {
        EXPECT_THAT(codes, testing::IsEmpty());
    }
}

/// True for cases of a series: the others come with other issues, need pixels, or are asked of another command.
bool isOfSeries(const EntranceCase& one) {
    for (const char* const other : {"register_headers", "roi_positions"})
        if (one.input.starts_with(other)) return false;
    return true;
}

std::vector<EntranceCase> casesOfSeries() {
    std::vector<EntranceCase> cases;
    for (const EntranceCase& one : entranceCases())
        if (isOfSeries(one)) cases.push_back(one);
    return cases;
}

INSTANTIATE_TEST_SUITE_P(Cases, Entrance, testing::ValuesIn(casesOfSeries()), [](const auto& tested) {
    std::string name = std::to_string(tested.index) + "_";
    for (const char letter : tested.param.input)
        name += std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
    return name;
});

TEST(EntranceCases, AreThere) {
    EXPECT_GT(casesOfSeries().size(), 45u);
}

}  // namespace
}  // namespace coarsen
