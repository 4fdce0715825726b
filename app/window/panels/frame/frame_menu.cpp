// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/frame/frame_menu.hpp"

#include "app/window/panels/growth/growth_menu.hpp"
#include "app/window/panels/sheets/comparison_dialog.hpp"
#include "app/window/theme/words.hpp"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QMenu>
#include <QUrl>

namespace coarsen::window {

FrameMenu::FrameMenu(Document& document, QWidget* over) : QObject(over), document_(document), over_(over) {}

QMenu* FrameMenu::empty() const {
    auto* const menu = new QMenu(over_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return menu;
}

void FrameMenu::showOfFrame(int frame, const QPoint& at) {
    QMenu* const menu = empty();
    const bool excluded = document_.session().excluded.contains(frame);
    menu->addAction(excluded ? tr("Include frame %1").arg(frame) : tr("Exclude frame %1").arg(frame), this,
                    [=, this] { document_.changes().toggleExcluded(frame); });
    menu->addAction(wordsOfMeasuring(document_, frame), this, [=, this] { document_.run().measureAgain({frame}); });
    menu->addAction(tr("Fit range from here"), this, [=, this] { document_.changes().setFitRangeEnd(RangeEnd::from, frame); });
    menu->addAction(tr("Fit range to here"), this, [=, this] { document_.changes().setFitRangeEnd(RangeEnd::to, frame); });
    if (!document_.session().series.volumes)
        menu->addAction(tr("Compare frames…"), this, [=, this] {
            document_.frame().show(frame);
            showComparison(document_, over_);
        });
    const FrameSource& source = document_.session().series.frames[static_cast<std::size_t>(frame)];
    menu->addAction(tr("Show in folder"), this, [folder = source.file.parent_path()] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QString::fromStdString(folder.string())));
    });
    menu->addAction(tr("Copy name"), this, [this, name = QString::fromStdString(source.name)] {
        QApplication::clipboard()->setText(name);
        document_.notices().say(tr("%1 is copied").arg(name));
    });
    menu->popup(at);
}

void FrameMenu::showOfFrames(const std::vector<int>& frames, const QPoint& at) {
    QMenu* const menu = empty();
    std::vector<int> excluded, included;
    for (const int frame : frames)
        (document_.session().excluded.contains(frame) ? excluded : included).push_back(frame);
    const auto offer = [&](const QString& words, const std::vector<int>& which, bool exclude) {
        if (which.empty()) return;
        const QString count = counted(static_cast<int>(which.size()), tr("frame"), tr("frames"));
        menu->addAction(words.arg(count), this, [=, this] { document_.changes().setExcluded(which, exclude); });
    };
    offer(tr("Exclude %1"), included, true);
    offer(tr("Include %1"), excluded, false);
    menu->popup(at);
}

}  // namespace coarsen::window
