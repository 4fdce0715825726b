// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QTimer>
#include <QWidget>

#include <map>
#include <vector>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace coarsen {
struct RecipeSection;
}

namespace coarsen::window {

class StepRow;
struct StepRowState;
class HistogramView;

/// One row a step: what it does now, its time, its effect on R_max and its switch; opened in place, its parameters below, made
/// from their fields.
///
/// Use, given `Document& document`:
///
///     RecipePanel panel(document);
///     panel.openStep("flatten");
class RecipePanel : public QWidget {
    Q_OBJECT
public:
    explicit RecipePanel(Document& document, QWidget* parent = nullptr);
    void openStep(const QString& key);
    QString openedStep() const { return opened_; }

signals:
    void stepOpened(const QString& key);  ///< empty: none
    void paintingWanted();
    void comparisonWanted(const QString& key);  ///< of the frame before that step and after it

private:
    QString alignedWords(const QString& summary) const;
    StepRowState stateOf(const RecipeSection& section) const;
    bool areVolumes() const;
    void addMeasured(StepRowState& state) const;
    void addSurface(StepRowState& state) const;
    void resetStep(const std::string& key);
    void showAll();
    void showPreview();
    void reveal();  ///< scrolls to the step that is open

    Document& document_;
    QLabel *subtitle_, *footer_, *footerDetail_;
    std::vector<StepRow*> rows_;
    HistogramView* histogram_;
    QScrollArea* scroll_;
    QString opened_;
    QTimer revealing_;  ///< since a step was opened: the form has not got its size yet
};

}  // namespace coarsen::window
