// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/terms.hpp"

#include <QToolButton>

#include <optional>
#include <vector>

class QGridLayout;
class QMenu;

namespace coarsen::window {

/// A chip that says whether C2D is the sum over the channels or a term, and opens the matrix of terms to click on: each cell in
/// the colour of its correlation at the origin. Hidden while there is one channel.
class TermPicker : public QToolButton {
    Q_OBJECT
public:
    explicit TermPicker(QWidget* parent = nullptr);

    void show(const std::vector<Term>* terms);  ///< nullptr: none; what is chosen stays chosen where it is there again
    const std::optional<ChannelPair>& chosen() const { return chosen_; }
    void choose(const std::optional<ChannelPair>& term);  ///< nothing: the sum

signals:
    void picked();

private:
    void fill();
    QToolButton* cell(const QString& words, const QString& name, const QString& help, bool isChosen);
    void sayChosen();

    QMenu* menu_;
    QWidget* matrix_ = nullptr;
    std::vector<std::pair<ChannelPair, double>> terms_;  ///< with their values at the origin
    std::optional<ChannelPair> chosen_;
};

}  // namespace coarsen::window
