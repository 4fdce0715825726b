// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/point_callout.hpp"

#include "app/window/theme/restyle.hpp"
#include "app/window/theme/theme.hpp"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace coarsen::window {

namespace {
constexpr int restMs = 150, pictureWidth = 120, gap = 16;
}

PointCallout::PointCallout(QWidget* chart) : QFrame(chart), words_(new QLabel), picture_(new QLabel) {
    setObjectName("point-callout");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 5, 8, 5);
    layout->setSpacing(5);
    layout->setSizeConstraint(QLayout::SetFixedSize);
    layout->addWidget(words_);
    layout->addWidget(picture_);
    picture_->setObjectName("point-picture");
    picture_->setAccessibleName(tr("The frame"));
    picture_->hide();
    rest_.setSingleShot(true);
    rest_.setInterval(restMs);
    connect(&rest_, &QTimer::timeout, this, [this] {
        picture_->show();
        putBeside(place_);
    });
    hide();
}

void PointCallout::setWords(const QString& words) {
    words_->setText(words);
    restyle(this, QStringLiteral("#point-callout { background: %1; border: 1px solid %3; } QLabel { color: %2; }")
                      .arg(theme().raised.name(), theme().ink.name(), theme().line.name()));
}

void PointCallout::say(const QString& words, const QPointF& place, const QImage& picture) {
    place_ = place;
    const bool isSame = isVisibleTo(parentWidget()) && words_->text() == words;
    if (!isSame) {
        setWords(words);
        picture_->hide();
        rest_.stop();
        if (!picture.isNull()) {
            const double ratio = devicePixelRatioF();
            QPixmap shown =
                QPixmap::fromImage(picture.scaledToWidth(static_cast<int>(pictureWidth * ratio), Qt::SmoothTransformation));
            shown.setDevicePixelRatio(ratio);
            picture_->setPixmap(shown);
            rest_.start();
        }
    }
    putBeside(place);
    show();
    raise();
}

void PointCallout::sayAbove(const QString& words, const QPoint& place) {
    setWords(words);
    picture_->hide();
    rest_.stop();
    layout()->activate();
    move(std::clamp(place.x(), 0, std::max(0, parentWidget()->width() - width())), place.y() - height());
    show();
    raise();
}

void PointCallout::putBeside(const QPointF& place) {
    layout()->activate();
    const QSize chart = parentWidget()->size();
    const int x = static_cast<int>(place.x());
    move(x + gap + width() < chart.width() ? x + gap : x - gap - width(),
         std::clamp(static_cast<int>(place.y()) + gap - 2, 0, std::max(0, chart.height() - height())));
}

void PointCallout::hideEvent(QHideEvent*) {
    rest_.stop();
    picture_->hide();
}

}  // namespace coarsen::window
