// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/step.hpp"

#include "core/base/error.hpp"
#include "core/preprocess/step_of.hpp"

#include <utility>

namespace coarsen {

const std::string& Step::key() const {
    return parameters_->key();
}
const std::string& Step::label() const {
    return parameters_->label();
}
const std::string& Step::stageLabel() const {
    return parameters_->stageLabel();
}
const std::string& Step::help() const {
    return parameters_->help();
}
bool Step::canSwitchOff() const {
    return parameters_->canSwitchOff();
}
const std::vector<FieldDescription>& Step::fields() const {
    return parameters_->fields();
}
std::string Step::summary() const {
    return on_ ? parameters_->summary() : "off";
}

void Step::switchTo(bool on) {
    if (!on && !canSwitchOff()) throw SettingError(key() + ".on", label() + " cannot be switched off");
    on_ = on;
}

std::vector<Warning> Step::warnings(const MeasuredFacts& facts) const {
    return on_ || parameters_->warnsWhileOff() ? parameters_->warnings(facts) : std::vector<Warning>{};
}
bool Step::isSaidByAbsence() const {
    return (!on_ || !canSwitchOff()) && parameters_->isSaidByAbsence();
}
void Step::resetToAbsent() {
    parameters_ = parameters_->ofAbsentKeys();
}
bool Step::isForDisplayOnly() const {
    return parameters_->isForDisplayOnly();
}
bool Step::isActing() const {
    return on_ && parameters_->isActing();
}
bool Step::needsPlanes() const {
    return on_ && parameters_->needsPlanes();
}
SurveyNeed Step::surveyNeed() const {
    return on_ ? parameters_->surveyNeed() : SurveyNeed{};
}
PixelRect Step::kept(int frame, int width, int height) const {
    return on_ ? parameters_->kept(frame, width, height) : PixelRect{};
}
Mask Step::userMask(int frame, int width, int height) const {
    return on_ ? parameters_->userMask(frame, width, height) : Mask{};
}
bool Step::isForeseen() const {
    return parameters_->isForeseen();
}
std::size_t Step::memory(PictureMemory& picture) const {
    return on_ ? parameters_->memory(picture) : 0;
}

FieldValue Step::value(std::string_view field) const {
    return parameters_->value(field);
}

void Step::set(std::string_view field, const FieldValue& value) {
    parameters_ = parameters_->with(field, value);
}

Frame Step::apply(const Frame& frame, const StepContext& context) const {
    if (!on_) return frame;
    Frame after = parameters_->apply(frame, context);
    if (parameters_->treatsPlanes()) return after;
    for (std::size_t i = 0; i < after.planes.images.size(); ++i) {
        Frame plane = parameters_->apply(planeOf(frame, i), context);
        after.planes.images[i] = std::move(plane.image);
        after.mask = validInBoth(after.mask, plane.mask);
    }
    return after;
}

bool Step::isForVolumes() const {
    return parameters_->isForVolumes();
}
bool Step::isForVolumesOnly() const {
    return parameters_->isForVolumesOnly();
}
bool Step::choosesPart() const {
    return parameters_->choosesPart();
}
bool Step::isFieldOf(std::string_view field, bool areVolumes) const {
    return parameters_->isFieldOf(field, areVolumes);
}
Volume Step::apply(const Volume& volume, const VolumeContext& context) const {
    return on_ ? parameters_->apply(volume, context) : volume;
}
VoxelBox Step::kept(int frame, const VolumeSize& size) const {
    return on_ ? parameters_->kept(frame, size) : wholeOf(size);
}
std::size_t Step::memory(const VolumeSize& size) const {
    return isActing() && isForVolumes() && !isForDisplayOnly() ? parameters_->memory(size) : 0;
}
std::string Step::volumeKey(const VolumeContext& context) const {
    return on_ ? parameters_->volumeKey(context) : std::string();
}

bool Step::operator==(const Step& other) const {
    return on_ == other.on_ && parameters_->equals(*other.parameters_);
}

}  // namespace coarsen
