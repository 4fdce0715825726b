// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/help_window.hpp"

#include "app/window/theme/words.hpp"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QScreen>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace coarsen::window {

namespace {
constexpr int proseWidth = 460, tableWidth = 900, besides = 90;  // px; the button, margins and the window's frame
}

HelpWindow::HelpWindow(const QString& title, const QString& html, QWidget* parent) : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName("help-window");
    setWindowTitle(QString(title).replace("R_max", rMaxText()));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    auto* const text = new QTextBrowser;
    text->setObjectName("help-text");
    text->setAccessibleName(windowTitle());
    text->setFrameShape(QFrame::NoFrame);
    text->setStyleSheet(QStringLiteral("QTextBrowser { background: transparent; }"));
    text->setOpenExternalLinks(true);
    text->setHtml(QString(html).replace("R_max", rMaxText()));
    layout->addWidget(text);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    layout->addWidget(buttons);

    const QSize room = parent->screen()->availableGeometry().size().boundedTo(parent->window()->size());
    const int width = std::min(html.contains("<table") ? tableWidth : proseWidth, room.width() - 40);
    text->document()->setTextWidth(width - 40);
    const int height = static_cast<int>(text->document()->size().height()) + 4;
    resize(width, std::min(height + besides, room.height() - 40));
}

QString keysTable() {
    static const std::pair<const char*, const char*> keys[] = {
        {"← →", QT_TRANSLATE_NOOP("keys", "frame; with Shift 10 frames")},
        {"Home End", QT_TRANSLATE_NOOP("keys", "first, last frame")},
        {"Space", QT_TRANSLATE_NOOP("keys", "play or pause")},
        {"G", QT_TRANSLATE_NOOP("keys", "go to frame")},
        {"J", QT_TRANSLATE_NOOP("keys", "next problem")},
        {"X", QT_TRANSLATE_NOOP("keys", "exclude or include the frame")},
        {"I O", QT_TRANSLATE_NOOP("keys", "fit range from, to this frame")},
        {QT_TRANSLATE_NOOP("keys", "Ctrl+drag"), QT_TRANSLATE_NOOP("keys", "on the growth chart: exclude or include many")},
        {"Del", QT_TRANSLATE_NOOP("keys", "R_max of this frame automatic again, after its marker was dragged")},
        {"← → Return",
         QT_TRANSLATE_NOOP("keys", "R_max set by hand from the chart: to the next maximum, take it; Esc leaves it")},
        {"L T", QT_TRANSLATE_NOOP("keys", "linear or logarithmic, chart or table")},
        {"F5", QT_TRANSLATE_NOOP("keys", "analyse; Shift+F5 all again; Esc cancels, or pauses while a folder is watched")},
        {"F10",
         QT_TRANSLATE_NOOP("keys", "this panel over all others; Esc or F10 goes back; Ctrl+1 … 4: frame, C2D, C1D, growth")},
        {"1 … 7", QT_TRANSLATE_NOOP("keys", "stage")},
        {"W S", QT_TRANSLATE_NOOP("keys", "wipe, side by side")},
        {", .", QT_TRANSLATE_NOOP("keys", "move the wipe")},
        {"A", QT_TRANSLATE_NOOP("keys", "before and after the step shown, and back")},
        {"Z P", QT_TRANSLATE_NOOP("keys", "loupe (Ctrl+wheel: 4 to 8 times), line profile")},
        {"M R", QT_TRANSLATE_NOOP("keys", "dust mask, gauge")},
        {"C", QT_TRANSLATE_NOOP("keys", "crop")},
        {"B E", QT_TRANSLATE_NOOP("keys", "paint dust, take it out; <b>[ ]</b> size of the brush")},
        {"F", QT_TRANSLATE_NOOP("keys", "fit the frame into its view")},
        {"D", QT_TRANSLATE_NOOP("keys", "C2D along a line, over a sector: the curve over C1D")},
        {QT_TRANSLATE_NOOP("keys", "wheel, drag"),
         QT_TRANSLATE_NOOP("keys",
                           "on the frame and the plots: zoom, pan; a double click shows all again; with Shift a "
                           "drag pans C2D under a line or a sector")},
        {QT_TRANSLATE_NOOP("keys", "right click"),
         QT_TRANSLATE_NOOP("keys", "on a frame, a plot, a point, a row or a step: what can be done with it")},
        {"Ctrl+Shift+W", QT_TRANSLATE_NOOP("keys", "watch a folder while the experiment runs")},
        {"Ctrl+E", QT_TRANSLATE_NOOP("keys", "export; Return writes it and replaces nothing; Ctrl+Shift+E again, over the last")},
        {"Esc", QT_TRANSLATE_NOOP("keys", "the innermost thing: a list, what is being typed, a sheet, a tool, the run")},
    };
    const auto column = [](std::size_t from, std::size_t to) {
        QString rows;
        for (std::size_t i = from; i < to; ++i)
            rows +=
                QStringLiteral("<tr><td style=\"white-space: nowrap\"><b>%1</b></td><td>%2</td></tr>")
                    .arg(QCoreApplication::translate("keys", keys[i].first), QCoreApplication::translate("keys", keys[i].second));
        return QStringLiteral("<table cellpadding=3>%1</table>").arg(rows);
    };
    constexpr std::size_t half = 13;
    return QStringLiteral(
               "<table width=\"100%\"><tr><td width=\"49%\">%1</td><td width=\"2%\"></td><td width=\"49%\">%2</td></tr></table>")
        .arg(column(0, half), column(half, std::size(keys)));
}

}  // namespace coarsen::window
