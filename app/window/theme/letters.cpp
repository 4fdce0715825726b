// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme/letters.hpp"

#include <QApplication>
#include <QFontDatabase>
#include <QImage>
#include <QPainter>

/// Makes the resources known that stand in a library; outside every namespace, as Qt's macro wants it.
static void useFonts() {
    Q_INIT_RESOURCE(fonts);
}

namespace coarsen::window {

namespace {

QImage drawn(const QString& letter) {
    constexpr int side = 32;
    QImage image(side, side, QImage::Format_Grayscale8);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setFont(QApplication::font());
    painter.drawText(image.rect(), Qt::AlignLeft | Qt::AlignVCenter, letter);
    return image;
}

}  // namespace

void provideLetters() {
    useFonts();
    if (QFontDatabase::families().contains("DejaVu Sans")) return;
    for (const char* file : {":/coarsen/fonts/regular.ttf", ":/coarsen/fonts/bold.ttf"})
        QFontDatabase::addApplicationFont(file);
}

bool areLettersDrawn() {
    return drawn("A") != drawn("V");  // about as wide in any font, as boxes for them are in none
}

}  // namespace coarsen::window
