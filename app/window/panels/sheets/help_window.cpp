// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/help_window.hpp"

#include "app/window/theme/words.hpp"

#include <QDialogButtonBox>
#include <QFile>
#include <QScreen>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>

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

QString helpText(const QString& name) {
    QFile file(":/coarsen/help/" + name + ".html");
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace coarsen::window
