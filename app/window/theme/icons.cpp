// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme/icons.hpp"

#include "app/window/theme/theme.hpp"

#include <QGuiApplication>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace coarsen::window {

namespace {

/// One path each. `Z`-closed dots are drawn as strokes of no length with round caps.
const QHash<QString, QString>& paths() {
    static const QHash<QString, QString> all = {
        {"surface", "M3 9c3-5 6-5 9-1s6 4 9-1M3 16c3-5 6-5 9-1s6 4 9-1M3 9v7M21 7v7"},
        {"folder", "M3 6.5h6l2 2.5h10v10.5H3z"},
        {"file", "M6 3h8l4 4v14H6zM14 3v4h4"},
        {"undo", "M9 6l-5 4.5 5 4.5M4 10.5h9a6 6 0 0 1 6 6V19"},
        {"redo", "M15 6l5 4.5-5 4.5M20 10.5h-9a6 6 0 0 0-6 6V19"},
        {"play", "M8 5l11 7-11 7z"},
        {"pause", "M8 5v14M16 5v14"},
        {"previous", "M15 5l-7 7 7 7"},
        {"next", "M9 5l7 7-7 7"},
        {"first", "M18 5l-7 7 7 7M6 5v14"},
        {"last", "M6 5l7 7-7 7M18 5v14"},
        {"ruler", "M3 15L15 3l6 6L9 21zM7 11l2 2M10 8l3 3M13 5l2 2"},
        {"clock", "M12 3a9 9 0 1 0 .01 0M12 7v5l3.5 2"},
        {"export", "M12 15V4M7.5 8.5L12 4l4.500 4.500M5 14v5h14v-5"},
        {"check", "M5 12.5l5 5L19.500 7"},
        {"close", "M6 6l12 12M18 6L6 18"},
        {"warning", "M12 4L2.500 20h19zM12 10v4.500M12 17.300v.01"},
        {"more", "M5 12h.01M12 12h.01M19 12h.01"},
        {"down", "M7 10l5 5 5-5"},
        {"right", "M10 7l5 5-5 5"},
        {"copy", "M8 8h12v12H8zM16 8V4H4v12h4"},
        {"table", "M4 5h16v14H4zM4 10h16M10 5v14"},
        {"panel", "M4 5h16v14H4zM10 5v14"},
        {"settings",
         "M12 9a3 3 0 1 0 .01 0M12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2 2M16.400 16.400l2 2M18.400 5.600l-2 2M7.600 "
         "16.400l-2 2"},
        {"lock", "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3"},
        {"single", "M5 5h14v14H5z"},
        {"side", "M3 5h8v14H3zM13 5h8v14h-8z"},
        {"wipe", "M3 5h18v14H3zM12 3v18M8 12l-2 0M16 12h2"},
        {"fitview", "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"},
        {"gauge", "M12 4a8 8 0 1 0 .01 0M12 12h.01"},
        {"loupe", "M10.500 4a6.500 6.500 0 1 0 .01 0M15.300 15.300L20.500 20.500M10.500 8v5M8 10.500h5"},
        {"lineprofile", "M3 20.500h18M3 15c2.500 0 2.500-9 5-9s2.500 8 5 8 2.500-5 4.500-5 2 3 3.500 3"},
        {"ray", "M12 4a8 8 0 1 0 .01 0M3.500 17l17-10"},
        {"sector", "M12 4a8 8 0 1 0 .01 0M12 12l7-4M12 12l7 4M12 12l-7-4M12 12l-7 4"},
        {"mask",
         "M6 7a2 2 0 1 0 .01 0M16 5a2.500 2.500 0 1 0 .01 0M8.500 15a2.500 2.500 0 1 0 .01 0M18 15.500a1.700 1.700 0 1 0 .01 0"},
        {"brush", "M4 20c3 0 5-1 5-4l9-11 2 2-11 9"},
        {"eraser", "M9 19h10M4 14l9-9 6 6-8 8H8z"},
        {"polygon", "M4 9l7-5 9 5-3 11H7z"},
        {"ellipse", "M12 6c5.500 0 9 2.500 9 6s-3.500 6-9 6-9-2.500-9-6 3.500-6 9-6z"},
        {"rectangle", "M4 6h16v12H4z"},
        {"step", "M4 7h16M4 12h16M4 17h16"},
        {"grey", "M4 4h16v16H4zM4 20L20 4"},
        {"flatten", "M4 8c5 5 11 5 16 0M4 16h16"},
        {"lines", "M4 5h16M4 9h10M4 13h16M4 17h10"},
        {"surround", "M4 4h16v16H4zM12 7a5 5 0 1 0 .01 0"},
        {"bleach", "M4 6h16M4 10h16M4 14h16M4 18h16M8 6v4M8 14v4"},
        {"align", "M4 4h11v11H4zM9 9h11v11H9z"},
        {"dust",
         "M6 7a2 2 0 1 0 .01 0M16 5a2.500 2.500 0 1 0 .01 0M8.500 15a2.500 2.500 0 1 0 .01 0M18 15.500a1.700 1.700 0 1 0 .01 0"},
        {"filter", "M3 19c5 0 5.5-13 9-13s4 13 9 13"},
        {"stabilise", "M12 3v18M3 12h18M12 8a4 4 0 1 0 .01 0"},
        {"crop", "M7 2v15h15M2 7h15v15"},
        {"channels", "M4 8l6 -4M4 14l14 -10M6 20l14 -10M14 20l6 -4"},
        {"contrast", "M12 4a8 8 0 1 0 .01 0zM12 4v16"},
        {"measure", "M4 4h16v16H4zM12 9a3 3 0 1 0 .01 0"},
        {"fit", "M4 4v16h16M6 17L19 6"},
        {"log", "M4 4v16h16M6 18c3-9 7-11 13-12"},
        {"chip", "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4"},
        {"flask", "M9 3h6M10 3v6L4.500 19.500h15L14 9V3M7.500 14.500h9"},
        {"excluded", "M12 4a8 8 0 1 0 .01 0zM6.500 6.500l11 11"},
        {"info", "M12 3a9 9 0 1 0 .01 0zM12 11v6M12 7.500v.01"},
    };
    return all;
}

QByteArray svgOf(const QString& name, const QColor& colour) {
    return QStringLiteral(
               "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><path d='%1' fill='none' stroke='%2' "
               "stroke-width='1.7' "
               "stroke-linecap='round' stroke-linejoin='round'/></svg>")
        .arg(paths().value(name), colour.name())
        .toUtf8();
}

/// Draws the path in whatever colour the theme has at that moment.
class LineIcon final : public QIconEngine {
public:
    LineIcon(QString name, QColor colour) : name_(std::move(name)), colour_(std::move(colour)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        QSvgRenderer(svgOf(name_, colourOf(mode))).render(painter, rect);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        Q_UNUSED(state);
        return iconPixmap(name_, size.width(), colourOf(mode), 1);
    }
    QIconEngine* clone() const override { return new LineIcon(name_, colour_); }

private:
    QColor colourOf(QIcon::Mode mode) const {
        if (mode == QIcon::Disabled) return theme().edge;
        return colour_.isValid() ? colour_ : theme().ink2;
    }

    QString name_;
    QColor colour_;
};

}  // namespace

QString stepIcon(const QString& key) {
    return paths().contains(key) ? key : QStringLiteral("step");
}

QIcon icon(const QString& name, const QColor& colour) {
    return paths().contains(name) ? QIcon(new LineIcon(name, colour)) : QIcon();
}

QPixmap iconPixmap(const QString& name, int size, const QColor& colour, qreal pixelRatio) {
    // Buttons ask at every repaint: a path is read and drawn once.
    const QString key =
        QStringLiteral("coarsen-icon %1 %2 %3 %4").arg(name, colour.name(QColor::HexArgb)).arg(size).arg(pixelRatio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;
    pixmap = QPixmap(QSize(size, size) * pixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer(svgOf(name, colour)).render(&painter, QRectF(QPointF(), QSizeF(pixmap.size())));
    painter.end();
    pixmap.setDevicePixelRatio(pixelRatio);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

}  // namespace coarsen::window
