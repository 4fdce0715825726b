// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/state/survey_state.hpp"

#include "core/series/frame_order.hpp"
#include "core/series/frame_sizes.hpp"

#include <algorithm>
#include <utility>

namespace coarsen::window {

std::string SurveyState::keyToday() const {
    if (!needsSurvey(session_.recipe)) return {};
    return std::to_string(images_.now()) + surveyHash(session_.recipe, session_.files) + orderKey(session_.series) +
           (session_.calibration.isTyped() && haveOwnSizes(session_.series) ? "one size" : "");
}

std::shared_ptr<const Survey> SurveyState::held() const {
    return survey_ && key_ == keyToday() ? survey_ : nullptr;
}

std::shared_ptr<const Survey> SurveyState::whole() const {
    const auto survey = held();
    return survey && survey->frames == static_cast<int>(session_.series.frames.size()) ? survey : nullptr;
}

std::string SurveyState::heldKey() const {
    const auto survey = held();
    return survey ? key_ + "/" + std::to_string(survey->frames) : std::string();
}

void SurveyState::adopt() {
    makeOld();
    key_.clear();
    survey_.reset();
    ended();
}

SurveyState::Task SurveyState::want(bool isPaused) {
    const std::string key = keyToday();
    if (key == key_) {
        // A survey under way goes on and is extended once it is done; begun again with every image it would never end.
        if (!survey_ || isUnderWay_ || isPaused || survey_->frames >= static_cast<int>(session_.series.frames.size()))
            return Task::none;
        framesSeen_ = 0;
        isUnderWay_ = true;
        return Task::extend;
    }
    key_ = key;
    survey_.reset();
    framesSeen_ = 0;
    analysis_.reset();
    isUnderWay_ = !key.empty();
    return isUnderWay_ ? Task::begin : Task::stop;
}

SurveyState::Task SurveyState::wantFor(Extent analysis, bool isPaused) {
    if (!isUnderWay_ && !held()) key_.clear();
    const Task task = want(isPaused);
    analysis_ = analysis;
    return task;
}

std::optional<Extent> SurveyState::takeAnalysis() {
    return isUnderWay_ ? std::nullopt : std::exchange(analysis_, std::nullopt);
}

void SurveyState::makeOld() {
    images_.begin();
}

void SurveyState::makeOldUnlessWhole() {
    const auto survey = held();
    if (survey && !survey->seriesMedian.isEmpty() && survey->framesOfMedian < static_cast<int>(session_.series.frames.size()))
        makeOld();
}

std::vector<std::string> SurveyState::found(std::shared_ptr<const Survey> survey) {
    const std::vector<std::string> told = survey_ ? survey_->notes : std::vector<std::string>{};
    isUnderWay_ = false;
    survey_ = std::move(survey);
    std::vector<std::string> fresh;
    for (const std::string& note : survey_->notes)
        if (!std::ranges::count(told, note)) fresh.push_back(note);
    return fresh;
}

void SurveyState::ended() {
    isUnderWay_ = false;
    analysis_.reset();
}

}  // namespace coarsen::window
