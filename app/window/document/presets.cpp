// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/presets.hpp"

#include "app/window/document/settings_store.hpp"
#include "core/base/files.hpp"
#include "core/recipe/recipe_json.hpp"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

namespace coarsen::window {

namespace {

constexpr int longestName = 60;

QDir presetFolder() {
    return {QDir(QString::fromStdString(stateFolder().string())).filePath("presets")};
}

std::filesystem::path presetFile(const QString& name) {
    return QFile::encodeName(presetFolder().filePath(name + ".json")).toStdString();
}

QStringList presetNames() {
    QStringList names;
    for (const QString& file : presetFolder().entryList({"*.json"}, QDir::Files | QDir::Readable, QDir::Name | QDir::LocaleAware))
        names << file.chopped(5);
    return names;
}

}  // namespace

QString presetName(const QString& typed) {
    static const QRegularExpression unfit("[/\\\\[:cntrl:]]"), dots("^[.\\s]+");
    return QString(typed).replace(unfit, " ").remove(dots).simplified().left(longestName).trimmed();
}

Presets::Presets(Document& document, QObject* parent) : QObject(parent), document_(document) {}

void Presets::list() {
    writer_.run(
        [this]() -> Background::Result {
            return [this, names = presetNames()] {
                names_ = names;
                emit listed(names_);
            };
        },
        [](const QString&) {});  // then none is offered
}

void Presets::use(const QString& name) {
    writer_.run(
        [this, name]() -> Background::Result {
            const std::filesystem::path file = presetFile(name);
            const auto bytes = readWhole(file);
            const Recipe recipe = recipeFromJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, displayName(file));
            return [this, recipe, name] { document_.changes().setRecipe(recipe, tr("choice of preset %1").arg(name)); };
        },
        [this](const QString& problem) {
            document_.notices().raise({Notice::Kind::failure, tr("The preset was not loaded"), problem, -1});
            list();
        });
}

void Presets::save(const QString& name) {
    writer_.run(
        [this, name, recipe = document_.recipe()]() -> Background::Result {
            presetFolder().mkpath(".");
            writeWhole(presetFile(name), std::string_view(recipeJson(recipe)));
            return [this, name] {
                document_.notices().say(tr("The recipe is kept as preset %1").arg(name));
                list();
            };
        },
        [this](const QString& problem) {
            document_.notices().raise({Notice::Kind::failure, tr("The preset was not saved"), problem, -1});
        });
}

void Presets::remove(const QString& name) {
    writer_.run(
        [this, name]() -> Background::Result {
            std::filesystem::remove(presetFile(name));
            return [this, name] {
                document_.notices().say(tr("The preset %1 is removed").arg(name));
                list();
            };
        },
        [this](const QString& problem) {
            document_.notices().raise({Notice::Kind::failure, tr("The preset was not removed"), problem, -1});
            list();
        });
}

}  // namespace coarsen::window
