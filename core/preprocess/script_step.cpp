// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/script_step.hpp"

#include "core/base/error.hpp"
#include "core/base/script_name.hpp"
#include "core/preprocess/channels.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/preprocess/steps.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

constexpr auto anyNumber = std::numeric_limits<double>::max();

std::shared_ptr<const StepScripts>& scripts() {
    static std::shared_ptr<const StepScripts> there;
    return there;
}

std::string whyMissing(const ScriptStep& step) {
    return scripts() ? scripts()->whyMissing(step) : scriptMissing(step.sourceSha256());
}

FieldDescription sourceDescription() {
    FieldDescription source;
    source.name = ScriptStep::sourceField;
    source.kind = FieldKind::text;
    source.label = "Source";
    source.help = "SHA-256 of the function's source: another function of that name is not taken for it.";
    return source;
}

}  // namespace

ScriptStep::ScriptStep(std::string name, std::string sourceSha256, std::vector<Setting> settings)
    : name_(std::move(name)), sourceSha256_(std::move(sourceSha256)), settings_(std::move(settings)) {
    requireScriptName(name_);
    requireScriptSource(name_ + "." + sourceField, sourceSha256_);
    if (std::ranges::any_of(allSteps(), [&](const Step& step) { return step.key() == name_; }))
        throw SettingError(name_, "the program has a step of that name", "choose another");
    fields_.push_back(sourceDescription());
    for (Setting& setting : settings_) {
        const std::string& field = setting.description.name;
        requireScriptName(field);
        if (field == "on" || field == "step" || std::ranges::any_of(fields_, [&](const auto& one) { return one.name == field; }))
            throw SettingError(name_ + "." + field, "a setting of that name is there", "choose another");
        setting.value = checked(setting.description, name_ + "." + field, setting.value);
        fields_.push_back(setting.description);
    }
}

ScriptStep::Setting& ScriptStep::settingNamed(std::string_view field) {
    const auto found = std::ranges::find(settings_, field, [](const Setting& one) { return one.description.name; });
    if (found != settings_.end()) return *found;
    std::vector<std::string> known;
    for (const FieldDescription& one : fields_)
        known.push_back(one.name);
    detail::throwUnknownField(name_, field, known);
}

FieldValue ScriptStep::value(std::string_view field) const {
    if (field == sourceField) return sourceSha256_;
    return const_cast<ScriptStep*>(this)->settingNamed(field).value;
}

void ScriptStep::set(std::string_view field, const FieldValue& value) {
    const std::string key = name_ + "." + std::string(field);
    if (field == sourceField) {
        std::string sum = std::get<std::string>(checked(fields_.front(), key, value));
        requireScriptSource(key, sum);
        sourceSha256_ = std::move(sum);
        return;
    }
    Setting& setting = settingNamed(field);
    setting.value = checked(setting.description, key, value);
}

std::string ScriptStep::summary() const {
    std::string text = "Python " + sourceSha256_.substr(0, 8);
    for (const Setting& setting : settings_)
        text += ", " + setting.description.name + " " + textOf(setting.value);
    return text;
}

std::vector<Warning> ScriptStep::warnings(const MeasuredFacts&) const {
    const std::string why = coarsen::whyMissing(*this);
    if (why.empty()) return {};
    return {{name_ + ".on", "The step " + name_ + " cannot be done here: " + why + ".", name_ + ".on", "false", "Switch it off"}};
}

Frame ScriptStep::operator()(const Frame& frame) const {
    if (const std::string why = coarsen::whyMissing(*this); !why.empty())
        throw SettingError(name_ + ".on", why,
                           "run the recipe in Python where that function is, or write --set " + name_ + ".on=false");
    return scripts()->apply(*this, frame);
}

bool ScriptStep::operator==(const ScriptStep& other) const {
    return name_ == other.name_ && sourceSha256_ == other.sourceSha256_ &&
           std::ranges::equal(settings_, other.settings_, [](const Setting& one, const Setting& its) {
               return one.description.name == its.description.name && one.value == its.value;
           });
}

ScriptStep::Setting settingOf(std::string name, FieldValue value) {
    constexpr FieldKind kinds[] = {FieldKind::boolean, FieldKind::integer, FieldKind::real, FieldKind::text};
    FieldDescription description;
    description.name = description.label = std::move(name);
    description.kind = kinds[value.index()];
    if (description.kind != FieldKind::text) {  // of which limits would ask for a number
        description.lowest = -anyNumber;
        description.highest = anyNumber;
    }
    return {std::move(description), std::move(value)};
}

const ScriptStep* scriptStep(const Step& step) {
    return step.as<ScriptStep>();
}

std::size_t placeOfNextScript(const std::vector<Step>& steps) {
    const auto channels = std::ranges::find(steps, Channels::key, [](const Step& step) { return std::string_view(step.key()); });
    return static_cast<std::size_t>(channels - steps.begin());
}

void setStepScripts(std::shared_ptr<const StepScripts> given) {
    scripts() = std::move(given);
}

}  // namespace coarsen
