// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QString>
#include <QWidget>

#include <functional>

class QRadioButton;

namespace coarsen::window {

/// Asks, where several series are open, whether what is typed holds for the shown one, for the repeats of its group or for
/// all of them. Not there while one series is open.
class HoldChoice : public QWidget {
    Q_OBJECT
public:
    /// `first`: chosen until the user chooses; without a group none.
    HoldChoice(Document& document, Samples::Holders first, QWidget* parent = nullptr);

    Samples::Holders holders() const;  ///< beside the shown one
    bool isForAll() const { return holders() == Samples::Holders::all; }
    /// Makes the change to what is open, and where it is to hold for others also to these: undone as one.
    void carryOut(const QString& name, const SharedValues& typed, const std::function<void()>& change) const;

private:
    Document& document_;
    QRadioButton *group_ = nullptr, *all_ = nullptr;
};

}  // namespace coarsen::window
