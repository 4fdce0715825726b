// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/map_look.hpp"

#include "app/window/theme/plot_style.hpp"

#include <QObject>
#include <qcustomplot.h>

namespace coarsen::window {

QString nameOf(MapColours colours) {
    switch (colours) {
        case MapColours::diverging:
            return QObject::tr("Diverging");
        case MapColours::viridis:
            return QObject::tr("Viridis");
        case MapColours::cividis:
            return QObject::tr("Cividis");
        case MapColours::grey:
            return QObject::tr("Grey");
    }
    return {};
}

QString keyOf(MapColours colours) {
    switch (colours) {
        case MapColours::diverging:
            return QStringLiteral("diverging");
        case MapColours::viridis:
            return QStringLiteral("viridis");
        case MapColours::cividis:
            return QStringLiteral("cividis");
        case MapColours::grey:
            return QStringLiteral("grey");
    }
    return {};
}

MapColours mapColoursOf(const QString& key) {
    for (const MapColours one : allMapColours)
        if (keyOf(one) == key) return one;
    return MapColours::diverging;
}

QCPColorGradient gradientOf(MapColours colours, bool dark) {
    static constexpr std::array<const char*, 10> viridis = {"#440154", "#482878", "#3E4989", "#31688E", "#26828E",
                                                            "#1F9E89", "#35B779", "#6DCD59", "#B4DE2C", "#FDE725"};
    static constexpr std::array<const char*, 10> cividis = {"#00224E", "#123570", "#3B496C", "#575D6D", "#707173",
                                                            "#8A8678", "#A59C74", "#C3B369", "#E1CC55", "#FEE838"};
    QCPColorGradient gradient = divergingGradient(dark);  // also says how undefined offsets look
    if (colours == MapColours::diverging) return gradient;
    gradient.clearColorStops();
    if (colours == MapColours::grey) {
        gradient.setColorStopAt(0, Qt::black);
        gradient.setColorStopAt(1, Qt::white);
        return gradient;
    }
    const auto& stops = colours == MapColours::viridis ? viridis : cividis;
    for (std::size_t i = 0; i < stops.size(); ++i)
        gradient.setColorStopAt(double(i) / double(stops.size() - 1), QColor(stops[i]));
    return gradient;
}

}  // namespace coarsen::window
