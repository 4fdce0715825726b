// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/plot_data.hpp"

#include "app/window/plots/planes_plot.hpp"
#include "app/window/values/volume_slices.hpp"
#include "core/base/numbers.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace coarsen::window {

namespace {

QString digits(double value) {
    return QString::fromStdString(shortest(value));
}

QString line(const QStringList& cells) {
    return cells.join('\t') + '\n';
}

/// R in µm where that is known, and always in px.
struct RadiusColumns {
    double umPerPx = 0;

    explicit RadiusColumns(const Calibration& calibration) : umPerPx(calibration.isKnown() ? calibration.umPerPx() : 0) {}
    QStringList header() const { return umPerPx > 0 ? QStringList{QStringLiteral("R (µm)"), "R (px)"} : QStringList{"R (px)"}; }
    QStringList at(double px) const {
        return umPerPx > 0 ? QStringList{digits(px * umPerPx), digits(px)} : QStringList{digits(px)};
    }
};

double valueOf(const std::vector<double>& values, std::size_t i) {
    return i < values.size() ? values[i] : std::nan("");
}

}  // namespace

QString profileData(const RadialProfile& profile, const Calibration& calibration, const DirectionCurve* direction) {
    const RadiusColumns radius(calibration);
    QStringList header = radius.header() << "C1D" << QObject::tr("standard error") << QObject::tr("pairs");
    if (direction) header << "C2D " + nameOf(direction->direction);
    QString text = line(header);
    for (std::size_t i = 0; i < profile.size(); ++i) {
        QStringList cells = radius.at(profile.r[i])
                            << digits(profile.value[i]) << digits(valueOf(profile.error, i)) << digits(valueOf(profile.pairs, i));
        if (direction) cells << digits(valueOf(direction->read.profile.value, i));
        text += line(cells);
    }
    return text;
}

QString spectrumData(const Spectrum& spectrum, const Calibration& calibration) {
    const double umPerPx = calibration.isKnown() ? calibration.umPerPx() : 1;
    const QString q = calibration.isKnown() ? QStringLiteral("q (rad/µm)") : QStringLiteral("q (rad/px)");
    QString text = line({q, QObject::tr("S(q) (power per mode)")});
    for (std::size_t i = 0; i < spectrum.factor.q.size(); ++i)
        text += line({digits(spectrum.factor.q[i] / umPerPx), digits(spectrum.factor.value[i])});
    if (spectrum.filter.q.empty()) return text;
    text += "\n" + line({q, QObject::tr("filter passes")});
    for (std::size_t i = 0; i < spectrum.filter.q.size(); ++i)
        text += line({digits(spectrum.filter.q[i] / umPerPx), digits(spectrum.filter.value[i])});
    return text;
}

QString sectorData(const std::vector<Sector>& sectors, const Calibration& calibration) {
    const RadiusColumns radius(calibration);
    QStringList header = radius.header();
    for (const Sector& sector : sectors)
        header << QStringLiteral("C(R) %1°").arg(digits(sector.angleDeg));
    QString text = line(header);
    for (std::size_t i = 0; !sectors.empty() && i < sectors.front().profile.size(); ++i) {
        QStringList cells = radius.at(sectors.front().profile.r[i]);
        for (const Sector& sector : sectors)
            cells << digits(sector.profile.value[i]);
        text += line(cells);
    }
    return text;
}

QString seriesData(const SeriesCurves& curves) {
    const RadiusColumns radius(curves.growth->calibration);
    QString text = line(QStringList{QObject::tr("frame"), curves.growth->timeLabel()} << radius.header()
                                                                                      << QStringLiteral("R / R_max") << "C1D");
    for (const int frame : curves.usable) {
        const FrameResult& row = curves.result(frame);
        for (std::size_t i = 0; i < row.profile.value.size(); ++i)
            text += line(QStringList{QString::number(frame), digits(curves.timeOf(frame))}
                         << radius.at(double(i)) << digits(double(i) / row.rMax.px) << digits(row.profile.value[i]));
    }
    return text;
}

QString mapData(const CorrelationMap& map, const Calibration& calibration) {
    const int R = map.maxLag();
    const bool isKnown = calibration.isKnown();
    const double width = isKnown ? calibration.pixelWidthUm : 1, height = isKnown ? calibration.pixelHeightUm : 1;
    QStringList header{isKnown ? QStringLiteral("C2D: Y₀ (µm) down, X₀ (µm) across")
                               : QStringLiteral("C2D: Y₀ (px) down, X₀ (px) across")};
    for (int X0 = -R; X0 <= R; ++X0)
        header << digits(X0 * width);
    QString text = line(header);
    for (int Y0 = -R; Y0 <= R; ++Y0) {
        QStringList cells{digits(Y0 * height)};
        for (int X0 = -R; X0 <= R; ++X0)
            cells << digits(map.at(X0, Y0));
        text += line(cells);
    }
    return text;
}

QString planesData(const CorrelationVolume& map, const Spacing& spacing) {
    static constexpr std::array names = {"X₀", "Y₀", "Z₀"};
    const std::array<int, 3> reach = {map.maxLagX, map.maxLagY, map.maxLagZ};
    const std::array<double, 3> side = {spacing.isInUm ? spacing.x : 1, spacing.isInUm ? spacing.y : 1,
                                        spacing.isInUm ? spacing.z : 1};
    const QString unit = spacing.isInUm ? QStringLiteral("µm") : QObject::tr("voxels");
    QString text;
    for (const SlicePlane& plane : slicePlanes) {
        QStringList header{QStringLiteral("C3D: %1 (%3) down, %2 (%3) across")
                               .arg(QString::fromUtf8(names[plane.down]), QString::fromUtf8(names[plane.across]), unit)};
        for (int across = -reach[plane.across]; across <= reach[plane.across]; ++across)
            header << digits(across * side[plane.across]);
        text += line(header);
        for (int down = -reach[plane.down]; down <= reach[plane.down]; ++down) {
            QStringList cells{digits(down * side[plane.down])};
            for (int across = -reach[plane.across]; across <= reach[plane.across]; ++across) {
                std::array<int, 3> at{};
                at[plane.across] = across;
                at[plane.down] = down;
                cells << digits(valueAt(map, at[0], at[1], at[2]));
            }
            text += line(cells);
        }
    }
    return text;
}

QString growthData(const GrowthData& data) {
    const QString unit = " (" + data.lengthUnit().name + ")";
    const GrowthFit* const fit = data.chosenFit();
    QStringList header{
        QObject::tr("frame"),      data.timeLabel(),          data.lengthLabel() + unit,  QObject::tr("standard error") + unit,
        QObject::tr("in the fit"), QObject::tr("fit") + unit, QObject::tr("residual (%)")};
    if (data.otherSession) header << QObject::tr("other") + unit << QObject::tr("standard error") + unit;
    QString text = line(header);
    for (const GrowthData::Point& point : data.points) {
        const FrameResult& row = point.result();
        if (!point.isMeasured || !data.grown(row).isFound()) continue;
        const double fitted = fit && fit->isFitted() ? fit->valueAt(row.timeS) * data.lengthUnit().perBase : std::nan("");
        QStringList cells{QString::number(row.frame),
                          digits(data.timeOf(row)),
                          digits(data.lengthOf(data.grown(row))),
                          digits(data.errorOf(data.grown(row))),
                          point.isInFit ? "1" : "0",
                          digits(fitted),
                          digits(100 * (data.lengthOf(data.grown(row)) / fitted - 1))};
        if (data.otherSession) {
            const ComparedFrame* const one = data.otherSession->comparison.find(row.frame);
            LengthScale other;
            if (one) other.px = one->otherPx, other.errorPx = one->otherErrorPx;
            cells << digits(data.lengthOf(other)) << digits(data.errorOf(other));
        }
        text += line(cells);
    }
    return text;
}

QString timeSeriesData(const TimeSeries& timeSeries) {
    const QString unit = timeSeries.unit.isEmpty() ? QString() : " (" + timeSeries.unit + ")";
    QStringList header{QObject::tr("frame"), timeSeries.timeLabel};
    for (const TimeSeries::Curve& curve : timeSeries.curves) {
        const QString name = curve.name.isEmpty() ? timeSeries.label : curve.name + unit;
        header << name;
        if (!curve.error.empty()) header << QObject::tr("standard error") + unit;
    }
    QString text = line(header);
    for (std::size_t frame = 0; frame < timeSeries.time.size(); ++frame) {
        QStringList cells{QString::number(frame), digits(timeSeries.time[frame])};
        for (const TimeSeries::Curve& curve : timeSeries.curves) {
            cells << digits(valueOf(curve.value, frame));
            if (!curve.error.empty()) cells << digits(valueOf(curve.error, frame));
        }
        text += line(cells);
    }
    return text;
}

}  // namespace coarsen::window
