// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what is read of each file or folder that is named, a JSON object a line: frames, times, the size of a pixel, the shape,
// and of the first and the last frame the least, largest and mean value, a mean weighted by
// their places, and three values. For tests/peers/file_peers.py, which
// compares it with independent readers.
#include "core/image/decode.hpp"
#include "core/series/image_series.hpp"
#include "core/series/volume_series.hpp"
#include "tests/support/run_by_hand.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>

namespace {

using namespace coarsen;
using Json = nlohmann::ordered_json;

struct Values {
    std::vector<int> shape;  ///< the slowest axis first; colours last
    std::vector<double> all;
};

Values valuesOf(const Image& image) {
    Values values{{image.height(), image.width()}, {}};
    if (image.channels() > 1) values.shape.push_back(image.channels());
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            for (int channel = 0; channel < image.channels(); ++channel)
                values.all.push_back(image.at(x, y, channel));
    return values;
}

Values valuesOf(const Volume& volume) {
    Values values{{volume.size().depth, volume.size().height, volume.size().width}, {}};
    for (std::size_t i = 0; i < volume.values().size(); ++i) {
        const bool isValid = volume.isAllValid() || volume.valid()[i];
        values.all.push_back(isValid ? static_cast<double>(volume.values()[i]) : std::numeric_limits<double>::quiet_NaN());
    }
    return values;
}

Json summaryOf(const Values& values) {
    double least = std::numeric_limits<double>::infinity(), most = -least, sum = 0, moment = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < values.all.size(); ++i) {
        const double value = values.all[i];
        if (std::isnan(value)) continue;
        least = std::min(least, value), most = std::max(most, value), sum += value, ++count;
        moment += value * static_cast<double>(i % 9973 + 1);  // a prime: what has changed places is seen
    }
    const auto number = static_cast<double>(count);
    Json json{{"shape", values.shape}, {"min", least}, {"max", most}, {"mean", sum / number}, {"moment", moment / number}};
    for (const double part : {0.25, 0.5, 0.75})
        json["values"].push_back(values.all[static_cast<std::size_t>(part * static_cast<double>(values.all.size() - 1))]);
    return json;
}

Json frameOf(const ImageSeries& series, const FrameSource& frame) {
    if (series.volumes) return summaryOf(valuesOf(readVolume(frame.file, volumeOf(series, frame))));
    return summaryOf(valuesOf(decode(frame.file, frame.page).image));
}

Json readingOf(const std::string& input, bool areVolumes) {
    SeriesOpening opening;
    opening.areVolumes = areVolumes;
    ImageSeries series = openSeries({input}, opening);
    assignTimes(series, {});
    Json json{{"file", input}, {"format", series.volumes ? series.volumes->first.format : series.first.format}};
    json["frames"] = series.frames.size();
    json["are_volumes"] = series.volumes.has_value();
    const Calibration& size = series.calibration;
    json["um"] = size.isKnown() ? Json{size.pixelWidthUm, size.pixelHeightUm, size.pixelDepthUm} : Json();
    for (const FrameSource& frame : series.frames)
        if (json["times"].size() < 8) json["times"].push_back(frame.timeS);
    json["times_by"] = countsFrames(series) ? "" : series.timesBy;
    for (const Said& said : series.notes)
        json["said"].push_back(said.code + ": " + said.text);
    json["first"] = frameOf(series, series.frames.front());
    if (series.frames.size() > 1) json["last"] = frameOf(series, series.frames.back());
    return json;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("What is read of files and folders, a JSON object a line: frames, times, sizes, values", "what_is_read");
    std::vector<std::string> inputs;
    bool areVolumes = false;
    app.add_option("INPUT", inputs, "Files and folders, each by itself")->required()->check(CLI::ExistingPath);
    app.add_flag("--volumes", areVolumes, "Each file is a volume, its pages the slices");
    return coarsen::test::runByHand(app, argc, argv, [&] {
        for (const std::string& input : inputs) {
            Json json;
            try {
                json = readingOf(input, areVolumes);
            } catch (const Error& error) {
                json = {{"file", input}, {"refused", error.what()}};
            }
            std::cout << json.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
        }
        return 0;
    });
}
