// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/help_window.hpp"

#include "app/window/theme/words.hpp"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QGuiApplication>
#include <QPushButton>
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
    buttons_ = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::close);
    layout->addWidget(buttons_);

    const QSize room = parent->screen()->availableGeometry().size().boundedTo(parent->window()->size());
    const int width = std::min(html.contains("<table") ? tableWidth : proseWidth, room.width() - 40);
    text->document()->setTextWidth(width - 40);
    const int height = static_cast<int>(text->document()->size().height()) + 4;
    resize(width, std::min(height + besides, room.height() - 40));
}

void HelpWindow::offerCopy(const QString& words, const QString& text) {
    QPushButton* const copy = buttons_->addButton(words, QDialogButtonBox::ActionRole);
    copy->setObjectName("copy-help");
    connect(copy, &QPushButton::clicked, this, [copy, text] {
        QGuiApplication::clipboard()->setText(text);
        copy->setText(tr("Copied"));
    });
}

QString helpText(const QString& name, const QString& ending) {
    QFile file(":/coarsen/help/" + name + "." + ending);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace coarsen::window
