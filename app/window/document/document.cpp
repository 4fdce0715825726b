// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/document.hpp"

#include <algorithm>
#include <utility>

namespace coarsen::window {

Document::Document(Engines engines, QObject* parent) : QObject(parent) {
    machine_.engines = std::move(engines);
    connectParts();
    connectWatch();
    connectSamples();
    recovery_.setSingleShot(true);
    recovery_.setInterval(recoveryDelayMs_);
    connect(&recovery_, &QTimer::timeout, this, &Document::writeRecovery);
}

Document::~Document() {
    if (recovery_.isActive()) writeRecovery();  // handed to the background, which finishes it before it ends
    samples_.blockSignals(true);
    samples_.leave();
    run_.letGo();  // all are asked to stop before one is waited for
    inputs_.adopt();
    thumbnails_.stop();
    offers_.adopt();
    watch_.end();
}

/// Whom it concerns when one of the parts has changed something.
void Document::connectParts() {
    connect(&notices_, &Notices::raised, this, &Document::noticeRaised);
    connect(&notices_, &Notices::retracted, this, &Document::noticeRetracted);
    connect(&notices_, &Notices::answered, this, &Document::runChanged);
    connect(&notices_, &Notices::said, this, &Document::said);

    connect(&changes_, &Changes::chosen, this, &Document::apply);
    connect(&changes_, &Changes::refused, this, &Document::choicesChanged);
    connect(&changes_, &Changes::tableWanted, this, &Document::readTimes);

    connect(&growth_, &Growth::changed, this, &Document::resultsChanged);

    connect(&frame_, &ShownFrame::shown, this, [this](int frame) {
        if (watch_.status().follows && frame < frameCount() - 1) watch_.setFollowing(false);  // who looks back is not torn away
        emit frameChanged(frame);
    });
    connect(&frame_, &ShownFrame::previewChanged, this, &Document::previewChanged);
    connect(&frame_, &ShownFrame::previewChanged, this, [this] {  // the brick of one that was left out may be there by now
        if (session().series.volumes) thumbnails_.add(session().series, {});
    });

    connect(&run_, &Run::changed, this, &Document::runChanged);
    connect(&run_, &Run::resultsChanged, this, &Document::resultsChanged);
    connect(&run_, &Run::measured, this, &Document::keepForRecovery);
    connect(&run_, &Run::surveyFound, &frame_, &ShownFrame::ask);
    connect(&run_, &Run::changed, this, [this] {  // the survey has failed, or was cancelled
        if (frame_.flow().state() == ShownFlow::State::waiting && !run_.isSurveying()) frame_.ask();
    });
    connect(&run_, &Run::engineChanged, &frame_, &ShownFrame::ask);
    connect(&run_, &Run::pauseChanged, this, &Document::watchChanged);
    connect(&run_, &Run::wantedAnew, this, [this](const std::vector<int>& frames) {
        thumbnails_.add(session().series, frames);
        if (!std::ranges::count(frames, frame_.index())) return;
        frame_.readAnew();
        frame_.ask();
    });

    connect(&inputs_, &Inputs::imagesLocated, this, qOverload<const Relocation&>(&Document::adoptLocated));
    connect(&inputs_, &Inputs::filesLocated, this, qOverload<const std::vector<MovedFile>&>(&Document::adoptLocated));

    connect(&thumbnails_, &ThumbnailWorker::made, this, &Document::thumbnailMade);
    connect(&thumbnails_, &ThumbnailWorker::failed, this, &Document::thumbnailFailed);
}

void Document::connectWatch() {
    connect(&watch_, &Watch::changed, this, &Document::watchChanged);
    connect(&watch_, &Watch::toggled, this, [this] {
        if (isOpen()) emit resultsChanged();
    });
    connect(&watch_, &Watch::arrivedFirst, this, &Document::openWatched);
    connect(&watch_, &Watch::rewritten, this, &Document::takeRewritten);
    connect(&watch_, &Watch::returned, &run_, &Run::forget);
    connect(&watch_, &Watch::mended, this, &Document::retryFailures);
    connect(&watch_, &Watch::wentAway, &run_, &Run::stop);
    connect(&watch_, &Watch::grown, this, &Document::adoptLonger);
    connect(&watch_, &Watch::listed, &run_, &Run::measureArrived);
    connect(&watch_, &Watch::lastWanted, this, [this] { frame_.show(frameCount() - 1); });
}

bool Document::isSettled() const {
    return frame_.isComplete() && (!opened_.fits.isUnderWay() || run_.isRunning()) &&
           !(needsSurvey(recipe()) && run_.isSurveying()) && !frame_.flow().isUnderWay();
}

bool Document::isBusy(bool withPictures) const {
    return (withPictures && thumbnails_.isUnderWay()) || opening_ || opened_.fits.isUnderWay() || run_.isSurveying() ||
           run_.isRunning() || !background_.isIdle() || samples_.isBusy() || offers_.isUnderWay() || !frame_.isComplete() ||
           frame_.flow().isUnderWay();
}

void Document::apply(const Choices& after) {
    Session& session = opened_.session;
    const bool areOtherTimes = !(after.times == session.times);
    const bool isOtherQuench = after.recipe.fit.t0S != session.recipe.fit.t0S;
    const Choices before = changes_.now();
    const bool isOtherSize = after.calibration.isTyped() != before.calibration.isTyped();
    const bool isOtherPart = after.slice != before.slice || !(after.dataset == before.dataset);
    std::map<int, double> markersBefore = std::exchange(session.manualRMaxPx, after.manualRMaxPx);
    session.calibration = after.calibration;
    session.timeUnit = after.timeUnit;
    session.typedUnits = after.typedUnits;
    session.excluded = after.excluded;
    const bool isOtherKind = session.ensemble.has_value() != after.ensemble.has_value();
    session.ensemble = after.ensemble;
    session.name = after.name;
    session.recipe = after.recipe;
    session.times = after.times;
    if (isOtherPart) {
        takePart(after.slice, after.dataset);
        markersBefore = after.manualRMaxPx;  // those were of other frames
    }
    run_.judgeChoices(markersBefore);
    if (areOtherTimes || isOtherPart) readTimes();
    if (isOtherQuench) tellOfQuench();
    if (isOtherSize) tellOfSizes();
    lookAgain();
    growth_.refit();
    growth_.rebuild();
    if (isOtherKind) growth_.judge();
    keepForRecovery();
    run_.measureWanted();
    emit choicesChanged();
    emit resultsChanged();
    emit runChanged();
}

void Document::lookAgain() {
    run_.survey();
    frame_.ask();
}

void Document::carryOut(const Notice& notice, Remedy remedy) {
    notices_.withdraw(notice.number);
    switch (remedy) {
        case Remedy::retryFrame:
            run_.measureAgain({notice.frame});
            break;
        case Remedy::excludeFrame:
            changes_.setExcluded({notice.frame}, true);
            break;
        case Remedy::measureChanged:
            opened_.surveys.makeOld();
            lookAgain();
            run_.measureAgain(inputs_.takeChanged());
            break;
        case Remedy::measureOn:
            run_.analyse(false);
            break;
        case Remedy::replaceSession:
            saveSession(session().file, true);
            break;
        case Remedy::orderByTime:
            changes_.setOrder(FrameOrder::time);
            break;
        case Remedy::takeAsVolume:
            open(SeriesOpening{.areVolumes = true});
            break;
        case Remedy::choosePosition:
            lookForPositions();
            break;
        case Remedy::leaveOutInfoBar:
            changes_.setValue("crop.info_bar", true);
            break;
        case Remedy::measureInfoBar:
            changes_.setValue("crop.info_bar", false);
            break;
        case Remedy::joinPages:
            open(SeriesOpening{.joins = true});
            break;
        case Remedy::takeOtherTimes:
            takeTimesOf(notice.flag);
            break;
        case Remedy::keepResults:
        case Remedy::chooseSlice:
        case Remedy::chooseTimes:
        case Remedy::choosePixelSize:
        case Remedy::showInFolder:
        case Remedy::showFolder:
        case Remedy::locateImages:
        case Remedy::lookElsewhere:
        case Remedy::saveAs:
        case Remedy::convertFiles:
            break;
    }
}

/// In the order that frames are in.
void Document::takeTimesOf(const std::string& source) {
    TimeChoice choice = timesFromText(source);
    choice.order = session().times.order;
    changes_.setTimes(choice);
}

}  // namespace coarsen::window
