// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/notice.hpp"
#include "app/window/state/opened.hpp"
#include "app/window/values/growth_data.hpp"

#include <QString>

#include <memory>
#include <optional>
#include <string>

namespace coarsen::window {

/// How the times of what is open are said: from when on they count, and in which unit.
class Times {
public:
    /// `growth`: whose unit is that of the series; all of it outlives this.
    Times(const Opened& opened, const std::shared_ptr<const GrowthData>& growth) : opened_(opened), growth_(growth) {}

    bool areSeconds() const;
    QString sourceText() const;                                                               ///< where they come from
    std::optional<double> clockStartS() const { return opened_.session.series.clockStartS; }  ///< as ImageSeries has it
    QString momentText(double seconds, TimeUnit unit) const;  ///< "−20 h", or as a date where it was typed so
    double origin() const;                                    ///< origin of shown times: the quench, or the first frame
    double fieldOrigin(const std::string& setting) const;     ///< origin of a field's time: the quench, or the series' clock
    /// In which a field shows this time: the one it was typed in, else that of the series where it reads well; automatic: none,
    /// for frames are counted.
    TimeUnit fieldUnit(const std::string& setting, double seconds) const;
    static QString titleOfQuench();
    std::optional<Notice> ofQuench() const;  ///< that lies among the frames or after them: most often its sign is wrong

private:
    const Opened& opened_;
    const std::shared_ptr<const GrowthData>& growth_;
};

}  // namespace coarsen::window
