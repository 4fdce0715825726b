// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/window_place.hpp"

#include <QGuiApplication>
#include <QScreen>
#include <QSettings>
#include <QWidget>

#include <algorithm>

namespace coarsen::window {

QRect placedOn(const QRect& before, const QList<QRect>& screens) {
    if (screens.isEmpty()) return before;
    const auto shared = [&](const QRect& screen) {
        const QRect both = screen & before;
        return both.isEmpty() ? 0 : qint64{both.width()} * both.height();
    };
    const QRect& screen =
        *std::max_element(screens.begin(), screens.end(), [&](const QRect& a, const QRect& b) { return shared(a) < shared(b); });
    QRect place(before.topLeft(), before.size().boundedTo(screen.size()));
    place.moveLeft(std::clamp(place.left(), screen.left(), screen.right() + 1 - place.width()));
    place.moveTop(std::clamp(place.top(), screen.top(), screen.bottom() + 1 - place.height()));
    return place;
}

void rememberPlace(const QWidget& window, QSettings& store) {
    store.setValue("window/place", window.normalGeometry());
    store.setValue("window/maximised", window.isMaximized());
}

void showWhereItStood(QWidget& window, const QSettings& store) {
    QList<QRect> screens;
    if (const QScreen* const main = QGuiApplication::primaryScreen()) screens << main->availableGeometry();
    for (const QScreen* const screen : QGuiApplication::screens())
        if (screen != QGuiApplication::primaryScreen()) screens << screen->availableGeometry();
    const QRect before = store.value("window/place").toRect();
    if (before.isValid())
        window.setGeometry(placedOn(before, screens));
    else if (!screens.isEmpty())
        window.resize(window.size().boundedTo(screens.front().size()));
    if (store.value("window/maximised").toBool())
        window.showMaximized();
    else
        window.show();
}

}  // namespace coarsen::window
