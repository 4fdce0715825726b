// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/guided_tour.hpp"

#include "app/window/document/settings_store.hpp"
#include "app/window/panels/correlation/correlation_panels.hpp"
#include "app/window/panels/frame/frame_panel.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/panels/start/tour.hpp"
#include "app/window/views/timeline.hpp"
#include "app/window/workspace/demonstrations.hpp"
#include "app/window/workspace/top_bar.hpp"
#include "app/window/workspace/workspace.hpp"

#include <QSettings>

namespace coarsen::window {

namespace {

std::vector<TourStop> stopsOf(const Workspace& workspace, const TopBar& bar) {
    return {
        {&workspace.timeline(), Tour::tr("The series"),
         Tour::tr("One cell for each frame. Drag, or press the arrow keys, to go through time. The bar below a cell shows its "
                  "state: empty is waiting, grey is measured.")},
        {&workspace.frame(), Tour::tr("The frame"),
         Tour::tr("What each step of the recipe makes of it: Raw, Grey, Flat, Dust … Final. The wipe compares the two that "
                  "its tags name. The orange circle has the radius R_max: compare it with the structure. Z is a loupe, P "
                  "plots grey values along a line.")},
        {workspace.recipePlace(), Tour::tr("The recipe"),
         Tour::tr("One row for each step. The number says what the step does to R_max of this frame, so no correction moves the "
                  "result in silence. Click a row to change it; Ctrl+Z takes it back.")},
        {&workspace.correlation(), Tour::tr("The correlation"),
         Tour::tr("C2D is the autocorrelation map, C1D its average over circles. R_max is the second maximum: the distance "
                  "at which the pattern resembles itself again. The band is two standard errors.")},
        {bar.timePlace(), Tour::tr("Time"),
         Tour::tr("Growth laws need the time of the quench, t₀. Set it here, and the unit of time; the pixel size beside "
                  "it.")},
        {bar.analysePlace(), Tour::tr("Analyse"),
         Tour::tr("F5 measures all frames in the background. Esc cancels; what is measured stays.")},
        {&workspace.growth(), Tour::tr("The growth"),
         Tour::tr("R_max against time, three models at once: click a card to choose. Click a point to go to its frame, X "
                  "leaves a frame out, and the two handles above set the range of the fit.")},
        {bar.exportPlace(), Tour::tr("Export"),
         Tour::tr("Figures for a journal's column, tables, and a session that anybody can run again.")}};
}

}  // namespace

void startTour(Document& document, Workspace& workspace, TopBar& bar) {
    if (!document.isOpen()) {
        QObject::connect(
            &document, &Document::opened, &workspace, [&] { startTour(document, workspace, bar); }, Qt::SingleShotConnection);
        return openSample(document);
    }
    QWidget* const over = bar.parentWidget();
    if (over->findChild<Tour*>()) return;
    settings()->setValue("tour_seen", true);
    new Tour(over, stopsOf(workspace, bar));
}

}  // namespace coarsen::window
