// SPDX-License-Identifier: GPL-3.0-or-later
// The document's series when its times, the places of its files or their number change: results follow.
#include "app/window/document/document.hpp"
#include "app/window/document/slices.hpp"
#include "app/window/theme/words.hpp"
#include "core/series/frame_order.hpp"
#include "core/series/stack_slices.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace coarsen::window {

namespace {
QString titleOfOrder() {
    return Document::tr("Times are not in order");
}
}  // namespace

void Document::readTimes() {
    background_.run(
        [this, series = session().series, times = session().times, asked = opened_.frames.now()]() mutable -> Background::Result {
            assignTimes(series, times);
            return [this, series = std::move(series), times, asked]() mutable {
                if (!(times == session().times)) return;               // another choice by now, which reads for itself
                if (opened_.frames.isOver(asked)) return readTimes();  // frames have come meanwhile
                const std::vector<Said> known = session().series.notes;
                const std::vector<int> order = opened_.sequence().frames;
                adoptTimes(std::move(series));
                tellNewNotes(known);
                tellOfQuench();
                if (order != opened_.sequence().frames) takeOrder(order);
                growth_.rebuild();
                growth_.refit();
                emit choicesChanged();
                emit resultsChanged();
            };
        },
        [this](const QString& problem) {
            notices_.raise({Notice::Kind::failure, tr("The times were not read"), problem, -1});
        });
}

/// Other frames of the same files; what was measured of those before waits for their return.
void Document::takePart(std::optional<int> slice, const NamedVolume& dataset) {
    Session& session = opened_.session;
    const std::string now = datasetOf(session.series);
    parts_[{sliceOf(session.series).value_or(0), now}] = {std::move(session.results), std::move(session.neighbourCorrelations),
                                                          std::move(session.resultKeys)};
    PartResults& known = parts_[{slice.value_or(0), dataset.name}];
    session.results = std::move(known.results);
    session.neighbourCorrelations = std::move(known.neighbourCorrelations);
    session.resultKeys = std::move(known.keys);
    session.fits.clear();
    const auto pictures = now == dataset.name ? datasets_.end() : datasets_.find(dataset.name);
    if (session.series.volumes)
        session.series = ofDataset(std::move(session.series), dataset);
    else if (pictures != datasets_.end())
        datasets_[now] = std::exchange(session.series, ImageSeries(pictures->second));
    else
        session.series = ofSlice(std::move(session.series), slice);
    takeUp();
    show();
}

void Document::openDataset(const std::string& dataset) {
    background_.run(
        [this, dataset, inputs = opened_.inputs, asked = openings_.now()]() -> Background::Result {
            return [this, asked, other = openSeries(inputs, SeriesOpening{.keepsSlices = true, .dataset = dataset})] {
                if (openings_.isOver(asked) || session().series.volumes) return;
                datasets_[datasetOf(other)] = other;
                chooseDataset(changes_, session().series, other);
            };
        },
        [this](const QString& problem) {
            notices_.raise({Notice::Kind::failure, tr("The data set was not read"), problem, -1});
        });
}

/// The series with other times or more frames; results follow.
void Document::adoptTimes(ImageSeries series) {
    takeTimes(opened_.session, std::move(series));
    opened_.frames.begin();
}

void Document::adoptLonger(const ImageSeries& series) {
    const ImageSeries before = session().series;
    adoptTimes(series);
    std::vector<int> fresh, mended;
    for (int frame = 0; frame < frameCount(); ++frame) {
        const auto index = static_cast<std::size_t>(frame);
        if (index >= before.frames.size()) {
            if (hasThumbnail(opened_.sequence().placeOf(frame))) fresh.push_back(frame);
        } else if (opened_.source(frame).problem != before.frames[index].problem) {
            mended.push_back(frame);  // a time table has gained its row
        }
    }
    if (auto& ensemble = opened_.session.ensemble; ensemble && *ensemble == inOneGroup(before))
        ensemble = inOneGroup(session().series);  // which those that came belong to
    run_.forget(mended);
    tellNewNotes(before.notes);
    thumbnails_.add(session().series, fresh);
    if (opened_.source(0) != before.frames.front() || !mended.empty()) growth_.refit();  // other times
    growth_.rebuild();
    keepForRecovery();
    run_.survey();
    emit choicesChanged();
    emit resultsChanged();
    emit runChanged();
    if (watch_.status().follows) frame_.show(frameCount() - 1);
    run_.measureArrived();
}

void Document::adoptLocated(const Relocation& relocation) {
    opened_.session.series = relocation.series;
    opened_.frames.begin();
    opened_.surveys.makeOld();
    thumbnails_.add(session().series, relocation.found);
    offers_.adopt();  // its files could not be read where they were
    offers_.askIfOld();
    lookAgain();
    keepForRecovery();
    inputs_.check();
    emit choicesChanged();
    emit watchChanged();
}

/// An undoable change, for the earlier ones hold the earlier paths; results stay up to date in front of it.
void Document::adoptLocated(const std::vector<MovedFile>& files) {
    Session moved = session();
    takeFiles(moved, files);
    opened_.session.files.insert(moved.files.begin(), moved.files.end());
    opened_.session.resultKeys = moved.resultKeys;
    Choices after = changes_.now();
    after.recipe = moved.recipe;
    after.times = moved.times;
    changes_.change(tr("locating files"), std::move(after));
}

void Document::takeRewritten(const std::vector<int>& frames) {
    opened_.surveys.makeOld();
    run_.forget(frames);
    thumbnails_.add(session().series, frames);
    frame_.readAnew();
    lookAgain();
}

/// Failures of files that could not be read when the folder was away, or not yet whole, are tried again.
void Document::retryFailures() {
    run_.forget(opened_.measured.failures());
    if (frame_.preview() && !frame_.preview()->isRead()) frame_.ask();
}

/// Frames that have another neighbour are measured again, for their drift and how much of its pattern they share.
void Document::takeOrder(const std::vector<int>& before) {
    const FrameSequence& now = opened_.sequence();
    opened_.session.neighbourCorrelations = inOtherOrder(opened_.session.neighbourCorrelations, before, now.frames);
    run_.judgeChoices(session().manualRMaxPx);
    lookAgain();
    std::vector<int> apart, pictured;
    for (int place = 0; place < frameCount(); ++place) {
        const int frame = now.frames[static_cast<std::size_t>(place)];
        if (place > 0 && session().results.contains(frame) && !session().neighbourCorrelations.contains(frame))
            apart.push_back(frame);
        if (hasThumbnail(place) && !hasThumbnail(frame)) pictured.push_back(frame);
    }
    thumbnails_.add(session().series, pictured);
    if (!apart.empty()) run_.measureAgain(apart);
}

Notice Document::noticeOf(const Said& said) const {
    Notice notice{Notice::Kind::information, tr("About these files"), translated(said.text), -1};
    if (session().series.order == FrameOrder::name && said.code == "time.goes-back") {
        notice.title = titleOfOrder();
        notice.remedies = {Remedy::orderByTime};
    }
    if (said.code == "pages.slices-as-frames") {
        const int slices = slicesToChoose(session().series);
        if (slices > 0) notice.remedies = {Remedy::chooseSlice};
        if (slices == 0 || slices >= leastSlices) notice.remedies.push_back(Remedy::takeAsVolume);
    }
    if (said.code == "pages.scene") notice.remedies.push_back(Remedy::choosePosition);
    if (constexpr std::string_view setting = "--set crop.info_bar=";
        said.code == "crop.info-bar" && said.flag.starts_with(setting))
        notice.remedies.push_back(said.flag.ends_with("true") ? Remedy::leaveOutInfoBar : Remedy::measureInfoBar);
    if (said.code == "pages.first-of-each") notice.remedies.push_back(Remedy::joinPages);
    if (constexpr std::string_view option = "--times-from "; said.flag.starts_with(option)) {
        notice.remedies.push_back(Remedy::takeOtherTimes);
        notice.flag = said.flag.substr(option.size());
        if (const std::string unit = timesFromText(notice.flag).numbersUnit; !unit.empty())
            notice.text += " " + tr("If they are times in %1, the button uses them in place of the present times.")
                                     .arg(QString::fromStdString(unit));
    }
    const auto isDoneBy = [&](std::initializer_list<std::string_view> options) {
        return std::ranges::any_of(options, [&](std::string_view option) { return said.flag.starts_with(option); });
    };
    if (isDoneBy({"--interval", "--numbered", "--time-columns"})) notice.remedies.push_back(Remedy::chooseTimes);
    if (isDoneBy({"--pixel-size", "--size-from"})) notice.remedies.push_back(Remedy::choosePixelSize);
    // Options that no button stands for are said as the command line has them.
    if (notice.remedies.empty() && !said.advice.empty())
        notice.text += " " + tr("In a run of coarsen-cli: %1").arg(translated(said.advice));
    return notice;
}

/// Raises what there is to know of the series that was not known.
void Document::tellNewNotes(const std::vector<Said>& known) {
    if (!doTimesGoBack(session().series) || session().series.order == FrameOrder::time) notices_.retract(titleOfOrder());
    for (const Said& said : session().series.notes)
        if (!std::ranges::count(known, said)) notices_.raise(noticeOf(said));
}

void Document::tellOfQuench() {
    notices_.retract(Times::titleOfQuench());
    if (const auto notice = times_.ofQuench()) notices_.raise(*notice);
}

/// Tells what the files say of the size of pixels, while no typed one stands in for it.
void Document::tellOfSizes() {
    notices_.retract(Remedy::choosePixelSize);
    for (const Said& said : session().series.notes) {
        const bool isOfTyped = said.code == "size.other";
        const Notice notice = noticeOf(said);
        if (isOfTyped == session().calibration.isTyped() && std::ranges::count(notice.remedies, Remedy::choosePixelSize) > 0)
            notices_.raise(notice);
    }
}

/// True where the frame at that place has a small picture: in a long series as many frames as the strip can show side by side.
bool Document::hasThumbnail(int place) const {
    constexpr int most = 512;
    return place % std::max(1, frameCount() / most) == 0;
}

}  // namespace coarsen::window
