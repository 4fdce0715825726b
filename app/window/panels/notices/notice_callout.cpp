// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/notices/notice_callout.hpp"

#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace coarsen::window {

namespace {
constexpr int tipHeight = 9, shownMs = 10000;
}

NoticeCallout::NoticeCallout(QWidget* parent) : QFrame(parent) {
    setObjectName("notice");
    setFixedWidth(420);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 10, 10, 12 + tipHeight);
    auto* const head = new QHBoxLayout;
    icon_ = new QLabel;
    title_ = new QLabel;
    title_->setStyleSheet("font-weight: 700;");
    close_ = new QToolButton;
    close_->setObjectName("close-notice");
    close_->setIcon(icon("close"));
    close_->setToolTip(tr("Close (Esc); the notice stays in the list below"));
    close_->setAccessibleName(tr("Close the notice"));
    close_->setFocusPolicy(Qt::TabFocus);
    head->addWidget(icon_);
    head->addWidget(title_);
    head->addStretch();
    head->addWidget(close_);
    layout->addLayout(head);
    text_ = new QLabel;
    text_->setWordWrap(true);
    layout->addWidget(text_);
    remedies_ = new QHBoxLayout;
    remedies_->setContentsMargins(0, 4, 0, 0);
    layout->addLayout(remedies_);
    connect(close_, &QToolButton::clicked, this, &QWidget::hide);
    over_.setParent(this);
    over_.setSingleShot(true);
    over_.setInterval(shownMs);
    connect(&over_, &QTimer::timeout, this, &QWidget::hide);
    hide();
}

void NoticeCallout::show(const Notice& notice, const QPoint& tip) {
    notice_ = notice;
    const QColor colour = notice.kind == Notice::Kind::failure   ? theme().error
                          : notice.kind == Notice::Kind::warning ? theme().warn
                                                                 : theme().accent;
    icon_->setPixmap(iconPixmap(notice.kind == Notice::Kind::information ? "info" : "warning", 16, colour, devicePixelRatioF()));
    title_->setText(notice.title);
    text_->setText(notice.text);
    setAccessibleName(QStringLiteral("%1. %2").arg(notice.title, notice.text));
    firstRemedy_ = nullptr;
    while (QLayoutItem* item = remedies_->takeAt(0)) {
        if (QWidget* const before = item->widget()) {
            before->hide();
            before->deleteLater();  // it may be the one that was pressed
        }
        delete item;
    }
    for (const Remedy remedy : notice.remedies) {
        auto* const button = new QPushButton(wordsOf(remedy), this);
        button->setObjectName("remedy");
        button->setToolTip(helpOf(remedy));
        button->setFocusPolicy(Qt::TabFocus);
        // Who hears the window comes to the button first, not to the words above it.
        button->setAccessibleDescription(accessibleName());
        if (!firstRemedy_) firstRemedy_ = button;
        remedies_->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, remedy] {
            if (remedy != Remedy::showInFolder) hide();
            emit remedyWanted(notice_, remedy);
        });
    }
    remedies_->addStretch();
    text_->setMinimumHeight(text_->heightForWidth(width() - 28));
    adjustSize();
    const int left = std::clamp(tip.x() - 60, 8, std::max(8, parentWidget()->width() - width() - 8));
    tipX_ = std::clamp(tip.x() - left, 16, width() - 16);
    move(left, tip.y() - height());
    close_->setAccessibleDescription(accessibleName());
    QFrame::show();
    raise();
    over_.stop();
    leaveEvent(nullptr);
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void NoticeCallout::takeFocus() {
    if (!isAncestorOf(window()->focusWidget())) before_ = window()->focusWidget();
    over_.stop();
    (firstRemedy_ ? static_cast<QWidget*>(firstRemedy_) : close_)->setFocus(Qt::TabFocusReason);
}

void NoticeCallout::hideEvent(QHideEvent* event) {
    QFrame::hideEvent(event);
    QWidget* const now = window()->focusWidget();
    if (!now || !isAncestorOf(now)) return;
    if (before_ && before_->isVisible())
        before_->setFocus();
    else
        now->clearFocus();
}

void NoticeCallout::enterEvent(QEnterEvent*) {
    over_.stop();
}

void NoticeCallout::leaveEvent(QEvent*) {
    const bool isUsed = underMouse() || isAncestorOf(window()->focusWidget());
    if (notice_.kind == Notice::Kind::information && !notice_.isAnswer && !isUsed) over_.start();
}

void NoticeCallout::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& t = theme();
    QPainterPath path;
    const QRectF box(1, 1, width() - 2, height() - tipHeight - 2);
    path.addRoundedRect(box, 6, 6);
    QPainterPath tip;
    tip.moveTo(tipX_ - 8, box.bottom());
    tip.lineTo(tipX_, height() - 1);
    tip.lineTo(tipX_ + 8, box.bottom());
    painter.setPen(QPen(notice_.kind == Notice::Kind::failure   ? t.error
                        : notice_.kind == Notice::Kind::warning ? t.warn
                                                                : t.edge,
                        1.2));
    painter.setBrush(t.raised);
    painter.drawPath(path.united(tip));
}

}  // namespace coarsen::window
