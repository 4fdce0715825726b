// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/field.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace coarsen {

/// Texts that a form shows of a field beside its name and limits.
struct FieldText {
    std::string label, help, unit = {}, shownWhen = {}, zero = {}, form = {};
};

/// The value converted to the field's kind (an integer becomes a real where one is wanted). Throws SettingError naming `key`,
/// what is wrong and the legal values.
FieldValue checked(const FieldDescription& field, const std::string& key, const FieldValue& value);

/// The value that a text spells, for `--set key=text`. Throws SettingError like `checked`.
FieldValue valueFromText(const FieldDescription& field, const std::string& key, std::string_view text);

/// The value as `--set` would take it.
std::string textOf(const FieldValue& value);

/// "a, b and c", where `last` is " and ".
std::string joined(const std::vector<std::string>& words, const std::string& last);

/// "1 to 6", "polynomial, blur or overlay", "true or false".
std::string legalValues(const FieldDescription& field);

/// "1,3" of 1 and 3, and back; nothing where the text is something else, or a number stands in it twice.
std::string listText(const std::vector<int>& numbers);
std::optional<std::vector<int>> listFromText(std::string_view text);

namespace detail {
[[noreturn]] void throwUnknownField(const std::string& owner, std::string_view name, const std::vector<std::string>& known);
}

/// True where the field matters while its owner's other fields have these values: what a form shows and a run reads.
bool isShown(const FieldDescription& field, const std::function<FieldValue(const std::string&)>& valueOf);

// Makers of fields: one line a member in each struct's fields().

template <typename Owner>
Field<Owner> booleanField(std::string name, bool Owner::*member, FieldText text) {
    FieldDescription description{std::move(name), FieldKind::boolean, 0, 1, {}, {}, text.label, text.help, text.shownWhen};
    return {std::move(description), [member](const Owner& owner) { return FieldValue(owner.*member); },
            [member](Owner& owner, const FieldValue& value) { owner.*member = std::get<bool>(value); }};
}

template <typename Owner>
Field<Owner> integerField(std::string name, int Owner::*member, int lowest, int highest, FieldText text) {
    FieldDescription description{std::move(name), FieldKind::integer, double(lowest), double(highest), text.unit, {},
                                 text.label,      text.help,          text.shownWhen, false,           text.zero};
    return {std::move(description), [member](const Owner& owner) { return FieldValue(std::int64_t{owner.*member}); },
            [member](Owner& owner, const FieldValue& value) { owner.*member = static_cast<int>(std::get<std::int64_t>(value)); }};
}

template <typename Owner>
Field<Owner> realField(std::string name, double Owner::*member, double lowest, double highest, FieldText text) {
    FieldDescription description{std::move(name), FieldKind::real, lowest,        highest, text.unit, {},
                                 text.label,      text.help,       text.shownWhen};
    return {std::move(description), [member](const Owner& owner) { return FieldValue(owner.*member); },
            [member](Owner& owner, const FieldValue& value) { owner.*member = std::get<double>(value); }};
}

/// A real that may be not known: JSON has the number or null, a text is empty or "none".
template <typename Owner>
Field<Owner> optionalNumberField(std::string name, std::optional<double> Owner::*member, double lowest, double highest,
                                 FieldText text) {
    FieldDescription description{std::move(name), FieldKind::real, lowest,         highest, text.unit, {},
                                 text.label,      text.help,       text.shownWhen, true};
    return {std::move(description),
            [member](const Owner& owner) { return (owner.*member) ? FieldValue(*(owner.*member)) : FieldValue(std::string()); },
            [member](Owner& owner, const FieldValue& value) {
                const double* const number = std::get_if<double>(&value);
                owner.*member = number ? std::optional(*number) : std::nullopt;
            }};
}

/// A real that may be absent: its text, empty for none; JSON may give the number itself too.
template <typename Owner>
Field<Owner> optionalRealField(std::string name, std::optional<double> Owner::*member, FieldText text) {
    FieldDescription description{std::move(name),
                                 FieldKind::text,
                                 -std::numeric_limits<double>::max(),
                                 std::numeric_limits<double>::max(),
                                 text.unit,
                                 {},
                                 text.label,
                                 text.help,
                                 text.shownWhen};
    const FieldDescription number{description.name, FieldKind::real, description.lowest, description.highest, {}, {}, {}, {}, {}};
    return {std::move(description),
            [member](const Owner& owner) { return FieldValue((owner.*member) ? textOf(*(owner.*member)) : std::string()); },
            [member, number](Owner& owner, const FieldValue& value) {
                const auto& spelt = std::get<std::string>(value);
                owner.*member =
                    spelt.empty() ? std::nullopt : std::optional(std::get<double>(valueFromText(number, number.name, spelt)));
            }};
}

template <typename Owner>
Field<Owner> textField(std::string name, std::string Owner::*member, FieldText text) {
    FieldDescription description{std::move(name), FieldKind::text, 0, 0, {}, {}, text.label, text.help, text.shownWhen};
    description.form = text.form;
    return {std::move(description), [member](const Owner& owner) { return FieldValue(owner.*member); },
            [member](Owner& owner, const FieldValue& value) { owner.*member = std::get<std::string>(value); }};
}

/// Whole numbers, none of them twice; an empty text stands for all.
template <typename Owner>
Field<Owner> listField(std::string name, std::vector<int> Owner::*member, int lowest, int highest, FieldText text) {
    FieldDescription description{std::move(name), FieldKind::list, double(lowest), double(highest), text.unit, {},
                                 text.label,      text.help,       text.shownWhen};
    return {std::move(description), [member](const Owner& owner) { return FieldValue(listText(owner.*member)); },
            [member](Owner& owner, const FieldValue& value) { owner.*member = *listFromText(std::get<std::string>(value)); }};
}

/// The path of a file that the step reads: what is in the file decides the result, too.
template <typename Owner>
Field<Owner> fileField(std::string name, std::string Owner::*member, FieldText text) {
    Field<Owner> field = textField(std::move(name), member, std::move(text));
    field.description.kind = FieldKind::file;
    return field;
}

/// An enumeration whose values 0, 1, ... are called `choices`; the first is the default.
template <typename Owner, typename Enum>
Field<Owner> choiceField(std::string name, Enum Owner::*member, std::vector<std::string> choices, FieldText text) {
    FieldDescription description{std::move(name), FieldKind::choice, 0, 0, {}, choices, text.label, text.help, text.shownWhen};
    return {std::move(description),
            [member, choices](const Owner& owner) { return FieldValue(choices[static_cast<std::size_t>(owner.*member)]); },
            [member, choices](Owner& owner, const FieldValue& value) {
                owner.*member =
                    static_cast<Enum>(std::find(choices.begin(), choices.end(), std::get<std::string>(value)) - choices.begin());
            }};
}

/// A text that must be one of `choices` (a list that grows elsewhere, such as the growth models).
template <typename Owner>
Field<Owner> nameField(std::string name, std::string Owner::*member, std::vector<std::string> choices, FieldText text) {
    Field<Owner> field = textField(std::move(name), member, std::move(text));
    field.description.kind = FieldKind::choice;
    field.description.choices = std::move(choices);
    return field;
}

/// A text that spells more than a number or a name: `spell` writes what the struct holds, `take` reads it and throws
/// SettingError.
template <typename Owner>
Field<Owner> spelledField(std::string name, std::function<std::string(const Owner&)> spell,
                          std::function<void(Owner&, const std::string&)> take, FieldText text) {
    FieldDescription description{std::move(name), FieldKind::text, 0, 0, text.unit, {}, text.label, text.help, text.shownWhen};
    description.form = text.form;
    return {std::move(description), [spell = std::move(spell)](const Owner& owner) { return FieldValue(spell(owner)); },
            [take = std::move(take)](Owner& owner, const FieldValue& value) { take(owner, std::get<std::string>(value)); }};
}

/// A key that recipes of earlier versions lack: without it they mean `absent`, by which they measured.
template <typename Owner>
Field<Owner> newerThanItsRecipe(Field<Owner> field, std::string absent) {
    field.description.absent = std::move(absent);
    return field;
}

// Working with a struct that has fields.

/// The struct as a recipe without any of its keys means it.
template <typename Owner>
Owner withoutKeys(const Fields<Owner>& fields) {
    Owner owner;
    for (const auto& field : fields)
        if (!field.description.absent.empty())
            field.write(owner, valueFromText(field.description, field.description.name, field.description.absent));
    return owner;
}

/// True where a recipe says this value by lacking the key.
inline bool isSaidByAbsence(const FieldDescription& field, const FieldValue& value) {
    return !field.absent.empty() && textOf(value) == field.absent;
}

template <typename Owner>
std::vector<FieldDescription> descriptions(const Fields<Owner>& fields) {
    std::vector<FieldDescription> list;
    for (const auto& field : fields)
        list.push_back(field.description);
    return list;
}

/// The field of that name; throws SettingError naming the known ones. `owner` is the key's first part: "flatten".
template <typename Owner>
const Field<Owner>& fieldNamed(const Fields<Owner>& fields, const std::string& owner, std::string_view name) {
    for (const auto& field : fields)
        if (field.description.name == name) return field;
    std::vector<std::string> known;
    for (const auto& field : fields)
        known.push_back(field.description.name);
    detail::throwUnknownField(owner, name, known);
}

template <typename Owner>
FieldValue readField(const Fields<Owner>& fields, const std::string& owner, std::string_view name, const Owner& from) {
    return fieldNamed(fields, owner, name).read(from);
}

template <typename Owner>
void writeField(const Fields<Owner>& fields, const std::string& owner, std::string_view name, Owner& to,
                const FieldValue& value) {
    const auto& field = fieldNamed(fields, owner, name);
    field.write(to, checked(field.description, owner + "." + std::string(name), value));
}

}  // namespace coarsen
