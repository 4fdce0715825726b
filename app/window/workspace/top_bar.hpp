// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLabel;
class QMenuBar;
class QToolButton;

namespace coarsen::window {

class AnalyseControl;
class FittingLabel;
class NameField;
struct ChipWords;

/// The bar at the top: menus, what is open, and what holds for all of its frames, each with the sheet that changes it.
///
/// Use, given `Document& document`:
///
///     TopBar bar(document);
///     bar.setNarrow(true);
///     bar.askTimes();
class TopBar : public QWidget {
    Q_OBJECT
public:
    explicit TopBar(Document& document, QWidget* parent = nullptr);

    QMenuBar* menus() const { return menus_; }
    QWidget* timePlace() const;
    QWidget* analysePlace() const;
    QWidget* exportPlace() const;
    void setNarrow(bool narrow);  ///< fewer words
    void askPixelSize();
    void askTimes();
    void askSlice();  ///< of the stack that is open
    void rename();    ///< the series, where its name stands

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void folderWanted();
    void datasetWanted();  ///< another of the volumes, or pictures, that the files hold
    void exportWanted();
    void factsWanted();        ///< the sheet of facts is to be shown
    void knownLengthWanted();  ///< is to be drawn on the frame, and gives the pixel size

private:
    void addTools(QHBoxLayout* row);
    void addChips(QHBoxLayout* row);
    void showOpened();
    void showChoices();
    void showPart();
    void showTimes();
    const QString& wordsThatFit(const ChipWords& words) const;
    bool missesQuench() const;
    void fitRoom();  ///< less of what can be had elsewhere, until menus and buttons are whole

    Document& document_;
    QMenuBar* menus_;
    NameField* seriesName_;
    FittingLabel* seriesDetail_;
    QToolButton *sliceChip_, *calibrationChip_, *timeChip_, *quenchChip_, *exportButton_;
    AnalyseControl* analyse_;
    std::vector<QToolButton*> tools_;
    bool isNarrow_ = false;
};

}  // namespace coarsen::window
