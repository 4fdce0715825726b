// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/correlation/term_picker.hpp"

#include "app/window/plots/term_curves.hpp"
#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QWidgetAction>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {
constexpr int cellWidth = 46, cellHeight = 30;
}

TermPicker::TermPicker(QWidget* parent) : QToolButton(parent), menu_(new QMenu(this)) {
    setObjectName("term");
    const QString help = tr("Which channels C2D correlates: all summed, or two of them");
    setToolTip(help);
    setProperty("chip", true);
    setProperty("list", true);
    setPopupMode(QToolButton::InstantPopup);
    menu_->setObjectName("terms");
    setMenu(menu_);
    connect(menu_, &QMenu::aboutToShow, this, &TermPicker::fill);
    show(nullptr);
}

void TermPicker::show(const std::vector<Term>* terms) {
    terms_.clear();
    if (terms)
        for (const Term& term : *terms)
            terms_.emplace_back(term.channels, term.atOrigin());
    setVisible(terms_.size() > 1);
    sayChosen();
}

void TermPicker::sayChosen() {
    const bool isThere = chosen_ && std::ranges::any_of(terms_, [&](const auto& term) { return term.first == *chosen_; });
    setText(isThere ? nameOf(*chosen_) : tr("sum"));
    setAccessibleName(QStringLiteral("%1: %2").arg(toolTip(), text()));
}

void TermPicker::choose(const std::optional<ChannelPair>& term) {
    menu_->close();
    if (chosen_ == term) return;
    chosen_ = term;
    sayChosen();
    emit picked();
}

QToolButton* TermPicker::cell(const QString& words, const QString& name, const QString& help, bool isChosen) {
    auto* const button = new QToolButton;
    button->setText(words);
    button->setObjectName(name);
    button->setAccessibleName(help);
    button->setToolTip(help);
    button->setCheckable(true);
    button->setChecked(isChosen);
    return button;
}

/// The upper half of the matrix; the lower one holds the same maps turned by half a turn.
void TermPicker::fill() {
    menu_->clear();
    matrix_ = new QWidget;
    auto* const grid = new QGridLayout(matrix_);
    grid->setContentsMargins(10, 8, 10, 8);
    grid->setSpacing(3);
    int channels = 0;
    for (const auto& [term, value] : terms_)
        channels = std::max(channels, term.second + 1);
    QToolButton* const sum = cell(tr("Sum over the channels"), "term-sum", tr("C2D of all channels together"), !chosen_);
    sum->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(sum, &QToolButton::clicked, this, [this] { choose(std::nullopt); });
    grid->addWidget(sum, 0, 0, 1, channels + 1);
    for (int i = 0; i < channels; ++i) {
        grid->addWidget(new QLabel(QString::number(i + 1)), 1, i + 1, Qt::AlignCenter);
        grid->addWidget(new QLabel(QString::number(i + 1)), i + 2, 0, Qt::AlignCenter);
    }
    QCPColorGradient colours = divergingGradient(theme().dark);
    for (const auto& [term, value] : terms_) {
        const QString words =
            term.isOneChannel() ? tr("Channel %1 with itself").arg(term.first + 1) : translated(atOriginInWords(term, value));
        QToolButton* const button =
            cell(number(value, 2), QString::fromStdString("term-" + term.name()), nameOf(term) + ": " + words, chosen_ == term);
        button->setFixedSize(cellWidth, cellHeight);
        const QColor ground = QColor::fromRgb(colours.color(value, QCPRange(-1, 1)));
        const bool isLight = ground.lightnessF() > 0.55f;
        button->setStyleSheet(
            QStringLiteral("QToolButton { background: %1; color: %2; border: 1px solid %3; border-radius: 3px; } "
                           "QToolButton:checked, QToolButton:focus { border: 2px solid %4; }")
                .arg(ground.name(), isLight ? "#1b1d21" : "#ffffff", theme().line.name(), theme().ink.name()));
        connect(button, &QToolButton::clicked, this, [this, term = term] { choose(term); });
        grid->addWidget(button, term.first + 2, term.second + 1);
    }
    auto* const action = new QWidgetAction(menu_);
    action->setDefaultWidget(matrix_);
    menu_->addAction(action);
}

}  // namespace coarsen::window
