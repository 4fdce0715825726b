// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace coarsen::window {

/// A page of help, made from the recipe's and the laws' own lists: what each step does, its settings, when to use it and what it
/// can spoil; each growth law with its formula and when it holds.
QString manualPage();

/// When to use a step or section of the recipe and what it can spoil, by its key; empty of an unknown one.
struct StepAdvice {
    QString use, spoils;
};
StepAdvice stepAdvice(const QString& key);
QString whenLawHolds(const QString& model);  ///< by the law's key; empty of an unknown one

}  // namespace coarsen::window
