// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/notices/notice_callout.hpp"

#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"

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
    auto* const close = new QToolButton;
    close->setObjectName("close-notice");
    close->setIcon(icon("close"));
    close->setToolTip(tr("Close; the notice stays in the list below"));
    close->setAccessibleName(tr("Close the notice"));
    close->setFocusPolicy(Qt::TabFocus);
    head->addWidget(icon_);
    head->addWidget(title_);
    head->addStretch();
    head->addWidget(close);
    layout->addLayout(head);
    text_ = new QLabel;
    text_->setWordWrap(true);
    layout->addWidget(text_);
    remedies_ = new QHBoxLayout;
    remedies_->setContentsMargins(0, 4, 0, 0);
    layout->addLayout(remedies_);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
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
    QFrame::show();
    raise();
    over_.stop();
    leaveEvent(nullptr);
}

void NoticeCallout::enterEvent(QEnterEvent*) {
    over_.stop();
}

void NoticeCallout::leaveEvent(QEvent*) {
    if (notice_.kind == Notice::Kind::information && !notice_.isAnswer && !underMouse()) over_.start();
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
