// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/samples_data.hpp"
#include "core/project/sample_columns.hpp"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace coarsen::window {

/// One column of the table of samples against another: a value for ColumnPlot.
struct ColumnChart {
    struct Point {
        int sample = -1;  ///< -1: of a condition
        QString name;
        int style = 0;
        bool isPale = false, isMean = false;
        double x = 0, xError = 0, y = 0, yError = 0;  ///< errors 0 where there is none
    };
    QString xLabel, yLabel;  ///< with units
    QString xUnit, yUnit;
    std::vector<Point> points;
    QString note;   ///< names the samples that have no place in it
    QString empty;  ///< why there is nothing, when there is not
};

/// `time`: since the origin, in s or frames, of a column that needs one.
ColumnChart columnChart(const SamplesData& data, const std::string& xKey, const std::string& yKey, double time);

/// "Rate v (µm/h)"
QString labelOf(const SamplesData& data, const SampleColumn& column);
/// In which its values are shown.
Unit unitOf(const SamplesData& data, const SampleColumn& column);

/// C1D of every sample over R / R_max: a value for CollapsePlot.
struct CollapseChart {
    struct Curve {
        int sample = -1;
        QString name;
        int style = 0;
        bool isPale = false;
        const MasterCurve* curve = nullptr;  ///< of the data it was made of
    };
    std::shared_ptr<const SamplesData> data;
    std::vector<Curve> curves;
    QString xLabel, empty;
};
CollapseChart collapseChart(std::shared_ptr<const SamplesData> data);

/// For a spreadsheet: a header and a row a point.
QString columnChartData(const ColumnChart& chart);
QString collapseChartData(const CollapseChart& chart);

}  // namespace coarsen::window
