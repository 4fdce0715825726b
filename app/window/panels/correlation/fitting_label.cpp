// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/correlation/fitting_label.hpp"

#include <algorithm>

namespace coarsen::window {

FittingLabel::FittingLabel(QWidget* parent) : QLabel(parent) {
    setProperty("hint", true);
}

void FittingLabel::setWords(const QStringList& longestFirst) {
    words_ = longestFirst;
    setToolTip(words_.value(0));
    updateGeometry();
    choose();
}

QSize FittingLabel::sizeHint() const {
    return {widthOf(words_.value(0)), QLabel::sizeHint().height()};
}

QSize FittingLabel::minimumSizeHint() const {
    return {0, QLabel::minimumSizeHint().height()};
}

void FittingLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    choose();
}

void FittingLabel::choose() {
    const auto longest = std::ranges::find_if(words_, [this](const QString& words) { return widthOf(words) <= width(); });
    constexpr qsizetype fewest = 4;  // letters: less than these says nothing
    const QString beginning = words_.isEmpty() ? QString() : fontMetrics().elidedText(words_.back(), Qt::ElideRight, width() - 2);
    const QString chosen = longest != words_.end() ? *longest : beginning.size() < fewest ? QString() : beginning;
    if (text() != chosen) setText(chosen);
}

int FittingLabel::widthOf(const QString& words) const {
    return fontMetrics().horizontalAdvance(words) + 2;  // a letter may overhang
}

}  // namespace coarsen::window
