// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recipe/recipe_json.hpp"

#include "core/base/error.hpp"
#include "core/base/text_place.hpp"
#include "core/preprocess/steps.hpp"
#include "core/recipe/sections.hpp"
#include "core/settings/fields.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace coarsen {

namespace {

using Json = nlohmann::ordered_json;
constexpr int todaysSchema = 1;

Json jsonOf(const FieldDescription& field, const FieldValue& value) {
    if (field.isOptional && std::holds_alternative<std::string>(value)) return nullptr;
    return std::visit([](const auto& held) { return Json(held); }, value);
}

FieldValue fieldValueOf(const Json& json, const std::string& key) {
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_number_unsigned() && !std::in_range<std::int64_t>(json.get<std::uint64_t>())) return json.get<double>();
    if (json.is_number_integer()) return json.get<std::int64_t>();
    if (json.is_number()) return json.get<double>();
    if (json.is_string()) return json.get<std::string>();
    if (json.is_null()) return std::string();  // none, of a number that may be absent
    throw SettingError(key, "it is neither a number, a text, true, false nor null", "see 'coarsen-cli recipe --default'");
}

Json jsonOf(const RecipeSection& section, const Recipe& recipe) {
    Json object = Json::object();
    for (const FieldDescription& field : section.fields)
        if (const FieldValue value = section.read(recipe, field.name); !isSaidByAbsence(field, value))
            object[field.name] = jsonOf(field, value);
    return object;
}

void setAll(Recipe& recipe, const std::string& owner, const Json& object) {
    if (!object.is_object()) throw SettingError(owner, "it is no JSON object", "see 'coarsen-cli recipe --default'");
    for (const auto& [name, value] : object.items()) {
        if (name == "step") continue;
        const std::string key = owner + "." + name;
        set(recipe, key, fieldValueOf(value, key));
    }
}

/// "grey, flatten, dust"
std::string orderOf(const std::vector<Step>& steps) {
    std::vector<std::string> keys;
    for (const Step& step : steps)
        keys.push_back(step.key());
    return joined(keys, ", ");
}

/// The step by a Python function that such an entry describes, whether or not the program has the function.
ScriptStep scriptFrom(const std::string& key, const Json& object) {
    const FieldValue source = fieldValueOf(object[ScriptStep::sourceField], key + "." + ScriptStep::sourceField);
    const std::string* const sum = std::get_if<std::string>(&source);
    std::vector<ScriptStep::Setting> settings;
    for (const auto& [name, value] : object.items())
        if (name != "step" && name != "on" && name != ScriptStep::sourceField)
            settings.push_back(settingOf(name, fieldValueOf(value, key + "." + name)));
    return {key, sum ? *sum : "", std::move(settings)};
}

/// `isWhole`: steps that the list lacks are off.
void readSteps(Recipe& recipe, const Json& list, bool isWhole) {
    if (!list.is_array()) throw SettingError("steps", "it is no JSON list", "see 'coarsen-cli recipe --default'");
    std::size_t last = 0;
    std::vector<std::string> seen;
    for (const Json& object : list) {
        if (!object.is_object() || !object.contains("step") || !object["step"].is_string())
            throw SettingError("steps", "an entry does not name its step", "write {\"step\":\"flatten\", ...}");
        const auto key = object["step"].get<std::string>();
        if (std::find(seen.begin(), seen.end(), key) != seen.end())
            throw SettingError(key, "the step stands twice in the recipe", "keep one");
        if (object.contains(ScriptStep::sourceField)) {
            if (!recipe.step(key) && placeOfNextScript(recipe.steps) <= last) ++last;  // that one moves on
            put(recipe, scriptFrom(key, object));
        } else {
            stepNamed(key);  // throws for an unknown one
        }
        const auto at = static_cast<std::size_t>(
            std::find_if(recipe.steps.begin(), recipe.steps.end(), [&](const Step& step) { return step.key() == key; }) -
            recipe.steps.begin());
        if (at < last)
            throw SettingError(key, "the step stands in another order than " + orderOf(recipe.steps), "put it into that order");
        last = at;
        seen.push_back(key);
        if (isWhole) recipe.steps[at].resetToAbsent();
        if (!object.contains("on")) set(recipe, key + ".on", true);
        setAll(recipe, key, object);
    }
    for (Step& step : recipe.steps)
        if (isWhole && step.canSwitchOff() && std::find(seen.begin(), seen.end(), step.key()) == seen.end()) step.switchTo(false);
}

void readLengths(Recipe& recipe, const Json& list) {
    if (!list.is_array()) throw SettingError("lengths", "it is no JSON list", "see 'coarsen-cli recipe --default'");
    for (const Json& object : list) {
        const auto text = [&](const char* name) {
            if (!object.is_object() || !object.contains(name) || !object[name].is_string())
                throw SettingError("lengths", std::string("an entry does not name its ") + name,
                                   "write {\"length\":\"knee\", \"unit\":\"px\", \"python\":\"SHA-256 of its source\"}");
            return object[name].get<std::string>();
        };
        put(recipe, ScriptLength{text("length"), text("unit"), text(ScriptStep::sourceField)});
    }
}

std::vector<std::string> partsOfARecipe() {
    std::vector<std::string> parts{"schema", "steps", "lengths"};
    for (const RecipeSection& section : recipeSections())
        parts.push_back(section.key);
    return parts;
}

Recipe readSchema1(const Json& json, Recipe recipe, bool isWhole) {
    for (const auto& [name, value] : json.items()) {
        if (name == "steps") {
            readSteps(recipe, value, isWhole);
        } else if (name == "lengths") {
            readLengths(recipe, value);
        } else if (const RecipeSection* const section = findSection(name)) {
            if (isWhole) section->resetToAbsent(recipe);
            setAll(recipe, name, value);
        } else if (name != "schema") {
            throw SettingError(name, "there is no such part of a recipe", "known are " + joined(partsOfARecipe(), " and "));
        }
    }
    return recipe;
}

Recipe readRecipe(std::string_view text, const std::string& source, const Recipe& before, bool isWhole) {
    try {
        const Json json = Json::parse(text);
        if (!json.is_object() || !json.contains("schema") || !json["schema"].is_number_integer())
            throw SettingError("schema", "this is no recipe: it does not say its schema",
                               "start from 'coarsen-cli recipe --default'");
        const auto schema = json["schema"].get<std::int64_t>();
        if (schema > todaysSchema || schema < 1)
            throw SettingError("schema", "the recipe has schema " + std::to_string(schema) + ", this program knows 1",
                               schema < 1 ? "write \"schema\":1" : "open it with a newer version");
        return readSchema1(json, before, isWhole);
    } catch (const Json::parse_error& error) {
        throw SettingError(source, "this is no JSON: " + brokenAt(text, error.byte > 0 ? error.byte - 1 : 0),
                           "mend it there, or start from 'coarsen-cli recipe --default'");
    } catch (const Json::exception&) {  // the only other: beyond what a number can hold
        throw SettingError(source, "a number in it is beyond all that a setting can be", "see 'coarsen-cli recipe --keys'");
    } catch (const SettingError& error) {
        throw SettingError(source, error.subject() + ": " + error.reason(), error.remedy());
    }
}

}  // namespace

std::string recipeJson(const Recipe& recipe) {
    Json json{{"schema", todaysSchema}, {"steps", Json::array()}};
    for (const Step& step : recipe.steps) {
        if (step.isSaidByAbsence()) continue;
        Json object{{"step", step.key()}};
        if (step.canSwitchOff()) object["on"] = step.isOn();
        for (const FieldDescription& field : step.fields())
            if (const FieldValue value = step.value(field.name); !isSaidByAbsence(field, value))
                object[field.name] = jsonOf(field, value);
        json["steps"].push_back(std::move(object));
    }
    static const Recipe ofNew = defaultRecipe();
    for (const RecipeSection& section : recipeSections()) {
        if (section.canSwitchOff && section.isSame(recipe, ofNew)) continue;
        if (Json object = jsonOf(section, recipe); !object.empty()) json[section.key] = std::move(object);
    }
    for (const ScriptLength& length : recipe.lengths)
        json["lengths"].push_back(
            {{"length", length.name}, {"unit", length.unit}, {ScriptStep::sourceField, length.sourceSha256}});
    return json.dump(2) + "\n";
}

Recipe recipeFromJson(std::string_view text, const std::string& source) {
    Recipe before = recipeOfAbsentKeys();
    for (const RecipeSection& section : recipeSections())
        if (section.canSwitchOff) section.reset(before);
    return readRecipe(text, source, before, true);
}

Recipe recipeOnTop(const Recipe& before, std::string_view text, const std::string& source) {
    return readRecipe(text, source, before, false);
}

}  // namespace coarsen
