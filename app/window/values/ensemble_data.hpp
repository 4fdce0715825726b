// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/growth_data.hpp"
#include "core/ensemble/ensemble.hpp"
#include "core/ensemble/grouping.hpp"
#include "core/measure/measure_settings.hpp"
#include "core/session/session.hpp"

#include <QString>
#include <QVector>

#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <vector>

namespace coarsen::window {

/// The images of an ensemble, and what was said of them.
struct PooledImages {
    ImageSeries series;
    Grouping grouping;
    Calibration calibration;
    std::set<int> excluded;

    bool operator==(const PooledImages&) const = default;
};

/// Why lengths of these images cannot be compared, naming the first that differs: their files state pixels of different sizes.
/// Empty where they do not, or where the user said the size of all. Reads the files' headers.
QString pixelSizeProblem(const PooledImages& images);

/// Question from which an ensemble is made: values, so that a worker can make it.
struct EnsembleQuestion {
    std::shared_ptr<const GrowthData> growth;  ///< its rows, its length and the units that are shown
    PooledImages images;
    MeasureSettings settings;
    std::optional<QString> problem = {};  ///< pixelSizeProblem of the images, where it is known
};

/// Question of a session that is an ensemble.
EnsembleQuestion questionOf(const Session& session, std::shared_ptr<const GrowthData> growth);

/// C1D of one group's pooled images.
struct GroupCurve {
    QString name;
    QVector<double> r, value;  ///< r in a unit that is said beside it
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
        double x = nan;                            ///< on the chart: the condition, or the group's place
        std::vector<Image> images;                 ///< that have the length
        double value = nan;                        ///< of the pooled images, in `unit`
        double error = nan;                        ///< NaN of a single image
        std::vector<EnsembleLength> lengths = {};  ///< all that were found, R_max first; px
        int pooled = 0;                            ///< images
        QString words;                             ///< "ξ = 5.1 ± 0.1 µm; 12 images: image-to-image scatter 4.1 %, ..."
    };
    std::vector<Group> groups;
    std::vector<GroupCurve> curves;  ///< of groups, in their order; r in `unit`
    QString label, unit;             ///< of the length
    QString condition;               ///< meaning of x; empty: the groups have names only
    QString empty;                   ///< why there is nothing, when there is not

    QString asText() const;   ///< a line a group
    QString asTable() const;  ///< tab-separated: group, x, images, length, error
};

/// Groups without a measured image of today's recipe are left out, and excluded images. Nothing after a stop.
std::shared_ptr<const EnsembleData> ensembleDataOf(const EnsembleQuestion& question, std::stop_token stop = {});

}  // namespace coarsen::window
