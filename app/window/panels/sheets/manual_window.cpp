// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/manual_window.hpp"

#include "app/window/theme/words.hpp"

#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextList>
#include <QTextTable>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace coarsen::window {

namespace {

constexpr int usualWidth = 720, usualHeight = 640;  // px
const QString contents = QStringLiteral("README");

/// The anchor that follows "#" in a link to that heading, as pages of Markdown are linked everywhere.
QString anchorOf(const QString& heading) {
    QString anchor;
    for (const QChar letter : heading.toLower()) {
        if (letter.isLetterOrNumber() || letter == '-' || letter == '_') anchor += letter;
        if (letter == ' ') anchor += '-';
    }
    return anchor;
}

/// Room above headings and below paragraphs, and in the cells of tables, of which Markdown says nothing.
void layOut(QTextDocument& document) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        if (cursor.currentTable()) continue;
        QTextBlockFormat format = block.blockFormat();
        const bool isHeading = format.headingLevel() > 0, isInList = block.textList() != nullptr;
        format.setTopMargin(isHeading && block.position() > 0 ? 14 : 0);
        format.setBottomMargin(isInList ? 3 : 8);
        cursor.setBlockFormat(format);
    }
    for (QTextFrame* frame : document.rootFrame()->childFrames())
        if (auto* const table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setBorder(0);
            format.setCellPadding(4);
            format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
            format.setBottomMargin(8);
            table->setFormat(format);
        }
}

}  // namespace

QString manualText(const QString& page) {
    QFile file(":/coarsen/manual/" + page + ".md");
    if (!file.open(QIODevice::ReadOnly)) return {};
    static const QRegularExpression picture(R"re(!\[[^\]]*\]\([^)]*\)\n?)re"), elsewhere(R"re(\[([^\]]*)\]\(\.\./[^)]*\))re");
    QString text = QString::fromUtf8(file.readAll()).remove(picture);
    return text.replace(elsewhere, "\\1").replace("R_max", rMaxText());
}

ManualWindow::ManualWindow(QWidget* parent) : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName("manual-window");
    setWindowTitle(tr("Manual"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    text_ = new QTextBrowser;
    text_->setObjectName("manual-text");
    text_->setAccessibleName(windowTitle());
    text_->setFrameShape(QFrame::NoFrame);
    text_->setStyleSheet(QStringLiteral("QTextBrowser { background: transparent; }"));
    text_->setOpenLinks(false);
    connect(text_, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
    layout->addWidget(text_);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(buttons->addButton(tr("Contents"), QDialogButtonBox::ActionRole), &QPushButton::clicked, this,
            [this] { go(contents); });
    back_ = buttons->addButton(tr("Back"), QDialogButtonBox::ActionRole);
    back_->setObjectName("manual-back");
    connect(back_, &QPushButton::clicked, this, [this] { show(earlier_.takeLast()); });
    layout->addWidget(buttons);
    const QSize room = parent->screen()->availableGeometry().size().boundedTo(parent->window()->size());
    resize(std::min(usualWidth, room.width() - 40), std::min(usualHeight, room.height() - 40));
}

void ManualWindow::open(const QString& place, QWidget* parent) {
    QWidget* const window = parent->window();
    auto* manual = window->findChild<ManualWindow*>();
    if (!manual) manual = new ManualWindow(window);
    manual->go(place);
    manual->QDialog::show();
    manual->raise();
    manual->activateWindow();
}

void ManualWindow::go(const QString& place) {
    if (!shown_.isEmpty() && shown_ != place) earlier_ << shown_;
    show(place);
}

void ManualWindow::show(const QString& place) {
    const QString page = place.section('#', 0, 0), heading = place.section('#', 1);
    if (page != shown_.section('#', 0, 0)) {
        text_->document()->setMarkdown(manualText(page));
        layOut(*text_->document());
    }
    shown_ = place;
    back_->setEnabled(!earlier_.isEmpty());
    int top = 0;
    for (QTextBlock block = text_->document()->begin(); block.isValid() && !heading.isEmpty(); block = block.next())
        if (block.blockFormat().headingLevel() > 0 && anchorOf(block.text()) == heading) {
            text_->setTextCursor(QTextCursor(block));
            top = text_->verticalScrollBar()->value() + text_->cursorRect().top();
        }
    text_->verticalScrollBar()->setValue(top);
}

void ManualWindow::follow(const QUrl& link) {
    if (!link.scheme().isEmpty()) {
        QDesktopServices::openUrl(link);
        return;
    }
    const QString page = link.path().isEmpty() ? shown_.section('#', 0, 0) : QFileInfo(link.path()).completeBaseName();
    go(link.fragment().isEmpty() ? page : page + '#' + link.fragment());
}

namespace {

/// A question mark that gives way where a header has no room: panels are as narrow as without it.
class YieldingMark : public QToolButton {
public:
    YieldingMark() { setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed); }
    QSize sizeHint() const override { return {18, 24}; }
    QSize minimumSizeHint() const override { return {0, 24}; }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QToolButton::resizeEvent(event);
        const bool isWhole = width() >= 16;
        setText(isWhole ? QStringLiteral("?") : QString());
        setFocusPolicy(isWhole ? Qt::TabFocus : Qt::NoFocus);
    }
};

}  // namespace

QToolButton* manualButton(const QString& place) {
    auto* const button = new YieldingMark;
    button->setObjectName("manual:" + place);
    button->setAutoRaise(true);
    button->setToolTip(ManualWindow::tr("The manual on this"));
    button->setAccessibleName(button->toolTip());
    QObject::connect(button, &QToolButton::clicked, button, [button, place] { ManualWindow::open(place, button); });
    return button;
}

}  // namespace coarsen::window
