// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recipe/sections.hpp"

#include "core/settings/fields.hpp"

#include <algorithm>
#include <utility>

namespace coarsen {

namespace {

/// Settings has `static const Fields<Settings>& fields()` and `std::string summary() const`, and may have `warnings(const
/// MeasuredFacts&)`.
template <typename Settings>
RecipeSection section(const std::string& key, std::string label, Settings Recipe::*member, bool decidesMeasurement) {
    RecipeSection made;
    made.key = key;
    made.label = std::move(label);
    made.decidesMeasurement = decidesMeasurement;
    made.fields = descriptions(Settings::fields());
    made.canSwitchOff = std::ranges::count(made.fields, "on", &FieldDescription::name) > 0;
    made.read = [=](const Recipe& recipe, std::string_view field) {
        return readField(Settings::fields(), key, field, recipe.*member);
    };
    made.write = [=](Recipe& recipe, std::string_view field, const FieldValue& value) {
        writeField(Settings::fields(), key, field, recipe.*member, value);
    };
    made.summary = [=](const Recipe& recipe) { return (recipe.*member).summary(); };
    made.isSame = [=](const Recipe& one, const Recipe& other) { return one.*member == other.*member; };
    made.copy = [=](Recipe& recipe, const Recipe& from) { recipe.*member = from.*member; };
    made.reset = [=](Recipe& recipe) { recipe.*member = {}; };
    made.resetToAbsent = [=](Recipe& recipe) { recipe.*member = withoutKeys(Settings::fields()); };
    made.warnings = [=]([[maybe_unused]] const Recipe& recipe, [[maybe_unused]] const MeasuredFacts& facts) {
        if constexpr (requires { (recipe.*member).warnings(facts); })
            return (recipe.*member).warnings(facts);
        else
            return std::vector<Warning>{};
    };
    return made;
}

}  // namespace

const std::vector<RecipeSection>& recipeSections() {
    static const std::vector<RecipeSection> list = {
        section("measure", "Measure", &Recipe::measure, true),
        section("surface", "Surface", &Recipe::surface, true),
        section("fit", "Fit", &Recipe::fit, false),
    };
    return list;
}

const RecipeSection* findSection(std::string_view key) {
    const auto found = std::ranges::find(recipeSections(), key, &RecipeSection::key);
    return found == recipeSections().end() ? nullptr : &*found;
}

}  // namespace coarsen
