// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recipe/recipe.hpp"

#include "core/base/error.hpp"
#include "core/base/sha256.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/preprocess/steps.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/recipe/sections.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace coarsen {

namespace {

struct Key {
    std::string owner, field;
};

Key parted(std::string_view key) {
    const std::size_t dot = key.find('.');
    if (dot == std::string_view::npos || dot == 0 || dot + 1 == key.size())
        throw SettingError(std::string(key), "a setting is named by its step and itself",
                           "for example flatten.sigma or measure.max_lag");
    return {std::string(key.substr(0, dot)), std::string(key.substr(dot + 1))};
}

const FieldDescription onField{"on", FieldKind::boolean, 0, 1, {}, {}, "On", "Whether the step is carried out.", {}};

const Step& stepOf(const Recipe& recipe, std::string_view owner) {
    if (const Step* const step = recipe.step(owner)) return *step;
    throw SettingError(std::string(owner), "there is no such step", "known are " + joined(ownersIn(recipe), " and "));
}

Step& stepOf(Recipe& recipe, std::string_view owner) {
    return const_cast<Step&>(stepOf(std::as_const(recipe), owner));
}

const FieldDescription& describedIn(const std::vector<FieldDescription>& fields, const Key& key) {
    std::string known;
    for (const FieldDescription& field : fields) {
        if (field.name == key.field) return field;
        known += (known.empty() ? "" : ", ") + field.name;
    }
    throw SettingError(key.owner + "." + key.field, "there is no such setting", "known are " + known);
}

const FieldDescription& descriptionOf(const Recipe& recipe, Key key) {
    const std::vector<FieldDescription>& fields = fieldsOf(recipe, key.owner);
    return key.field == "on" && !findSection(key.owner) ? onField : describedIn(fields, key);
}

}  // namespace

const Step* Recipe::step(std::string_view key) const {
    for (const Step& step : steps)
        if (step.key() == key) return &step;
    return nullptr;
}

Step* Recipe::step(std::string_view key) {
    return const_cast<Step*>(std::as_const(*this).step(key));
}

Recipe recipeOfAbsentKeys() {
    Recipe recipe{allSteps(), {}, {}, {}};
    for (const RecipeSection& section : recipeSections())
        section.resetToAbsent(recipe);
    return recipe;
}

Recipe defaultRecipe() {
    Recipe recipe{allSteps(), {}, {}, {}};
    set(recipe, "flatten.method", std::string("auto"));
    set(recipe, "dust.find", std::string("specks"));
    recipe.fit.model = lawByQuench;
    recipe.fit.t0S = std::nullopt;
    recipe.fit.weights = FitWeights::relative;
    recipe.fit.length = lengthByField;
    return recipe;
}

FitSettings fitOf(const Recipe& recipe) {
    FitSettings fit = recipe.fit;
    if (fit.length != lengthByField) return fit;
    const Step* const channels = recipe.step("channels");
    const bool isOrientation = channels && channels->isOn() && std::get<std::string>(channels->value("use")) == "orientation";
    fit.length = isOrientation ? "xi" : "r_max";
    return fit;
}

void set(Recipe& recipe, std::string_view key, const FieldValue& value) {
    const auto [owner, field] = parted(key);
    if (const RecipeSection* const section = findSection(owner)) {
        section->write(recipe, field, value);
    } else if (Step& step = stepOf(recipe, owner); field == "on") {
        step.switchTo(std::get<bool>(checked(onField, std::string(key), value)));
    } else {
        step.set(field, value);
    }
}

void setText(Recipe& recipe, std::string_view key, std::string_view text) {
    set(recipe, key, valueFromText(descriptionOf(recipe, parted(key)), std::string(key), text));
}

FieldValue valueOf(const Recipe& recipe, std::string_view key) {
    const auto [owner, field] = parted(key);
    if (const RecipeSection* const section = findSection(owner)) return section->read(recipe, field);
    const Step& step = stepOf(recipe, owner);
    return field == "on" ? FieldValue(step.isOn()) : step.value(field);
}

void put(Recipe& recipe, ScriptStep script) {
    if (findSection(script.key()) || std::ranges::count(recipe.lengths, script.key(), &ScriptLength::name) > 0)
        throw SettingError(script.key(), "something else of a recipe has that name", "choose another");
    if (Step* const known = recipe.step(script.key())) {
        const bool wasOn = known->isOn();
        *known = Step::of(std::move(script));
        known->switchTo(wasOn);
        return;
    }
    const auto place = static_cast<std::ptrdiff_t>(placeOfNextScript(recipe.steps));
    recipe.steps.insert(recipe.steps.begin() + place, Step::of(std::move(script)));
}

void put(Recipe& recipe, ScriptLength length) {
    requireScriptLength(length);
    if (findSection(length.name) || recipe.step(length.name))
        throw SettingError(length.name, "something else of a recipe has that name", "choose another");
    if (const auto known = std::ranges::find(recipe.lengths, length.name, &ScriptLength::name); known != recipe.lengths.end())
        *known = std::move(length);
    else
        recipe.lengths.push_back(std::move(length));
}

std::string whyIdle(const Recipe& recipe, std::string_view key) {
    const auto [owner, field] = parted(key);
    const std::string name(key);
    if (const Step* const step = recipe.step(owner); step && !step->isOn() && field != "on")
        return name + " changes nothing while " + owner + ".on=false";
    if (owner == "surface" && !recipe.surface.isOn && field != "on") return name + " changes nothing while surface.on=false";
    const FieldDescription& described = descriptionOf(recipe, {owner, field});
    const auto valueBeside = [&, owner = owner](const std::string& other) { return valueOf(recipe, owner + "." + other); };
    if (isShown(described, valueBeside)) return "";
    const std::size_t equals = described.shownWhen.find('=');
    const std::string other = described.shownWhen.substr(0, equals);
    std::string needed = described.shownWhen.substr(equals + 1);
    for (std::size_t bar = 0; (bar = needed.find('|', bar)) != std::string::npos;)
        needed.replace(bar, 1, " or ");
    return name + " changes nothing while " + owner + "." + other + "=" + textOf(valueBeside(other)) + ": it belongs to " +
           needed;
}

const std::vector<FieldDescription>& fieldsOf(const Recipe& recipe, std::string_view owner) {
    if (const RecipeSection* const section = findSection(owner)) return section->fields;
    return stepOf(recipe, owner).fields();
}

std::vector<std::string> ownersIn(const Recipe& recipe) {
    std::vector<std::string> owners;
    for (const Step& step : recipe.steps)
        owners.push_back(step.key());
    for (const RecipeSection& section : recipeSections())
        owners.push_back(section.key);
    return owners;
}

std::string recipeHash(const Recipe& recipe) {
    return sha256(std::string_view(recipeJson(recipe)));
}

std::set<std::string> filesOf(const Recipe& recipe) {
    std::set<std::string> files;
    for (const Step& step : recipe.steps)
        for (const FieldDescription& field : step.fields())
            if (step.isOn() && field.kind == FieldKind::file &&
                isShown(field, [&step](const std::string& name) { return step.value(name); }))
                files.insert(std::get<std::string>(step.value(field.name)));
    files.erase("");
    return files;
}

FileHashes fileHashes(const Recipe& recipe) {
    FileHashes hashes;
    for (const std::string& file : filesOf(recipe)) {
        try {
            hashes[file] = sha256OfFile(file);
        } catch (const InputError&) {  // the step says so itself
            hashes[file] = "";
        }
    }
    return hashes;
}

std::string measurementHash(const Recipe& recipe, const FileHashes& files) {
    Recipe measuring = recipe;
    for (const RecipeSection& section : recipeSections())
        if (!section.decidesMeasurement) section.reset(measuring);
    if (!measuring.surface.isOn) measuring.surface = {};
    for (Step& step : measuring.steps)
        if (step.isForDisplayOnly()) step = stepNamed(step.key());
    std::erase_if(measuring.steps, [](const Step& step) { return !step.isOn(); });  // whatever their parameters
    std::string text = recipeHash(measuring);
    for (const std::string& file : filesOf(measuring))
        if (const auto known = files.find(file); known != files.end()) text += known->second;
    return filesOf(measuring).empty() ? text : sha256(text);
}

}  // namespace coarsen
