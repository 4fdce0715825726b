// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/recipe/recipe_rail.hpp"

#include "app/window/theme/icons.hpp"
#include "app/window/theme/restyle.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/values/offered_settings.hpp"
#include "core/recipe/sections.hpp"

#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace coarsen::window {

RecipeRail::RecipeRail(Document& document, QWidget* parent) : QWidget(parent), document_(document) {
    setFixedWidth(46);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 4, 1, 4);
    layout->setSpacing(4);
    const auto add = [&](const std::string& key, const QString& iconName, const QString& words) {
        auto* const button = new QToolButton;
        button->setIcon(icon(iconName));
        button->setIconSize({18, 18});
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setToolTip(words);
        button->setAccessibleName(words);
        button->setFixedSize(44, 42);
        QFont font = button->font();
        font.setPixelSize(10);
        font.setBold(true);
        button->setFont(font);
        connect(button, &QToolButton::clicked, this, [this, key] { emit stepWanted(QString::fromStdString(key)); });
        layout->addWidget(button);
        buttons_.emplace_back(key, button);
    };
    add("", "panel", tr("Recipe"));
    for (const Step& step : document.recipe().steps) {
        const QString key = QString::fromStdString(step.key());
        add(step.key(), stepIcon(key), translated(step.label()) + ": " + translated(step.help()));
        QToolButton* const button = buttons_.back().second;
        auto* const compare = new QAction(tr("Compare before and after"), button);
        connect(compare, &QAction::triggered, this, [this, key] { emit comparisonWanted(key); });
        button->addAction(compare);
        button->setContextMenuPolicy(Qt::ActionsContextMenu);
    }
    for (const RecipeSection& section : recipeSections())
        add(section.key, stepIcon(QString::fromStdString(section.key)), translated(section.label));
    layout->addStretch();
    connect(&document, &Document::previewChanged, this, &RecipeRail::showPreview);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, &RecipeRail::showPreview);
    connect(&document, &Document::choicesChanged, this, &RecipeRail::showPreview);
    showPreview();
}

void RecipeRail::showPreview() {
    const auto& preview = document_.frame().preview();
    for (const auto& [key, button] : buttons_) {
        const Step* const step = document_.recipe().step(key);
        const bool areVolumes = document_.session().series.volumes.has_value();
        button->setVisible(step ? isStepOffered(*step, areVolumes) : isSectionOffered(key, areVolumes));
        for (QAction* compare : button->actions())
            compare->setEnabled(step && step->isActing());
        QString text;
        if (step && !step->isOn()) text = tr("off");
        if (step && step->isOn() && preview)
            if (const auto effect = preview->effects.find(key); effect != preview->effects.end() && std::isfinite(effect->second))
                text = signedPercent(effect->second).remove("%").trimmed();
        button->setText(text);
        restyle(button,
                QStringLiteral("QToolButton { color: %1; }").arg((step && !step->isOn() ? theme().ink3 : theme().rmax).name()));
    }
}

}  // namespace coarsen::window
