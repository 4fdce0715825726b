// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/parts/panel_header.hpp"

#include "app/window/theme/icons.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace coarsen::window {

QLabel* titleLabel(const QString& words) {
    auto* const label = new QLabel(words);
    label->setStyleSheet("font-weight: 700;");
    return label;
}

QLabel* hintLabel(const QString& words) {
    auto* const label = new QLabel(words);
    label->setProperty("hint", true);
    return label;
}

QToolButton* segmentButton(const QString& words, const QString& name, const QString& help) {
    auto* const button = new QToolButton;
    button->setText(words);
    button->setCheckable(true);
    button->setProperty("segment", true);
    button->setObjectName(name);
    button->setAccessibleName(words);
    button->setToolTip(help);
    return button;
}

QToolButton* headerTool(const QString& iconName, const QString& name, const QString& help) {
    auto* const button = new QToolButton;
    button->setIcon(icon(iconName));
    button->setObjectName(name);
    button->setToolTip(help);
    button->setAccessibleName(help);
    return button;
}

QToolButton* headerMenu(const QString& name, const QString& help) {
    auto* const button = new QToolButton;
    button->setObjectName(name);
    button->setToolTip(help);
    button->setAccessibleName(help);
    button->setProperty("chip", true);
    button->setProperty("list", true);
    button->setPopupMode(QToolButton::InstantPopup);
    return button;
}

QWidget* panelHeader(std::initializer_list<QWidget*> left, std::initializer_list<QWidget*> right) {
    auto* const widget = new QWidget;
    widget->setFixedHeight(34);
    auto* const row = new QHBoxLayout(widget);
    row->setContentsMargins(12, 0, 8, 0);
    row->setSpacing(6);
    for (QWidget* one : left)
        row->addWidget(one);
    row->addStretch();
    for (QWidget* one : right)
        row->addWidget(one);
    return widget;
}

}  // namespace coarsen::window
