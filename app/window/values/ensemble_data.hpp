// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/growth_data.hpp"
#include "core/ensemble/grouping.hpp"
#include "core/measure/measure_settings.hpp"

#include <QString>

#include <limits>
#include <memory>
#include <stop_token>
#include <vector>

namespace coarsen::window {

/// What an ensemble is made from: values, so that a worker can make it.
struct EnsembleQuestion {
    std::shared_ptr<const GrowthData> growth;  ///< its rows, its length and the units that are shown
    Grouping grouping;
    MeasureSettings settings;
};

/// The length that the recipe follows, against the condition: a value for EnsemblePlot.
struct EnsembleData {
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    struct Image {
        int frame = 0;
        double value = nan, error = nan;  ///< in `unit`
    };
    struct Group {
        QString name;
        double x = nan;             ///< on the chart: the condition, or the group's place
        std::vector<Image> images;  ///< that have the length
        double value = nan;         ///< of the pooled images, in `unit`
        double error = nan;         ///< NaN of a single image
        QString words;              ///< "ξ = 5.1 ± 0.1 µm; 12 images: scatter between them 4.1 %, ..."
    };
    std::vector<Group> groups;
    QString label, unit;  ///< of the length
    QString condition;    ///< what x is; empty: the groups have names only
    QString empty;        ///< why there is nothing, when there is not

    QString asText() const;   ///< a line a group
    QString asTable() const;  ///< tab-separated: group, x, images, length, error
};

/// Groups without a measured image of today's recipe are left out, and excluded images. Nothing after a stop.
std::shared_ptr<const EnsembleData> ensembleDataOf(const EnsembleQuestion& question, std::stop_token stop = {});

}  // namespace coarsen::window
