// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/setting_words.hpp"

#include "app/window/theme/choice_words.hpp"
#include "core/base/time_unit.hpp"

#include <QObject>

#include <algorithm>

namespace coarsen::window {

namespace {

QString valueWords(const FieldDescription& field, const QString& key, const std::string& value, const Unit& timeUnit) {
    if (value.empty()) return QObject::tr("not set");
    if (field.kind == FieldKind::choice) return choiceWords(key, value);
    const QString plain = QString::fromStdString(value);
    if (field.unit == nameOf(TimeUnit::second))
        if (const auto time = typedTime(value)) return fieldText(time->seconds, timeUnit);
    return field.unit.empty() ? plain : plain + " " + QString::fromStdString(field.unit);
}

}  // namespace

QString settingWords(const Recipe& recipe, const std::string& key, const std::string& value, const Unit& timeUnit) {
    const QString whole = QString::fromStdString(key), owner = whole.section('.', 0, 0), name = whole.section('.', 1);
    const Step* const step = recipe.step(owner.toStdString());
    const QString room = step ? translated(step->label()).toLower() : owner;
    if (name == "on") return room + (value == "true" ? QObject::tr(" on") : QObject::tr(" off"));
    if (name.isEmpty()) return whole + " " + QString::fromStdString(value);
    const auto& fields = fieldsOf(recipe, owner.toStdString());
    const auto field = std::ranges::find(fields, name.toStdString(), &FieldDescription::name);
    if (field == fields.end()) return whole + " " + QString::fromStdString(value);
    return QStringLiteral("%1: %2 %3").arg(room, translated(field->label).toLower(), valueWords(*field, whole, value, timeUnit));
}

}  // namespace coarsen::window
