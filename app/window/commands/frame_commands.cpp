// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands/commands.hpp"
#include "app/window/panels/frame/frame_header.hpp"
#include "app/window/panels/frame/frame_panel.hpp"
#include "app/window/panels/frame/volume_panel.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/workspace/workspace.hpp"

#include <QCoreApplication>

#include <cstdlib>

namespace coarsen::window {

namespace {

struct FrameWords {
    Q_DECLARE_TR_FUNCTIONS(FrameWords)
};

constexpr int stages = 7;
constexpr double wipeStep = 0.05;  // of the width

}  // namespace

CommandGroup frameCommands(const Actors& actors) {
    const auto tr = [](const char* words) { return FrameWords::tr(words); };
    const auto isOpen = whenOpen(actors);
    Workspace& workspace = actors.workspace;
    FramePanel& frame = workspace.frame();
    CommandGroup group{tr("Frame"), false, {}};
    for (int i = 0; i < stages; ++i)
        group.commands.push_back({.key = QStringLiteral("stage.%1").arg(i + 1),
                                  .words = tr("Stage"),
                                  .shortcuts = {Qt::Key(Qt::Key_1 + i)},
                                  .run = [&frame, i] { frame.header().chooseStage(i); },
                                  .isEnabled = isOpen});
    for (const auto& [key, shortcut, by] :
         {std::tuple{"wipe.left", Qt::Key_Comma, -wipeStep}, {"wipe.right", Qt::Key_Period, wipeStep}})
        group.commands.push_back({.key = key,
                                  .words = tr("Move the wipe"),
                                  .shortcuts = {shortcut},
                                  .run = [&frame, by = by] { frame.image()->moveWipe(by); },
                                  .isEnabled = whenPictures(actors),
                                  .isRepeated = true});
    group.commands.push_back({.key = "crop",
                              .words = tr("Crop"),
                              .shortcuts = {Qt::Key_C},
                              .run = [&workspace] { workspace.toggleCrop(); },
                              .isEnabled = isOpen});
    for (const auto& [key, shortcut, isDust] : {std::tuple{"dust.paint", Qt::Key_B, true}, {"dust.erase", Qt::Key_E, false}})
        group.commands.push_back({.key = key,
                                  .words = tr("Paint dust, erase it"),
                                  .shortcuts = {shortcut},
                                  .run = [&frame, isDust = isDust] { frame.paintDust(isDust); },
                                  .isEnabled = whenPictures(actors)});
    for (const auto& [key, shortcut, steps] :
         {std::tuple{"brush.smaller", Qt::Key_BracketLeft, -1}, {"brush.larger", Qt::Key_BracketRight, 1}})
        group.commands.push_back({.key = key,
                                  .words = tr("Size of the brush"),
                                  .shortcuts = {shortcut},
                                  .run = [&frame, steps = steps] { frame.resizeBrush(steps); },
                                  .isEnabled = whenPictures(actors),
                                  .isRepeated = true});
    for (const auto& [key, shortcut, slices] : {std::tuple{"slice.back", QKeySequence(Qt::Key_PageUp), -1},
                                                {"slice.on", QKeySequence(Qt::Key_PageDown), 1},
                                                {"slice.back-10", QKeySequence("Shift+PgUp"), -10},
                                                {"slice.on-10", QKeySequence("Shift+PgDown"), 10}})
        group.commands.push_back({.key = key,
                                  .words = std::abs(slices) == 1 ? tr("One slice back, forward") : tr("Ten slices back, forward"),
                                  .shortcuts = {shortcut},
                                  .run = [&frame, slices = slices] { frame.volume()->slices()->step(2, slices); },
                                  .isEnabled = whenVolumes(actors),
                                  .isRepeated = true});
    return group;
}

}  // namespace coarsen::window
