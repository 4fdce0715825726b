// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/start/left_sessions.hpp"

#include "app/window/document/left_session_store.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace coarsen::window {

namespace {
constexpr int rowHeight = 56, between = 6, around = 6, moreHeight = 20;
}

LeftSessions::LeftSessions(QWidget* parent) : QWidget(parent) {
    setObjectName("left-sessions");
    setAccessibleName(tr("Sessions that were not saved"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, around, 0, around);
    scroll_ = new QScrollArea;
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setWidgetResizable(true);
    scroll_->setStyleSheet(QStringLiteral("QScrollArea, #left-rows { background: transparent; }"));
    layout->addWidget(scroll_);
    layout->setSpacing(0);
    more_ = new QLabel;
    more_->setObjectName("left-more");
    more_->setProperty("hint", true);
    more_->setAlignment(Qt::AlignRight | Qt::AlignBottom);
    more_->setFixedHeight(moreHeight);
    layout->addWidget(more_);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] { show(shown_); });
    hide();
}

void LeftSessions::show(const QList<LeftSession>& left) {
    shown_ = left;
    setVisible(!left.isEmpty());
    if (left.isEmpty()) return;
    auto* const all = new QWidget;
    all->setObjectName("left-rows");
    auto* const rows = new QVBoxLayout(all);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(between);
    for (const LeftSession& one : left)
        rows->addWidget(row(one));
    scroll_->setWidget(all);  // the rows before go with their widget
    fitHeight();
}

void LeftSessions::setRowsShown(int rows) {
    rowsShown_ = rows;
    if (!shown_.isEmpty()) fitHeight();
}

void LeftSessions::fitHeight() {
    const int count = std::min(rowsShown_, static_cast<int>(shown_.size()));
    const qsizetype more = shown_.size() - count;
    more_->setText(tr("%1 more: scroll, or File > Not saved").arg(more));
    more_->setVisible(more > 0);
    scroll_->setFixedHeight(count * (rowHeight + between) - between);
    setFixedHeight(scroll_->height() + (more > 0 ? moreHeight : 0) + 2 * around);
}

QWidget* LeftSessions::row(const LeftSession& left) {
    const Theme& t = theme();
    auto* const box = new QFrame;
    box->setObjectName("left-session");
    box->setFixedHeight(rowHeight);
    box->setStyleSheet(QStringLiteral("#left-session { background: %1; border: 1px solid %2; border-radius: 6px; }")
                           .arg((left.isOfCrash ? t.warnSoft : t.panel).name(), (left.isOfCrash ? t.warn : t.edge).name()));
    auto* const row = new QHBoxLayout(box);
    row->setContentsMargins(16, 6, 12, 6);
    row->setSpacing(8);
    auto* const sign = new QLabel;
    sign->setPixmap(iconPixmap(left.isOfCrash ? "warning" : "clock", 20, left.isOfCrash ? t.warn : t.ink2, devicePixelRatioF()));
    row->addWidget(sign);
    row->addSpacing(4);
    auto* const words = new QVBoxLayout;
    words->setSpacing(1);
    auto* const title = new QLabel(left.isOfCrash ? tr("Coarsen ended without saving") : tr("Closed without saving"));
    title->setStyleSheet(QStringLiteral("font-weight: 700; font-size: 13px; color: %1;").arg(t.ink.name()));
    auto* const line = new QLabel(lineOf(left));
    line->setStyleSheet(QStringLiteral("font-size: 12px; color: %1;").arg(t.ink2.name()));
    line->setTextFormat(Qt::PlainText);
    words->addWidget(title);
    words->addWidget(line);
    row->addLayout(words, 1);
    const QString file = QString::fromStdString(left.file.string());
    auto* const open = new QPushButton(tr("Open it"));
    open->setProperty("primary", left.isOfCrash);
    open->setObjectName("open-left");
    open->setToolTip(tr("Go on where it was left; at most the last seconds are lost"));
    auto* const discard = new QPushButton(tr("Discard"));
    discard->setObjectName("discard-left");
    discard->setToolTip(tr("Delete the copy that was kept. Images and saved sessions are not touched."));
    for (QPushButton* button : {open, discard}) {
        button->setAccessibleName(button->text() + ": " + lineOf(left));
        row->addWidget(button);
    }
    connect(open, &QPushButton::clicked, this, [this, file] { emit openWanted(file); });
    connect(discard, &QPushButton::clicked, this, [this, file] { emit discardWanted(file); });
    return box;
}

}  // namespace coarsen::window
