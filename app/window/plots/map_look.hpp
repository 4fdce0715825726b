// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/directions.hpp"

#include <QString>

#include <array>
#include <optional>

class QCPColorGradient;

namespace coarsen::window {

enum class MapColours { diverging, viridis, cividis, grey };
inline constexpr std::array allMapColours = {MapColours::diverging, MapColours::viridis, MapColours::cividis, MapColours::grey};
QString nameOf(MapColours colours);
QString keyOf(MapColours colours);            ///< in the settings
MapColours mapColoursOf(const QString& key);  ///< diverging where there is no such key

/// How C2D is drawn.
struct MapLook {
    MapColours colours = MapColours::diverging;
    std::optional<double> limit;  ///< the colours end at -limit and limit; nothing: colourLimit of the map
    bool isLogarithmic = false;   ///< log |C| over three decades; a diverging scale gives way to viridis
    std::optional<Direction> direction;
    int lagsPerCell = 1;  ///< a side of the squares that the map's values are of

    MapColours shownColours() const { return isLogarithmic && colours == MapColours::diverging ? MapColours::viridis : colours; }
};

QCPColorGradient gradientOf(MapColours colours, bool dark);

}  // namespace coarsen::window
