// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/words.hpp"
#include "core/base/time_unit.hpp"
#include "core/project/condition.hpp"
#include "core/project/project.hpp"
#include "core/session/session.hpp"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coarsen::window {

enum class SampleState {
    reading,
    unmeasured,  ///< frames of it wait, or are out of date
    waiting,     ///< to be measured, after another one
    measuring,
    ready,
    failed  ///< it could not be read
};

/// In which units a chart draws: samples of others are left out.
struct SampleUnits {
    bool areCalibrated = false, areSeconds = true;
    std::string length = "r_max";  ///< the key of the one that grows

    bool operator==(const SampleUnits&) const = default;
};

/// One of several samples, as legend and table show it.
struct ShownSample {
    ProjectSeries entry;
    std::shared_ptr<const Sample> sample;  ///< knowledge of it; never null
    SampleState state = SampleState::reading;
    QString words;        ///< its state, in words
    QString whyNotDrawn;  ///< in a chart of all, and what to do; empty: it is drawn when it has something to show
    bool isLookedAt = false;
    int style = 0;      ///< of seriesStyle: its condition's
    int condition = 0;  ///< place in `conditions`

    QString name() const { return QString::fromStdString(sample->name); }
    bool isDrawn() const { return entry.isShown && whyNotDrawn.isEmpty() && !sample->growth.points.empty(); }
};

/// A condition and those of `samples` that are its repeats.
struct ShownCondition {
    Condition joined;          ///< of the repeats that are shown
    std::vector<int> samples;  ///< also those that are not
    int style = 0;
    QString whyNotDrawn;

    QString name() const { return QString::fromStdString(joined.name); }
    bool hasRepeats() const { return samples.size() > 1; }
    /// Two repeats or more stand behind it: it is drawn, and they are pale.
    bool isMean() const { return joined.repeats > 1 && joined.problem.empty() && whyNotDrawn.isEmpty(); }
};

/// Several samples that are open together: a value made by the document.
struct SamplesData {
    QString xLabel;  ///< meaning of x; empty: nobody has said
    std::vector<ShownSample> samples;
    std::vector<ShownCondition> conditions;  ///< in order of x, then as they come
    int lookedAt = 0;
    SampleUnits units;
    TimeUnit chosenTimeUnit = TimeUnit::automatic;
    int toMeasure = 0;  ///< samples with frames that wait

    const ShownSample& at(int sample) const { return samples[static_cast<std::size_t>(sample)]; }
    bool isPale(const ShownSample& sample) const { return conditions[static_cast<std::size_t>(sample.condition)].isMean(); }
    QString xText() const;        ///< of an axis or a column
    QString lengthLabel() const;  ///< symbol or name of the length that grows
    bool hasSeveralLaws() const;  ///< true where the drawn ones are fitted by different laws
    Unit lengthUnit() const { return lengthUnit_; }
    Unit timeUnit() const { return timeUnit_; }
    /// The unit in which a column or a parameter of that dimension reads well in the chart's units.
    Unit unitOf(const ModelParameter& quantity) const;
    void findUnits();

private:
    Unit lengthUnit_, timeUnit_;
};

/// Why the growth is not drawn in these units, and what to do; empty: it is. `name`: of the one whose units they are.
QString whyNotDrawn(const FittedGrowth& growth, const SampleUnits& units);

/// Question from which all of it is made, by value.
struct SamplesQuestion {
    struct Series {
        ProjectSeries entry;
        std::shared_ptr<const Session> session;  ///< null: it is not read, or could not be
        std::shared_ptr<const Sample> known;     ///< made of just these; null: to be made
        SampleState state = SampleState::reading;
        QString problem;       ///< why it could not be read
        int toMeasure = 0;     ///< frames
        bool isMoved = false;  ///< images of it are not where they were
    };
    std::vector<Series> series;
    int lookedAt = 0;
    QString xLabel;
};
std::shared_ptr<const SamplesData> samplesDataOf(const SamplesQuestion& question);

/// The samples of a project or of a batch, all shown alike: for figures.
std::shared_ptr<const SamplesData> samplesDataOf(const Project& project, std::vector<Sample> samples);

/// The condition's number as it is typed: nothing of an empty text. Not a number: nothing, and `isWrong` is set.
std::optional<double> typedNumber(const QString& text, bool& isWrong);

}  // namespace coarsen::window
