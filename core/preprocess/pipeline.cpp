// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/pipeline.hpp"

#include "core/preprocess/crop.hpp"
#include "core/preprocess/dust.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

Stage stageAfter(const Frame& before, const Step& step) {
    const auto start = std::chrono::steady_clock::now();
    Stage stage{step.key(), step.isOn(), step.apply(before), 0};
    stage.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return stage;
}

/// When the file was changed last, as a text; a file that is not there has none.
std::string changeOf(const std::string& file) {
    std::error_code missing;
    const auto changed = std::filesystem::last_write_time(file, missing);
    return missing ? "" : std::to_string(changed.time_since_epoch().count());
}

/// Everything that decides what the step does.
std::string settingsText(const Step& step) {
    std::string text = ";" + step.key() + (step.isOn() ? "+" : "-");
    if (!step.isOn()) return text;
    for (const FieldDescription& field : step.fields()) {
        const std::string value = textOf(step.value(field.name));
        text += field.name + "=" + value + (field.kind == FieldKind::file && !value.empty() ? "@" + changeOf(value) : "") + ",";
    }
    return text;
}

/// The user's own dust, which the steps before the dust step look at, too.
std::string usersDustText(const std::vector<Step>& steps) {
    for (const Step& step : steps)
        if (const auto* dust = step.as<Dust>(); dust && (dust->find == DustFinding::file || !dust->strokes.empty()))
            return settingsText(step);
    return "";
}

/// How large the numbers of a float image typically are: the median of those that are not 0, from every few pixels. A single hot
/// pixel, or the fill value of a program, has no say. 0 where there is none.
double typicalSize(const Image& image) {
    const std::size_t step = std::max<std::size_t>(1, image.planeSize() / 20000) | 1;  // odd, so that no column is favoured
    std::vector<float> sizes;
    for (int channel = 0; channel < image.channels() && sizes.empty(); ++channel) {
        const auto pixels = image.plane<float>(channel);
        for (const std::size_t every : {step, std::size_t{1}}) {
            for (std::size_t i = 0; i < pixels.size(); i += every)
                if (std::isfinite(pixels[i]) && pixels[i] != 0) sizes.push_back(std::abs(pixels[i]));
            if (!sizes.empty()) break;
        }
    }
    if (sizes.empty()) return 0;
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    return *middle;
}

/// 1 for numbers within 2^-32 to 2^32, whose squares a transform of any allowed size can add up; beyond, a power of 2^64 that
/// brings them there. In such large steps, so that the frames of a series share one.
double greyUnitFor(const Image& image) {
    if (image.holdsWholeNumbers()) return 1;
    constexpr int step = 64;
    const double size = typicalSize(image);
    return size > 0 ? std::ldexp(1.0, step * static_cast<int>(std::lround(std::log2(size) / step))) : 1;
}

Image inUnits(const Image& image, double unit) {
    std::vector<float> pixels;
    pixels.reserve(image.planeSize() * static_cast<std::size_t>(image.channels()));
    for (int channel = 0; channel < image.channels(); ++channel)
        for (const float pixel : image.plane<float>(channel))
            pixels.push_back(static_cast<float>(pixel / unit));
    return {image.width(), image.height(), std::move(pixels), image.channels()};
}

const void* address(const Image& image) {
    return image.visit([](auto pixels) { return static_cast<const void*>(pixels.data()); });
}

}  // namespace

Frame rawFrame(const RawImage& raw, int index, double timeS) {
    Frame frame;
    frame.index = index;
    frame.timeS = timeS;
    frame.greyUnit = greyUnitFor(raw.image);
    frame.image = frame.greyUnit == 1 ? raw.image : inUnits(raw.image, frame.greyUnit);
    frame.bitsPerSample = raw.bitsPerSample;
    frame.hasAlpha = raw.hasAlpha;
    return frame;
}

PixelRect keptBy(const std::vector<Step>& steps, int width, int height) {
    PixelRect kept;
    for (const Step& step : steps)
        if (const auto* crop = step.as<Crop>(); crop && step.isOn() && *crop != Crop{}) {
            const PixelRect left = crop->rectangleIn(width, height);
            if (!left.isEmpty()) kept = left;
        }
    return kept;
}

Frame withJudged(Frame raw, const std::vector<Step>& steps) {
    raw.kept = keptBy(steps, raw.image.width(), raw.image.height());
    for (const Step& step : steps)
        if (const auto* dust = step.as<Dust>(); dust && step.isOn())
            raw.userMask = dust->userMask(raw.index, raw.image.width(), raw.image.height());
    return raw;
}

std::vector<Stage> stages(const Frame& raw, const std::vector<Step>& steps, std::stop_token stop) {
    std::vector<Stage> all{{"raw", true, withJudged(raw, steps), 0}};
    for (const Step& step : steps) {
        if (stop.stop_requested()) break;
        all.push_back(stageAfter(all.back().frame, step));
    }
    return all;
}

Frame finalFrame(Frame raw, const std::vector<Step>& steps) {
    Frame frame = withJudged(std::move(raw), steps);
    for (const Step& step : steps)
        frame = step.apply(frame);
    return frame;
}

Frame frameBefore(std::string_view key, const Frame& raw, const std::vector<Step>& steps) {
    Frame frame = withJudged(raw, steps);
    for (const Step& step : steps) {
        if (step.key() == key) break;
        frame = step.apply(frame);
    }
    return frame;
}

std::vector<Stage> StageCache::stages(const Frame& raw, const std::string& sourceKey, const std::vector<Step>& steps,
                                      std::stop_token stop) {
    std::vector<Stage> all{{"raw", true, withJudged(raw, steps), 0}};
    const PixelRect& kept = all.front().frame.kept;
    std::string key = sourceKey + ";" + std::to_string(kept.x) + "," + std::to_string(kept.y) + "," + std::to_string(kept.width) +
                      "," + std::to_string(kept.height) + usersDustText(steps);
    for (const Step& step : steps) {
        if (stop.stop_requested()) break;
        key += settingsText(step);
        const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
        if (known != entries_.end()) {
            entries_.splice(entries_.begin(), entries_, known);
        } else {
            entries_.push_front({key, stageAfter(all.back().frame, step)});
        }
        all.push_back(entries_.front().stage);
    }
    while (entries_.size() > steps.size() && bytes() > maxBytes_)
        entries_.pop_back();
    return all;
}

std::size_t StageCache::bytes() const {
    std::set<const void*> counted;
    std::size_t sum = 0;
    for (const Entry& entry : entries_) {
        const Frame& frame = entry.stage.frame;
        if (!frame.image.isEmpty() && counted.insert(address(frame.image)).second) sum += frame.image.bytes();
        if (!frame.mask.isAllValid() && counted.insert(frame.mask.pixels().data()).second) sum += frame.mask.pixels().size();
    }
    return sum;
}

}  // namespace coarsen
