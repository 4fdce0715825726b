// SPDX-License-Identifier: GPL-3.0-or-later
// Values typed for the open one of several series that are to hold for all of them.
#include "app/window/document/samples.hpp"
#include "app/window/theme/words.hpp"

#include <QStringList>
#include <QUndoCommand>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::window {

namespace {

/// The values that a series had before, for undoing.
struct ValuesBefore {
    Calibration calibration;
    TimeChoice times;
    std::optional<double> t0S;
    std::map<std::string, TimeUnit> typedUnits;
    ImageSeries series;
};

ValuesBefore valuesOf(const Session& session) {
    return {session.calibration, session.times, session.recipe.fit.t0S, session.typedUnits, session.series};
}

void takeBack(Session& session, const ValuesBefore& values) {
    session.calibration = values.calibration;
    session.times = values.times;
    session.recipe.fit.t0S = values.t0S;
    session.typedUnits = values.typedUnits;
    takeTimes(session, values.series);
    session.fits.clear();
}

class HoldCommand final : public QUndoCommand {
public:
    HoldCommand(const QString& name, std::function<void()> undo, std::function<void()> redo)
        : QUndoCommand(name), undo_(std::move(undo)), redo_(std::move(redo)) {}
    void undo() override { undo_(); }
    void redo() override { redo_(); }

private:
    std::function<void()> undo_, redo_;
};

}  // namespace

void Samples::holdForAll(const TypedForAll& typed) {
    std::vector<KnownPointer> others;
    auto before = std::make_shared<std::vector<ValuesBefore>>();
    QStringList left;
    for (const OneSeries& one : series_) {
        if (one.known == open_) continue;
        if (one.known->held && one.known != measuring_) {
            others.push_back(one.known);
            before->push_back(valuesOf(*one.known->held->session));
        } else {
            left << QString::fromStdString(one.entry.shownName());
        }
    }
    if (!left.isEmpty())
        notices_.raise({Notice::Kind::warning, tr("Some series keep their own values"),
                        tr("They are not read yet, or are being measured: %1.").arg(left.join(", ")), -1});
    if (others.empty()) return;
    undo_.push(new HoldCommand(
        tr("change of all series"),
        [this, others, before] {
            for (std::size_t i = 0; i < others.size(); ++i)
                giveTo(others[i], [before, i](Session& session) { takeBack(session, (*before)[i]); });
        },
        [this, others, typed] {
            for (const KnownPointer& other : others)
                giveTo(other, [typed](Session& session) { takeTyped(session, typed); });
        }));
}

/// In the reader's thread. Where the series has changed meanwhile it is given to what it is now; one that has come to be the open
/// one has a history of its own.
void Samples::giveTo(const KnownPointer& known, const std::function<void(Session&)>& give) {
    const std::shared_ptr<const HeldSeries> held = known->held;
    if (!held) return;
    reader_.run(
        [this, known, held, give, asked = workspace_.now()]() -> Background::Result {
            auto session = std::make_shared<Session>(*held->session);
            give(*session);
            auto after = std::make_shared<HeldSeries>(*held);
            after->toMeasure = framesToMeasure(*session);
            after->session = std::move(session);
            return [this, known, held, give, after, asked] {
                if (workspace_.isOver(asked)) return;
                if (known->held != held) return giveTo(known, give);
                known->held = after;
                known->sample.reset();
                if (known != measuring_) known->state = after->toMeasure > 0 ? SampleState::unmeasured : SampleState::ready;
                isChanged_ = true;
                keepSoon();
                refresh();
            };
        },
        [this](const QString& problem) {
            notices_.raise({Notice::Kind::warning, tr("A series keeps its own values"), problem, -1});
        });
}

}  // namespace coarsen::window
