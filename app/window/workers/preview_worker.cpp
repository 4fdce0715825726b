// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/preview_worker.hpp"

#include "app/window/workers/volume_preview.hpp"
#include "app/window/workers/yield_to_window.hpp"
#include "core/analysis/frame_measurer.hpp"
#include "core/analysis/frame_memory.hpp"
#include "core/analysis/step_effects.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/measure/bracket.hpp"
#include "core/measure/maxima.hpp"
#include "core/preprocess/crop.hpp"
#include "core/preprocess/filter_step.hpp"
#include "core/preprocess/info_bar.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/series/frame_picture.hpp"
#include "core/session/result_key.hpp"

#include <chrono>
#include <cmath>
#include <list>
#include <utility>

namespace coarsen::window {

namespace {

constexpr std::size_t stageBytes = std::size_t{300} << 20;
constexpr std::size_t rawFramesKept = 12, rawFramesShare = 8;  // the latter of the memory that may be used
constexpr int usualSectors = 4;                                // where the recipe does not ask for them
constexpr std::chrono::minutes idleTimeout{1};

std::string keyOf(const FrameSource& source, int edition) {
    return source.file.string() + "#" + source.dataset + "#" + std::to_string(source.page) + "#" + std::to_string(edition);
}

FrameWork workOf(const PreviewRequest& request) {
    FrameWork work;
    work.recipe = request.recipe;
    work.aspect = request.calibration.aspect();
    return work;
}

/// The frames decoded last. Scrubbing to and fro does not decode again.
class RawFrames {
public:
    /// Throws InputError, also where looking at such a picture takes more memory than there may be: before it is decoded.
    RawImage of(const FrameSource& source, int edition, const FrameWork& work) {
        const bool withChannels = arePlanesNeeded(work.recipe.steps) && !source.channelPages.empty();
        const std::string key = keyOf(source, edition) + (withChannels ? "@channels" : "");
        for (auto known = entries_.begin(); known != entries_.end(); ++known) {
            if (known->first != key) continue;
            entries_.splice(entries_.begin(), entries_, known);
            return entries_.front().second;
        }
        const ImageHeader header = frameHeader(source);
        requireMemory(header, showingMemory(header, 0, work), memoryBudget());
        entries_.emplace_front(key, framePicture(source, withChannels, keptFile_));
        while (entries_.size() > rawFramesKept || (entries_.size() > 1 && bytes() > memoryBudget() / rawFramesShare))
            entries_.pop_back();
        return entries_.front().second;
    }

private:
    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const auto& [key, raw] : entries_)
            sum += raw.image.bytes() * (1 + raw.furtherChannels.size());
        return sum;
    }

    std::list<std::pair<std::string, RawImage>> entries_;
    std::shared_ptr<const SharedFile> keptFile_;
};

/// Lives in the worker's thread and keeps between requests what is costly to make.
class PreviewJob {
public:
    using Send = std::function<void(std::shared_ptr<const Preview>)>;

    void run(const PreviewRequest& request, std::stop_token stop, const Send& send) {
        Preview preview;
        preview.ticket = request.ticket;
        preview.frame = request.frame;
        const auto sendPart = [&](Preview::Part part) {
            preview.part = part;
            send(std::make_shared<const Preview>(preview));
        };
        try {
            const std::vector<Step>& steps = request.recipe.steps;
            const Frame raw =
                rawFrame(withoutInfoBar(raws_.of(request.source, request.edition, workOf(request)), request.source, steps),
                         request.frame, request.source.timeS);
            const FrameSurvey survey = request.survey ? frameSurvey(*request.survey, request.frame) : FrameSurvey{};
            FrameMeasurer& measurer = measurerFor(request);
            const std::string key = keyOf(request.source, request.edition) + "@" + request.surveyKey + "@" +
                                    request.engines.convolution + (leaveOutInfoBar(steps) ? "@bar" : "");
            const std::vector<Stage> done = stages_.stages(raw, key, request.recipe.steps, survey, stop, measurer.convolvers());
            if (stop.stop_requested()) return;
            makePictures(preview, done, request);
            showFilter(preview, request, done, *measurer.convolvers());
            const Frame& last = done.back().frame;
            const Setting setting = settingOf(request);
            if (request.measure && found_ && found_->setting == setting && found_->image.sharesPixelsWith(last.image) &&
                found_->mask.sharesPixelsWith(last.mask)) {
                preview = withPicturesOf(preview, found_->preview, request.source);
                for (const Preview::Part part : {Preview::Part::pictures, Preview::Part::measured, Preview::Part::spectra,
                                                 Preview::Part::errors, Preview::Part::effects})
                    sendPart(part);
                return prefetch(request, stop);
            }
            found_.reset();  // its map and picture are another's: they would only take memory
            sendPart(Preview::Part::pictures);
            if (!request.measure || stop.stop_requested()) return prefetch(request, stop);

            FrameMeasurer::Answer answer = measurer.shown(raw, last, stop);
            if (stop.stop_requested()) return;
            adopt(preview, request, answer, measurer);
            sendPart(Preview::Part::measured);

            findSpectra(preview, request, last, answer.measured);
            findTerms(preview, last, measurer.measurer(), stop);
            if (stop.stop_requested()) return;
            sendPart(Preview::Part::spectra);

            measurer.addErrors(answer, stop);
            if (stop.stop_requested()) return;
            adopt(preview, request, answer, measurer);
            sendPart(Preview::Part::errors);
            prefetch(request, stop);

            findEffects(preview, request, raw, survey, stop);
            preview.measureMs = measurer.millisecondsFor(last.image);  // of several images by now
            if (stop.stop_requested()) return;
            sendPart(Preview::Part::effects);
            preview.stages.reset();  // those of the request that finds it again are shown
            found_ = Found{setting, last.image, last.mask, std::move(preview)};
        } catch (const std::exception& error) {  // the frame's own trouble: it is shown where the picture would be
            preview.problem = error.what();
            preview.row = failedResult(request.source, request.frame, preview.problem);
            sendPart(preview.stages ? Preview::Part::measured : Preview::Part::pictures);
        }
    }

    /// Lets go of what only the next measurement needs: a GPU's memory is wanted by others too.
    void rest() { measurer_.reset(); }

private:
    /// The last whole answer, with what it was found for: while the pixels measured are the same, and all that decides besides,
    /// it is not found again. Contrast, for one, only changes how pictures look.
    struct Setting {
        ResultKey key;
        std::string engine, convolution, survey;

        bool operator==(const Setting&) const = default;
    };
    struct Found {
        Setting setting;
        Image image;
        Mask mask;
        Preview preview;
    };

    static Setting settingOf(const PreviewRequest& request) {
        return {{measurementHash(request.recipe, {}), request.calibration.aspect(), request.manualRMaxPx},
                request.engines.name,
                request.engines.convolution,
                request.surveyKey};
    }

    static Preview withPicturesOf(const Preview& pictures, Preview known, const FrameSource& source) {
        known.ticket = pictures.ticket;
        known.stages = pictures.stages;
        known.histogram = pictures.histogram;
        known.filter = pictures.filter;
        known.filterUse = pictures.filterUse;
        known.row.timeS = source.timeS;
        known.row.timeSource = source.timeSource;
        return known;
    }

    void makePictures(Preview& preview, const std::vector<Stage>& done, const PreviewRequest& request) {
        const Recipe& recipe = request.recipe;
        const int frame = request.frame;
        const Step* const contrast = recipe.step("contrast");
        const double low = std::get<double>(contrast->value("low")), high = std::get<double>(contrast->value("high"));
        const std::string setting = std::to_string(low) + "," + std::to_string(high);
        auto pictures = std::make_shared<std::vector<StagePicture>>();
        const Step* const crop = recipe.step(Crop::key);
        Region region = crop && crop->isOn() ? crop->as<Crop>()->shapes : Region{};
        std::erase_if(region, [&](const RegionShape& shape) { return !shape.holdsFor(frame); });
        bool isCropped = false;
        for (std::size_t i = 0; i < done.size(); ++i) {
            isCropped = isCropped || done[i].key == Crop::key;
            // A stage that did not change shares its pixels with an earlier picture: draw those once.
            const auto same = [&](const StagePicture& one) {
                return one.frame.image.sharesPixelsWith(done[i].frame.image) &&
                       one.frame.mask.sharesPixelsWith(done[i].frame.mask);
            };
            const StagePicture* known = nullptr;
            for (const StagePicture& one : *pictures)
                if (same(one)) known = &one;
            if (!known && drawnSetting_ == setting && drawn_)
                for (const StagePicture& one : *drawn_)
                    if (same(one)) known = &one;
            if (known) {
                StagePicture copy = *known;
                copy.key = QString::fromStdString(done[i].key);
                copy.on = done[i].on;
                copy.milliseconds = done[i].milliseconds;
                pictures->push_back(std::move(copy));
            } else {
                pictures->push_back(stagePicture(done[i], low, high));
                if (isCropped) leaveOut(pictures->back(), region);
            }
            if (done[i].key != "channels" || !done[i].on) continue;
            for (StagePicture& channel : channelPictures(done[i], low, high))
                pictures->push_back(std::move(channel));
        }
        drawn_ = pictures;
        drawnSetting_ = setting;
        preview.stages = std::move(pictures);
        const auto grey =
            std::find_if(done.rbegin(), done.rend(), [](const Stage& stage) { return stage.frame.channelNames.empty(); });
        preview.histogram = greyHistogram(done.front(), grey->frame, request.bitsInUse);
    }

    /// The recipe's filter, drawn anew where it is another one, and what it took.
    void showFilter(Preview& preview, const PreviewRequest& request, const std::vector<Stage>& done,
                    const Convolvers& convolvers) {
        const double aspect = request.calibration.aspect();
        std::optional<Filter> kernel = kernelOf(request.recipe.steps);
        if (!kernel) return;
        const Image& picture = done.front().frame.image;
        preview.filterUse = convolvers.lastUse(*kernel, picture.width(), picture.height());
        if (!filter_ || filterAspect_ != aspect || !(filter_->kernel == *kernel)) {
            filter_ = std::make_shared<const ShownFilter>(shownFilter(std::move(*kernel), aspect));
            filterAspect_ = aspect;
        }
        preview.filter = filter_;
    }

    FrameMeasurer& measurerFor(const PreviewRequest& request) {
        if (!measurer_ || !(measuredWith_ == request.recipe.measure) || engineName_ != request.engines.name ||
            convolution_ != request.engines.convolution || aspect_ != request.calibration.aspect()) {
            measurer_.emplace(request.recipe, request.engines, request.calibration);
            measuredWith_ = request.recipe.measure;
            engineName_ = request.engines.name;
            convolution_ = request.engines.convolution;
            aspect_ = request.calibration.aspect();
        }
        measurer_->useSteps(request.recipe.steps);
        return *measurer_;
    }

    static void adopt(Preview& preview, const PreviewRequest& request, const FrameMeasurer::Answer& found,
                      const FrameMeasurer& measurer) {
        const Measurer::Answer& answer = found.measured;
        const std::string trouble = measurer.trouble();
        if (!preview.map) preview.map = std::make_shared<const CorrelationMap>(answer.map);
        preview.profile = answer.profile;
        preview.row =
            frameResult(request.source, request.frame, found.image, answer, request.manualRMaxPx, request.recipe.measure);
        preview.lengths = {preview.row.rMax.isFound() ? preview.row.rMax : answer.rMax, answer.lengths["r_min"],
                           answer.lengths["r_zero"]};
        const RadialProfile defined = definedPart(answer.profile);
        const double rMaxPx = preview.lengths.rMax.px;
        for (const ProfileMaximum& maximum : competingMaxima(defined, rMaxPx, request.recipe.measure.prominence)) {
            LengthScale& other = preview.lengths.others.emplace_back();
            other.px = defined.r[maximum.sample];
            other.c1d = defined.value[maximum.sample];
        }
        preview.engine = answer.engine;
        preview.engineReason = answer.engineReason + (trouble.empty() ? "" : "; " + trouble);
        preview.measureMs = measurer.millisecondsFor(found.frame.image);
    }

    static void findSpectra(Preview& preview, const PreviewRequest& request, const Frame& last, const Measurer::Answer& answer) {
        const double aspect = request.calibration.aspect();
        preview.spectrum.factor = structureFactor({last.image, last.mask}, aspect);
        preview.spectrum.firstMoment = firstMomentLength(preview.spectrum.factor);
        preview.spectrum.peak = spectrumPeakLength(preview.spectrum.factor);
        if (preview.filter) preview.spectrum.filter = preview.filter->response;
        preview.sectors =
            answer.sectors.empty() ? sectorProfiles(answer.map, request.recipe.measure, usualSectors, aspect) : answer.sectors;
    }

    static void findTerms(Preview& preview, const Frame& last, Measurer& measurer, std::stop_token stop) {
        if (last.image.channels() < 2) return;
        try {
            preview.terms = std::make_shared<const std::vector<Term>>(measurer.terms(last, Terms::all, stop));
        } catch (const InputError&) {  // a constant channel has no terms; the sum is there
            preview.terms = nullptr;
        }
    }

    /// R_max with all steps against R_max with each step off.
    void findEffects(Preview& preview, const PreviewRequest& request, const Frame& raw, const FrameSurvey& survey,
                     std::stop_token stop) {
        const double with = preview.lengths.rMax.px;
        if (std::isnan(with)) return;
        for (const StepEffect& effect : stepEffects(raw, survey, request.recipe.steps, with, *measurer_, request.manualRMaxPx,
                                                    request.recipe.measure, stop)) {
            if (effect.step == "all")
                preview.allEffects = effect.percent();
            else
                preview.effects[effect.step] = effect.percent();
        }
    }

    void prefetch(const PreviewRequest& request, std::stop_token stop) {
        for (const FrameSource& source : request.next) {
            if (stop.stop_requested()) return;
            try {
                raws_.of(source, request.edition, workOf(request));
            } catch (const InputError&) {  // said when that frame is shown
            }
        }
    }

    RawFrames raws_;
    StageCache stages_{stageBytes};
    StagePictures drawn_;
    std::string drawnSetting_;
    std::shared_ptr<const ShownFilter> filter_;
    double filterAspect_ = 1;
    std::optional<Found> found_;
    std::optional<FrameMeasurer> measurer_;
    MeasureSettings measuredWith_;
    std::string engineName_, convolution_;
    double aspect_ = 1;
};

}  // namespace

PreviewWorker::PreviewWorker(QObject* parent) : QObject(parent) {
    startOver();
}

void PreviewWorker::startOver() {
    mailbox_->clear();
    mailbox_ = std::make_shared<Mailbox>();
    thread_.start([this, mailbox = mailbox_, posts = posts_.newAddress()](std::stop_token stop) {
        yieldToWindow();
        PreviewJob pictures;
        VolumePreviewJob volumes;
        const auto rest = [&] {
            pictures.rest();
            volumes.rest();
        };
        const auto send = [this, &posts](std::shared_ptr<const Preview> preview) {
            posts.post([this, preview] { emit answered(preview); });
        };
        while (auto next = mailbox->take(stop, idleTimeout, rest)) {
            if (next->request.series)
                volumes.run(next->request, next->stop, send);
            else
                pictures.run(next->request, next->stop, send);
        }
    });
}

}  // namespace coarsen::window
