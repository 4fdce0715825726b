// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QMap>
#include <QVariant>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QSettings;
class QSplitter;

namespace coarsen::window {

class CorrelationPanels;
class FramePanel;
class GrowthPanel;
class PanelMaximiser;
class RecipePanel;
class RecipeRail;
class Sheet;
class Timeline;

/// Workspace: recipe, frame, correlation and growth side by side over the timeline. By the window's size the recipe is a
/// column or a rail with a sheet over what the step leaves alone, C2D and C1D stand side by side or share a place. Each panel can
/// take the room of all.
///
/// Use, given `Document& document`:
///
///     Workspace workspace(document);
///     workspace.arrange({1366, 768});
///     workspace.togglePanel(workspace.panels().front());
class Workspace : public QWidget {
    Q_OBJECT
public:
    explicit Workspace(Document& document, QWidget* parent = nullptr);
    ~Workspace() override;

    FramePanel& frame() const { return *frame_; }
    CorrelationPanels& correlation() const { return *correlation_; }
    GrowthPanel& growth() const { return *growth_; }
    Timeline& timeline() const { return *timeline_; }
    QWidget* recipePlace() const;          ///< its column, or its rail
    std::vector<QWidget*> panels() const;  ///< frame, C2D, C1D, growth
    bool isNarrow() const { return isNarrow_; }
    bool isBusy() const;  ///< a panel does not show yet what is known

    /// For a window of this size. The splitters keep what the user chose unless the screen is of another class, or `anew`: then
    /// they stand as he left them on a screen of that class, or as the design has it.
    void arrange(const QSize& window, bool anew = false);
    void forgetShares();  ///< of the room, as the user's splitters divide it
    // The splitters and what the panels show, from one start to the next.
    void remember(QSettings& store);
    void recall(const QSettings& store);
    void togglePanel(QWidget* panel);  ///< over all others, and back
    void toggleLatestPanel();          ///< the one that mouse or focus came to last
    QWidget* maximisedPanel() const;   ///< nullptr when all are shown
    void restorePanels();              ///< all are shown
    void toggleCrop();
    bool leaveInnermost();  ///< a tool, a sheet, the crop, a panel that hides the others; false where there is none

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectPanels();
    void shareRoom(const QSize& window, bool isShared);  ///< of C2D and C1D in one place, too
    std::vector<QSplitter*> splitters() const;
    void noteShares();
    void shareAgain();
    void useShares(const std::vector<int>& rooms);  ///< px that each splitter shares out
    void placeRecipeSheet();
    void moveRecipeSheet(int left);
    void openRecipeSheet(const QString& step);

    Document& document_;
    RecipeRail* rail_;
    QWidget* recipeHome_;
    RecipePanel* recipe_;
    Sheet* recipeSheet_;
    QWidget* recipeHead_;
    QSplitter *columns_, *frameRows_;
    FramePanel* frame_;
    CorrelationPanels* correlation_;
    GrowthPanel* growth_;
    Timeline* timeline_;
    std::optional<int> sheetGrip_;  ///< where its head is held, px from its left edge
    std::optional<int> sheetLeft_;  ///< where the user moved it to
    bool isNarrow_ = false, isArranged_ = false;
    QString screenClass_;                    ///< of the window: what the design tells apart
    QMap<QString, QList<QVariant>> shares_;  ///< by class of screen: of each splitter the first part, 0 to 1, as the user has it
    std::unique_ptr<PanelMaximiser> maximiser_;  ///< goes before the panels that it listens to
};

}  // namespace coarsen::window
