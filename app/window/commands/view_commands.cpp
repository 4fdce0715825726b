// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands/commands.hpp"
#include "app/window/document/document.hpp"
#include "app/window/panels/frame/frame_header.hpp"
#include "app/window/panels/frame/frame_panel.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/plots/flow_marks.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/values/offered_settings.hpp"
#include "app/window/views/frame_table.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/workspace/workspace.hpp"

#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>

#include <array>
#include <iterator>
#include <utility>

namespace coarsen::window {

namespace {

struct ViewWords {
    Q_DECLARE_TR_FUNCTIONS(ViewWords)
};

/// Menu of the recipe's steps, without those that are off and have no choice.
QMenu* menuOfSteps(const Actors& actors, QMenu* parent) {
    auto* const menu = new QMenu(parent);
    menu->setObjectName("before-and-after");
    menu->setToolTipsVisible(true);
    QObject::connect(menu, &QMenu::aboutToShow, menu, [menu, &document = actors.document, &frame = actors.workspace.frame()] {
        menu->clear();
        for (const Step& step : document.recipe().steps) {
            if (!isStepOffered(step, false)) continue;
            QAction* const line =
                menu->addAction(translated(step.label()), menu,
                                [&frame, key = QString::fromStdString(step.key())] { frame.compareBeforeAndAfter(key); });
            line->setEnabled(step.isActing());
            line->setToolTip(step.isActing() ? QString() : ViewWords::tr("This step of the recipe is off"));
        }
    });
    return menu;
}

std::vector<Command> ofThemes(const Actors& actors) {
    std::vector<Command> commands;
    for (const auto& [words, key, look] :
         {std::tuple{ViewWords::tr("As the desktop"), "theme.desktop", Preferences::Look::system},
          {ViewWords::tr("Light"), "theme.light", Preferences::Look::light},
          {ViewWords::tr("Dark"), "theme.dark", Preferences::Look::dark}})
        commands.push_back({.key = key,
                            .words = words,
                            .run =
                                [&actors, look = look] {
                                    Preferences wanted = preferences();
                                    wanted.look = look;
                                    setPreferences(wanted);
                                    actors.adopt(wanted);
                                },
                            .isTicked = [look = look] { return preferences().look == look; },
                            .submenu = ViewWords::tr("Theme")});
    return commands;
}

std::vector<Command> ofGrowth(const Actors& actors) {
    const auto tr = [](const char* words) { return ViewWords::tr(words); };
    const auto isOpen = whenOpen(actors);
    GrowthPanel& growth = actors.workspace.growth();
    return {{.key = "growth.logarithmic",
             .words = tr("Logarithmic axes"),
             .shortcuts = {Qt::Key_L},
             .run = [&growth] { growth.setLogarithmic(!growth.view()->isLogarithmic()); },
             .isEnabled = isOpen,
             .isTicked = [&growth] { return growth.view()->isLogarithmic(); },
             .isAfterLine = true},
            {.key = "table",
             .words = tr("Table"),
             .shortcuts = {Qt::Key_T},
             .run = [&growth] { growth.toggleTable(); },
             .isEnabled = isOpen,
             .isTicked = [&growth] { return growth.isTableSeen(); }}};
}

std::vector<Command> ofFrame(const Actors& actors) {
    const auto tr = [](const char* words) { return ViewWords::tr(words); };
    const auto isOpen = whenOpen(actors);
    FramePanel& frame = actors.workspace.frame();
    const auto compares = [&frame](ImageView::Compare compare) {
        return [&frame, compare] { return frame.image()->look().compare == compare; };
    };
    return {{.key = "frame.fit",
             .words = tr("Fit the frame into its view"),
             .shortcuts = {Qt::Key_F},
             .run = [&frame] { frame.fit(); },
             .isEnabled = isOpen},
            {.key = "frame.wipe",
             .words = tr("Wipe between two stages"),
             .shortcuts = {Qt::Key_W},
             .run = [&frame] { frame.header().toggleWipe(); },
             .isEnabled = whenPictures(actors),
             .needs = needsPictures(),
             .isTicked = compares(ImageView::Compare::wipe)},
            {.key = "frame.side",
             .words = tr("Two stages side by side"),
             .shortcuts = {Qt::Key_S},
             .run = [&frame] { frame.header().toggleSide(); },
             .isEnabled = whenPictures(actors),
             .needs = needsPictures(),
             .isTicked = compares(ImageView::Compare::side)},
            {.key = "frame.before-and-after",
             .words = tr("Before and after this step"),
             .shortcuts = {Qt::Key_A},
             .run = [&frame] { frame.compareBeforeAndAfter(); },
             .isEnabled = whenPictures(actors),
             .needs = needsPictures(),
             .sheet = tr("Before and after the step shown, and back")},
            {.key = "step.before-and-after",
             .words = tr("Before and after"),
             .isEnabled = whenPictures(actors),
             .needs = needsPictures(),
             .menu = [&actors](QMenu* parent) { return menuOfSteps(actors, parent); }},
            {.key = "frame.dust",
             .words = tr("Dust mask"),
             .shortcuts = {Qt::Key_M},
             .run = [&frame] { frame.header().toggleDust(); },
             .isEnabled = isOpen,
             .isTicked = [&frame] { return frame.header().isDustOn(); }},
            {.key = "frame.gauge",
             .words = tr("Gauge"),
             .shortcuts = {Qt::Key_R},
             .run = [&frame] { frame.header().toggleGauge(); },
             .isEnabled = isOpen,
             .isTicked = [&frame] { return frame.header().isGaugeOn(); },
             .sheet = tr("Gauge, the circle of radius R_max")},
            {.key = "frame.loupe",
             .words = tr("Loupe"),
             .shortcuts = {Qt::Key_Z},
             .run = [&frame] { frame.header().toggleLoupe(); },
             .isEnabled = whenPictures(actors),
             .needs = needsPictures(),
             .isTicked = [&frame] { return frame.header().isLoupeOn(); }},
            {.key = "frame.profile",
             .words = tr("Line profile"),
             .shortcuts = {Qt::Key_P},
             .run = [&frame] { frame.header().toggleProfile(); },
             .isEnabled = whenPictures(actors),
             .needs = needsPictures(),
             .isTicked = [&frame] { return frame.isProfileShown(); }}};
}

std::vector<Command> ofFlow(const Actors& actors) {
    std::vector<Command> commands;
    ShownFlow& flow = actors.document.frame().flow();
    for (const FlowAspect view :
         {FlowAspect::frame, FlowAspect::arrows, FlowAspect::displacement, FlowAspect::jacobian, FlowAspect::checkerboard})
        commands.push_back({.key = "flow." + keyOf(view),
                            .words = view == FlowAspect::frame ? ViewWords::tr("The frame alone") : nameOf(view),
                            .run =
                                [&flow, view] {
                                    flow.setSeen({view, flow.seen().isAligned});
                                },
                            .isEnabled = whenOpen(actors),
                            .isTicked = [&flow, view] { return flow.seen().view == view; },
                            .submenu = ViewWords::tr("Flow")});
    return commands;
}

std::vector<Command> ofPanels(const Actors& actors) {
    const auto tr = [](const char* words) { return ViewWords::tr(words); };
    const auto isOpen = whenOpen(actors);
    Workspace& workspace = actors.workspace;
    std::vector<Command> commands;
    const std::array<QString, 4> names{tr("Frame"), tr("C2D"), tr("C1D"), tr("Growth")};
    const std::vector<QWidget*> panels = workspace.panels();
    for (std::size_t i = 0; i < names.size(); ++i)
        commands.push_back({.key = QStringLiteral("panel.%1").arg(i + 1),
                            .words = names[i],
                            .shortcuts = {QKeySequence(QStringLiteral("Ctrl+%1").arg(i + 1))},
                            .run = [&workspace, panel = panels[i]] { workspace.togglePanel(panel); },
                            .isEnabled = isOpen,
                            .isTicked = [&workspace, panel = panels[i]] { return workspace.maximisedPanel() == panel; },
                            .submenu = tr("Panels"),
                            .isAfterLine = i == 0,
                            .sheet = tr("%1 over all other panels, and back").arg(names[i])});
    commands.push_back({.key = "panel.maximise",
                        .words = tr("Maximise panel"),
                        .shortcuts = {Qt::Key_F10},
                        .run = [&workspace] { workspace.toggleLatestPanel(); },
                        .isEnabled = isOpen,
                        .submenu = tr("Panels"),
                        .isAfterLine = true,
                        .sheet = tr("This panel over all others; Esc or F10 goes back")});
    return commands;
}

std::vector<Command> ofWindow(const Actors& actors) {
    const auto tr = [](const char* words) { return ViewWords::tr(words); };
    Workspace& workspace = actors.workspace;
    QMainWindow& window = actors.window;
    const Notices& notices = actors.document.notices();
    return {{.key = "notice",
             .words = tr("Notice"),
             .shortcuts = {Qt::Key_N},
             .run = [&actors] { actors.goToNotice(); },
             .isEnabled = [&notices] { return !notices.list().empty(); },
             .needs = tr("There is no notice"),
             .isAfterLine = true,
             .sheet = tr("To the notice that is open, or to the list of all; Esc closes it")},
            {.key = "layout.reset",
             .words = tr("Reset layout"),
             .run =
                 [&] {
                     workspace.restorePanels();
                     workspace.forgetShares();
                     workspace.arrange(window.size(), true);
                 },
             .isEnabled = whenOpen(actors)},
            {.key = "full-screen",
             .words = tr("Full screen"),
             .shortcuts = {Qt::Key_F11},
             .run = [&window] { window.isFullScreen() ? window.showNormal() : window.showFullScreen(); },
             .isTicked = [&window] { return window.isFullScreen(); }}};
}

}  // namespace

CommandGroup viewCommands(const Actors& actors) {
    CommandGroup group{ViewWords::tr("&View"), true, {}};
    for (std::vector<Command> some :
         {ofThemes(actors), ofGrowth(actors), ofFrame(actors), ofFlow(actors), ofPanels(actors), ofWindow(actors)})
        std::ranges::move(some, std::back_inserter(group.commands));
    return group;
}

}  // namespace coarsen::window
