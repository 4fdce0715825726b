// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QString>
#include <QWidget>

#include <functional>

class QRadioButton;

namespace coarsen::window {

/// Asks, where several series are open, whether what is typed holds for the one looked at or for all of them; at first for that
/// one. Not there while one series is open.
class HoldChoice : public QWidget {
    Q_OBJECT
public:
    explicit HoldChoice(Document& document, QWidget* parent = nullptr);

    bool isForAll() const;
    /// Makes the change to what is open, and where it is to hold for all also to the others: undone as one.
    void carryOut(const QString& name, const TypedForAll& typed, const std::function<void()>& change) const;

private:
    Document& document_;
    QRadioButton* all_ = nullptr;
};

}  // namespace coarsen::window
