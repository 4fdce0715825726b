// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <initializer_list>

class QLabel;
class QToolButton;
class QWidget;

namespace coarsen::window {

// The parts of a panel's header.
QLabel* titleLabel(const QString& words);
QLabel* hintLabel(const QString& words = {});
QToolButton* segmentButton(const QString& words, const QString& name, const QString& help = {});  ///< one of several, pressed
QToolButton* headerTool(const QString& iconName, const QString& name, const QString& help);
QToolButton* headerMenu(const QString& name, const QString& help);  ///< a chip that says what is chosen, and opens its menu
QWidget* panelHeader(std::initializer_list<QWidget*> left, std::initializer_list<QWidget*> right);

}  // namespace coarsen::window
