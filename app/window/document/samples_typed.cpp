// SPDX-License-Identifier: GPL-3.0-or-later
// Values chosen for the open one of several series that hold for others: its group, or all of them.
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
    FitSettings fit;
    std::map<std::string, TimeUnit> typedUnits;
    ImageSeries series;
};

ValuesBefore valuesOf(const Session& session) {
    return {session.calibration, session.times, session.recipe.fit, session.typedUnits, session.series};
}

void takeBack(Session& session, const ValuesBefore& values) {
    session.calibration = values.calibration;
    session.times = values.times;
    session.recipe.fit = values.fit;
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

std::string Samples::group() const {
    const int open = place(open_.get());
    if (!isSeveral() || open < 0) return {};
    const std::string& group = series_[static_cast<std::size_t>(open)].entry.group;
    const auto isRepeat = [&group](const OneSeries& one) { return one.entry.group == group; };
    return group.empty() || std::ranges::count_if(series_, isRepeat) < 2 ? std::string() : group;
}

std::vector<Samples::KnownPointer> Samples::others(Holders holders) const {
    std::vector<KnownPointer> others;
    const std::string group = this->group();
    for (const OneSeries& one : series_)
        if (one.known != open_ && (holders == Holders::all || (!group.empty() && one.entry.group == group)))
            others.push_back(one.known);
    return others;
}

int Samples::countOf(Holders holders) const {
    return holders == Holders::none ? 1 : 1 + static_cast<int>(others(holders).size());
}

void Samples::hold(const SharedValues& typed, Holders holders) {
    if (holders != Holders::none)
        giveTo(
            others(holders), [typed](Session& session) { takeTyped(session, typed); }, false);
}

std::function<void()> Samples::followers(const FitSettings& before, const FitSettings& after) {
    const bool isOtherLaw = before.model != after.model, isOtherQuench = before.t0S != after.t0S;
    if ((!isOtherLaw && !isOtherQuench) || group().empty()) return {};
    return [=, this] {
        const auto give = [=](Session& session) {
            FitSettings& fit = session.recipe.fit;
            if (isOtherLaw) fit.model = after.model;
            if (isOtherQuench && fit.t0S == before.t0S) fit.t0S = after.t0S;
            session.fits.clear();  // they are made anew of what holds now
        };
        std::vector<KnownPointer> taking = others(Holders::group);
        if (!isOtherLaw)  // a repeat with a quench of its own keeps it
            std::erase_if(taking,
                          [&](const KnownPointer& one) { return one->held && one->held->session->recipe.fit.t0S != before.t0S; });
        const int followed = giveTo(taking, give, isOtherLaw);
        if (followed == 0) return;
        const QString what =
            isOtherLaw ? tr("The law holds for %1 of the %2 series of %3") : tr("t₀ holds for %1 of the %2 series of %3");
        notices_.say(what.arg(1 + followed).arg(countOf(Holders::group)).arg(QString::fromStdString(group())));
    };
}

/// In a step of undo; returns how many take it. `isLaw`: a growth law that the group has from now on.
int Samples::giveTo(const std::vector<KnownPointer>& others, const std::function<void(Session&)>& give, bool isLaw) {
    std::vector<KnownPointer> taking;
    auto before = std::make_shared<std::vector<ValuesBefore>>();
    QStringList left;
    for (const KnownPointer& other : others) {
        if (other->held && other != measuring_) {
            taking.push_back(other);
            before->push_back(valuesOf(*other->held->session));
        } else {
            left << QString::fromStdString(series_[static_cast<std::size_t>(place(other.get()))].entry.shownName());
        }
    }
    if (!left.isEmpty())
        notices_.raise({Notice::Kind::warning, tr("Some series keep their own values"),
                        tr("They are not read yet, or are being measured: %1.").arg(left.join(", ")), -1});
    if (taking.empty()) return 0;
    std::vector<std::pair<KnownPointer, bool>> lawsBefore;
    if (isLaw) {
        lawsBefore = {{open_, open_->hasLawOfGroup}};
        for (const KnownPointer& one : taking)
            lawsBefore.emplace_back(one, one->hasLawOfGroup);
    }
    undo_.push(new HoldCommand(
        tr("change of several series"),
        [this, taking, before, lawsBefore] {
            for (const auto& [known, had] : lawsBefore)
                known->hasLawOfGroup = had;
            for (std::size_t i = 0; i < taking.size(); ++i)
                giveTo(taking[i], [before, i](Session& session) { takeBack(session, (*before)[i]); });
        },
        [this, taking, give, lawsBefore] {
            for (const auto& [known, had] : lawsBefore)
                known->hasLawOfGroup = true;
            for (const KnownPointer& one : taking)
                giveTo(one, give);
        }));
    return static_cast<int>(taking.size());
}

/// In the reader's thread. Where the series has changed meanwhile it is given to what it is now; one that has come to be the open
/// one has a history of its own.
void Samples::giveTo(const KnownPointer& known, const std::function<void(Session&)>& give) {
    const std::shared_ptr<const HeldSeries> held = known->held;
    if (!held) {  // it was opened meanwhile, and has a history of its own
        if (known == open_)
            notices_.raise({Notice::Kind::warning, tr("A series keeps its own values"),
                            tr("It was opened before they reached it; choose them again."), -1});
        return;
    }
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
