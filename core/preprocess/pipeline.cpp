// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/pipeline.hpp"

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

/// Takes a frame through the steps, and tells each what it may know.
class Walk {
public:
    Walk(const Frame& raw, std::span<const Step> steps, const FrameSurvey& survey, std::stop_token stop,
         std::shared_ptr<Convolvers> convolvers)
        : steps_(steps),
          context_{foreseenBy(steps, raw), survey, convolvers ? std::move(convolvers) : std::make_shared<Convolvers>(),
                   std::move(stop)} {}

    bool isAtEnd() const { return steps_.empty() || context_.stop.stop_requested(); }
    const Step& step() const { return steps_.front(); }
    const StepContext& context() const { return context_; }

    Frame apply(const Frame& before) const { return step().apply(before, context_); }

    /// `after`: the frame after this step. What it had said beforehand is done now.
    void goOn(const Frame& after) {
        const bool wasForeseen = step().isForeseen();
        steps_ = steps_.subspan(1);
        if (wasForeseen) context_.foreseen = foreseenBy(steps_, after);
    }

private:
    std::span<const Step> steps_;
    StepContext context_;
};

Stage stageAfter(const Frame& before, const Walk& walk) {
    const auto start = std::chrono::steady_clock::now();
    Stage stage{walk.step().key(), walk.step().isActing(), walk.apply(before)};
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

/// Text of what is foreseen, which steps before those that say it look at, too.
std::string foreseenText(const Foreseen& foreseen, const std::vector<Step>& steps) {
    const PixelRect& kept = foreseen.kept;
    std::string text = ";" + std::to_string(kept.x) + "," + std::to_string(kept.y) + "," + std::to_string(kept.width) + "," +
                       std::to_string(kept.height);
    if (!foreseen.userMask.isAllValid())
        for (const Step& step : steps)
            if (step.isForeseen()) text += settingsText(step);
    return text + (foreseen.arePlanesNeeded ? ";planes" : "");
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
    for (const Image& channel : raw.furtherChannels)
        frame.planes.images.push_back(frame.greyUnit == 1 ? channel : inUnits(channel, frame.greyUnit));
    frame.planes.areLinear = raw.isLinear;
    return frame;
}

PixelRect keptBy(std::span<const Step> steps, int frame, int width, int height) {
    PixelRect kept;
    for (const Step& step : steps)
        if (const PixelRect left = step.kept(frame, width, height); !left.isEmpty()) kept = left;
    return kept;
}

bool arePlanesNeeded(std::span<const Step> steps) {
    return std::ranges::any_of(steps, &Step::needsPlanes);
}

Foreseen foreseenBy(std::span<const Step> steps, const Frame& frame) {
    const int width = frame.image.width(), height = frame.image.height();
    Foreseen foreseen{keptBy(steps, frame.index, width, height), {}, arePlanesNeeded(steps)};
    for (const Step& step : steps)
        foreseen.userMask = validInBoth(foreseen.userMask, step.userMask(frame.index, width, height));
    return foreseen;
}

std::vector<Stage> stages(const Frame& raw, const std::vector<Step>& steps, const FrameSurvey& survey, std::stop_token stop,
                          std::shared_ptr<Convolvers> convolvers) {
    Walk walk(raw, steps, survey, stop, std::move(convolvers));
    std::vector<Stage> all{{"raw", true, raw, 0, walk.context().foreseen}};
    while (!walk.isAtEnd()) {
        Stage stage = stageAfter(all.back().frame, walk);
        if (stop.stop_requested()) break;
        walk.goOn(stage.frame);
        stage.foreseen = walk.context().foreseen;
        all.push_back(std::move(stage));
    }
    return all;
}

Frame finalFrame(Frame raw, const std::vector<Step>& steps, const FrameSurvey& survey, std::stop_token stop,
                 std::shared_ptr<Convolvers> convolvers) {
    Frame frame = std::move(raw);
    for (Walk walk(frame, steps, survey, std::move(stop), std::move(convolvers)); !walk.isAtEnd(); walk.goOn(frame))
        frame = walk.apply(frame);
    return frame;
}

GivenFrame givenTo(std::string_view key, Frame raw, const std::vector<Step>& steps, const FrameSurvey& survey,
                   std::shared_ptr<Convolvers> convolvers) {
    Frame frame = std::move(raw);
    Walk walk(frame, steps, survey, {}, std::move(convolvers));
    for (; !walk.isAtEnd() && walk.step().key() != key; walk.goOn(frame))
        frame = walk.apply(frame);
    return {std::move(frame), walk.context()};
}

std::vector<Stage> StageCache::stages(const Frame& raw, const std::string& sourceKey, const std::vector<Step>& steps,
                                      const FrameSurvey& survey, std::stop_token stop, std::shared_ptr<Convolvers> convolvers) {
    Walk walk(raw, steps, survey, stop, std::move(convolvers));
    std::vector<Stage> all{{"raw", true, raw, 0, walk.context().foreseen}};
    std::string key = sourceKey + foreseenText(walk.context().foreseen, steps);
    while (!walk.isAtEnd()) {
        key += settingsText(walk.step());
        const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
        if (known != entries_.end()) {
            entries_.splice(entries_.begin(), entries_, known);
        } else {
            Stage stage = stageAfter(all.back().frame, walk);
            if (stop.stop_requested()) break;
            entries_.push_front({key, std::move(stage)});
        }
        all.push_back(entries_.front().stage);
        walk.goOn(all.back().frame);
        all.back().foreseen = walk.context().foreseen;
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
        for (const Image& plane : frame.planes.images)
            if (counted.insert(address(plane)).second) sum += plane.bytes();
        if (!frame.mask.isAllValid() && counted.insert(frame.mask.pixels().data()).second) sum += frame.mask.pixels().size();
    }
    return sum;
}

}  // namespace coarsen
