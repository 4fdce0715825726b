// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/start/tour.hpp"

#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace coarsen::window {

namespace {
constexpr int cardWidth = 330, gap = 14, tourEdge = 8;
}

Tour::Tour(QWidget* over, std::vector<TourStop> stops) : QWidget(over), stops_(std::move(stops)), card_(new QWidget(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName("tour");
    setAccessibleName(tr("Tour"));
    setFocusPolicy(Qt::StrongFocus);
    card_->setObjectName("tour-card");
    card_->setAttribute(Qt::WA_StyledBackground);
    card_->setStyleSheet(QStringLiteral("#tour-card { background: %1; border: 1px solid %2; border-radius: 8px; }")
                             .arg(theme().panel.name(), theme().edge.name()));
    auto* const layout = new QVBoxLayout(card_);
    layout->setContentsMargins(18, 14, 18, 12);
    layout->setSpacing(8);
    title_ = new QLabel;
    title_->setStyleSheet("font-weight: 700; font-size: 14px;");
    text_ = new QLabel;
    text_->setWordWrap(true);
    text_->setFixedWidth(cardWidth - 36);
    layout->addWidget(title_);
    layout->addWidget(text_);
    auto* const row = new QHBoxLayout;
    count_ = new QLabel;
    count_->setProperty("hint", true);
    auto* const end = new QPushButton(tr("End  Esc"));
    end->setProperty("link", true);
    back_ = new QPushButton(tr("Back"));
    next_ = new QPushButton;
    next_->setProperty("primary", true);
    next_->setObjectName("tour-next");
    row->addWidget(count_);
    row->addStretch();
    for (QPushButton* button : {end, back_, next_}) {
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    layout->addLayout(row);
    connect(end, &QPushButton::clicked, this, &QWidget::close);
    connect(back_, &QPushButton::clicked, this, [this] { goTo(at_ - 1); });
    connect(next_, &QPushButton::clicked, this, [this] { goTo(at_ + 1); });
    over->installEventFilter(this);
    setGeometry(over->rect());
    show();
    raise();
    setFocus();
    goTo(0);
}

void Tour::goTo(int stop) {
    const int count = static_cast<int>(stops_.size());
    if (stop >= count) {
        close();
        return;
    }
    at_ = std::max(0, stop);
    const TourStop& here = stops_[static_cast<std::size_t>(at_)];
    title_->setText(QString(here.title).replace("R_max", rMaxText()));
    text_->setText(QString(here.text).replace("R_max", rMaxText()));
    count_->setText(tr("%1 of %2").arg(at_ + 1).arg(count));
    back_->setEnabled(at_ > 0);
    next_->setText(at_ + 1 == count ? tr("Done") : tr("Next"));
    arrange();
}

QRect Tour::lit() const {
    const QWidget* const place = stops_[static_cast<std::size_t>(at_)].place;
    if (!place || !place->isVisible()) return {};
    return QRect(place->mapTo(parentWidget(), QPoint()), place->size())
               .adjusted(-tourEdge / 2, -tourEdge / 2, tourEdge / 2, tourEdge / 2) &
           rect();
}

/// The card stands beside what is lit, where there is most room.
void Tour::arrange() {
    card_->adjustSize();
    const QRect place = lit();
    const QSize size = card_->sizeHint();
    card_->resize(size);
    QPoint corner((width() - size.width()) / 2, (height() - size.height()) / 2);
    if (!place.isEmpty()) {
        const int right = width() - place.right(), below = height() - place.bottom();
        if (right > size.width() + 2 * gap)
            corner = {place.right() + gap, place.top() + gap};
        else if (place.left() > size.width() + 2 * gap)
            corner = {place.left() - gap - size.width(), place.top() + gap};
        else if (below > size.height() + 2 * gap)
            corner = {place.left() + gap, place.bottom() + gap};
        else if (place.top() > size.height() + 2 * gap)
            corner = {place.left() + gap, place.top() - gap - size.height()};
        else
            corner = {place.center().x() - size.width() / 2, place.center().y() - size.height() / 2};
    }
    corner.setX(std::clamp(corner.x(), gap, std::max(gap, width() - size.width() - gap)));
    corner.setY(std::clamp(corner.y(), gap, std::max(gap, height() - size.height() - gap)));
    card_->move(corner);
    update();
}

void Tour::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath dim, place;
    dim.addRect(rect());
    if (const QRect here = lit(); !here.isEmpty()) {
        place.addRoundedRect(here, 6, 6);
        dim -= place;
    }
    painter.fillPath(dim, QColor(0, 0, 0, 130));
    painter.setPen(QPen(theme().accent, 2));
    painter.drawPath(place);
}

void Tour::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Escape:
            close();
            break;
        case Qt::Key_Left:
            goTo(at_ - 1);
            break;
        case Qt::Key_Right:
        case Qt::Key_Space:
        case Qt::Key_Return:
            goTo(at_ + 1);
            break;
        default:
            break;  // the window's own keys rest meanwhile
    }
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        setGeometry(parentWidget()->rect());
        arrange();
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
