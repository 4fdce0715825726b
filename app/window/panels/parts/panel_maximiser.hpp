// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

#include <utility>
#include <vector>

class QSplitter;
class QWidget;

namespace coarsen::window {

/// Gives one panel the room of all the nested splitters, and puts every splitter back as it was. A double click on the panel's
/// header does either.
class PanelMaximiser : public QObject {
    Q_OBJECT
public:
    explicit PanelMaximiser(QSplitter* area);

    void add(QWidget* panel);  ///< somewhere below the area; the first row of its layout is its header
    void maximise(QWidget* panel);
    void restore();
    void toggle();                                     ///< the panel that the mouse or the focus came to last, or back
    QWidget* maximised() const { return maximised_; }  ///< nullptr when all are shown

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void noteFocus(const QWidget* now);

    QSplitter* area_;
    std::vector<QWidget*> panels_, headers_, hidden_;  ///< one header a panel
    QWidget *maximised_ = nullptr, *latest_ = nullptr;
    std::vector<std::pair<QSplitter*, QList<int>>> sizes_;  ///< before, from the inside out
};

}  // namespace coarsen::window
