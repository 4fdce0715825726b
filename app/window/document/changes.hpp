// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/choices.hpp"
#include "app/window/document/notices.hpp"
#include "app/window/state/opened.hpp"
#include "app/window/values/growth_data.hpp"
#include "core/correlate/volume/lag_sums.hpp"
#include "core/image/region.hpp"
#include "core/preprocess/stroke.hpp"

#include <QObject>
#include <QRect>
#include <QUndoStack>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::window {

/// Changes that the user makes to what is open, and can undo.
class Changes : public QObject {
    Q_OBJECT
public:
    /// All of it outlives this.
    Changes(const Opened& opened, Notices& notices) : opened_(opened), notices_(notices) {}

    QUndoStack& undoStack() { return undo_; }
    bool hasMarker(int frame) const { return opened_.session.manualRMaxPx.contains(frame); }

    /// Others that take over a change within its step of undo: called with the fit before and after it; answers what gives it to
    /// them, or nothing.
    using Followers = std::function<std::function<void()>(const FitSettings& before, const FitSettings& after)>;
    void setFollowers(Followers followers) { followers_ = std::move(followers); }

    Choices now() const;
    void change(const QString& name, Choices after);
    void setValue(const QString& key, const FieldValue& value);  ///< "flatten.order"; raises a notice when it does not fit
    void setRecipe(const Recipe& recipe, const QString& name);
    void setCrop(const QRect& rect);
    void setCrop(const VoxelBox& box);
    void setRegion(const Region& region, const QString& name);          ///< the crop's shapes; switches the step on
    void setStrokes(std::vector<Stroke> strokes, const QString& name);  ///< painted dust; switches the step on
    void setFitRange(const FitRange& range);
    void setFitRangeEnd(RangeEnd end, int frame);  ///< at this frame's time; the other end opens where it would be past it
    void toggleExcluded(int frame);
    void setExcluded(const std::vector<int>& frames, bool excluded);
    void setMarker(int frame, std::optional<double> rMaxPx);  ///< R_max by hand: the maximum there; nothing: automatic again
    /// R_max by hand in all frames measured: the maximum of C1D that lies there in this one, followed through the series.
    void followMaximum(int frame, double rMaxPx);
    void clearMarkers();  ///< R_max automatic again in all frames
    void setCalibration(const Calibration& calibration);
    void setTimes(const TimeChoice& times);
    /// All that is said of times at once, of the open series alone; `typedUnits`: of the settings that were typed now.
    void setTimes(const TimeChoice& times, std::optional<double> t0S, TimeUnit unit,
                  const std::map<std::string, TimeUnit>& typedUnits);
    void setOrder(FrameOrder order);                     ///< in which frames are neighbours
    void setEnsemble(std::optional<Grouping> grouping);  ///< groups of independent images; nothing: a series in time
    void setTimeUnit(TimeUnit unit);                     ///< that all times are shown in
    void rename(const QString& name);                    ///< the series; nothing: its usual name again
    /// "fit.t0", "fit.from", "fit.to" as it was typed; nothing: no limit.
    void setTime(const QString& key, std::optional<double> seconds, TimeUnit typed);

signals:
    void chosen(const coarsen::window::Choices& after);  ///< by a change, undo or redo
    void refused();                                      ///< the value that stands is the one to show
    void tableWanted();                                  ///< of times, again: it may have been mended

private:
    QString nameOfChange(const QString& key, const FieldValue& value) const;
    void changeAlone(const QString& name, Choices after);  ///< changes the open series alone, whoever else there is

    const Opened& opened_;
    Notices& notices_;
    QUndoStack undo_;
    Followers followers_;
};

}  // namespace coarsen::window
