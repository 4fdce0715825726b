// SPDX-License-Identifier: GPL-3.0-or-later
// Which series are open together, and what they are called.
#include "app/window/document/samples.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/values/sample_groups.hpp"
#include "core/session/series_name.hpp"

#include <QUndoCommand>

#include <algorithm>
#include <set>

namespace coarsen::window {

namespace {

/// Swaps one list for another.
class ListCommand final : public QUndoCommand {
public:
    ListCommand(const QString& name, std::function<void()> undo, std::function<void()> redo)
        : QUndoCommand(name), undo_(std::move(undo)), redo_(std::move(redo)) {}
    void undo() override { undo_(); }
    void redo() override { redo_(); }

private:
    std::function<void()> undo_, redo_;
};

/// Where the images of a series lie that has no session: its folder, or the one file that holds all of them.
std::filesystem::path placeOfImages(const ImageSeries& series) {
    return std::filesystem::absolute(isOneFile(series) ? series.frames.front().file : series.folder).lexically_normal();
}

}  // namespace

Samples::Samples(const Opened& opened, const Machine& machine, Background& background, Notices& notices, QUndoStack& undo,
                 std::function<HeldSeries()> held)
    : opened_(opened), machine_(machine), background_(background), notices_(notices), undo_(undo), held_(std::move(held)) {
    keepSoon_.setSingleShot(true);
    keepSoon_.setInterval(recoverySoonMs);
    connect(&keepSoon_, &QTimer::timeout, this, &Samples::keep);
    connect(&run_, &SeriesWorker::rowsMeasured, this, &Samples::takeRows);
    connect(&run_, &SeriesWorker::ended, this, [this](bool, const QString& problem) { endMeasuring(problem); });
    connect(&run_, &SeriesWorker::noticed, this, [this](const QString& text) {
        notices_.raise({Notice::Kind::warning, tr("The engine changed"), text, -1});
    });
}

bool Samples::isBusy() const {
    return isBuilding_ || reading_ || wanted_ || !leaving_.empty() || isMeasuring() || !reader_.isIdle();
}

int Samples::place(const Known* known) const {
    const auto found = std::ranges::find_if(series_, [known](const OneSeries& one) { return one.known.get() == known; });
    return found == series_.end() ? -1 : static_cast<int>(found - series_.begin());
}

/// As it would be written down now: a session that was saved since has its file.
ProjectSeries Samples::entryOf(const OneSeries& one) const {
    ProjectSeries entry = one.entry;
    const std::filesystem::path file = one.known == open_ ? openFile()
                                       : one.known->held  ? one.known->held->file
                                                          : std::filesystem::path();
    if (!file.empty()) entry.path = std::filesystem::absolute(file).lexically_normal();
    return entry;
}

void Samples::beginWithOpen() {
    if (!series_.empty() || !opened_.isOpen()) return;
    open_ = std::make_shared<Known>();
    series_.push_back({{.path = openFile().empty() ? placeOfImages(opened_.session.series) : openFile()}, open_});
}

void Samples::push(const QString& name, const List& after) {
    if (after == list()) return;
    undo_.push(new ListCommand(
        name, [this, before = list()] { take(before); }, [this, after] { take(after); }));
}

void Samples::take(const List& list) {
    series_ = list.series;
    xLabel_ = list.xLabel;
    std::erase_if(queue_, [this](const KnownPointer& known) { return place(known.get()) < 0; });
    if (measuring_ && place(measuring_.get()) < 0) run_.cancel();
    isChanged_ = true;
    keepSoon();
    startReading();
    refresh();
}

void Samples::add(const std::vector<std::filesystem::path>& paths) {
    reader_.run(
        [this, paths, asked = workspace_.now()]() -> Background::Result {
            return [this, found = seriesIn(paths), asked] {
                if (!workspace_.isOver(asked)) addEntries(found);
            };
        },
        [this](const QString& problem) {
            notices_.raise({Notice::Kind::failure, tr("Nothing was added"), problem, -1, true});
        });
}

void Samples::addEntries(const Project& found) {
    beginWithOpen();
    List after = list();
    std::set<std::filesystem::path> there;
    for (const OneSeries& one : series_)
        there.insert(entryOf(one).path);
    int added = 0;
    for (const ProjectSeries& entry : found.series) {
        if (!there.insert(entry.path).second) continue;
        after.series.push_back({entry, std::make_shared<Known>()});
        ++added;
    }
    if (added == 0)
        return notices_.say(found.series.size() == 1 ? tr("That series is open already") : tr("They are open already"));
    std::vector<ProjectSeries> entries;
    for (const OneSeries& one : after.series)
        entries.push_back(entryOf(one));
    const NamedGroups named = groupsFromNames(std::move(entries), true);
    for (std::size_t i = 0; i < after.series.size(); ++i) {
        after.series[i].entry.group = named.series[i].group;
        after.series[i].entry.x = named.series[i].x;
    }
    if (after.xLabel.empty()) after.xLabel = found.xLabel.empty() ? named.xLabel : found.xLabel;
    const QString words = counted(added, tr("series"), tr("series"));
    if (open_) {
        push(tr("adding %1").arg(words), after);
    } else {  // nothing is open: the first one comes to be
        wanted_ = after.series.front().known;
        take(after);
    }
    if (open_ && opened_.session.recipe.fit.t0S)
        notices_.raise({Notice::Kind::information, tr("t₀ of added series is not known"),
                        tr("A t₀ that was typed for one series holds for that series alone, so the added series have none. Where "
                           "t₀ is the same for all, the chip Times sets it for all open series."),
                        -1});
    const bool isAnyGroup = std::ranges::any_of(named.series, [](const ProjectSeries& one) { return !one.group.empty(); });
    notices_.say(isAnyGroup ? tr("%1 added, with groups from their names; the table changes them").arg(words)
                            : tr("%1 added").arg(words));
}

void Samples::remove(const std::vector<int>& series) {
    std::vector<KnownPointer> leaving;
    for (const int one : series)
        leaving.push_back(series_[static_cast<std::size_t>(one)].known);
    if (!std::ranges::count(leaving, open_)) return takeOff(leaving);
    const auto stays = [&](const OneSeries& one) {
        return !std::ranges::count(leaving, one.known) && one.known->state != SampleState::failed;
    };
    const auto here = series_.begin() + place(open_.get());
    auto next = std::find_if(here, series_.end(), stays);
    if (next == series_.end()) next = std::find_if(series_.begin(), here, stays);
    if (next == series_.end() || next == here) return emit closeWanted();
    leaving_ = std::move(leaving);
    lookAt(static_cast<int>(next - series_.begin()));
}

void Samples::takeOff(const std::vector<KnownPointer>& leaving) {
    List after;
    after.xLabel = xLabel_;
    for (const OneSeries& one : series_)
        if (one.known == open_ || !std::ranges::count(leaving, one.known)) after.series.push_back(one);
    const std::size_t gone = series_.size() - after.series.size();
    if (gone > 0) push(tr("removal of %1").arg(counted(static_cast<int>(gone), tr("series"), tr("series"))), after);
}

void Samples::change(const std::map<int, ProjectSeries>& after, const QString& name, const std::string& xLabelWhereNone) {
    List changed = list();
    if (changed.xLabel.empty()) changed.xLabel = xLabelWhereNone;
    for (const auto& [series, entry] : after)
        changed.series[static_cast<std::size_t>(series)].entry = entry;
    push(name, changed);
}

void Samples::setXLabel(const QString& label) {
    List changed = list();
    changed.xLabel = label.trimmed().toStdString();
    push(tr("change of the meaning of x"), changed);
}

void Samples::lookAt(int series) {
    if (series < 0 || series >= static_cast<int>(series_.size())) return;
    const KnownPointer& known = series_[static_cast<std::size_t>(series)].known;
    if (known == open_) return;
    std::erase(queue_, known);
    if (known->state == SampleState::waiting) known->state = SampleState::unmeasured;
    if (known->state == SampleState::failed) return notices_.say(known->problem);
    if (known->held && known != measuring_) return emit lookWanted(series);
    wanted_ = known;
    known == measuring_ ? run_.cancel() : startReading();
}

HeldSeries Samples::swap(int wanted, bool isUnderWay) {
    const KnownPointer known = series_[static_cast<std::size_t>(wanted)].known;
    HeldSeries next = *known->held;
    if (known->followsRecipe && open_) {
        Session session = *next.session;
        session.recipe = followedRecipe(*known, session.recipe);
        session.files = opened_.session.files;
        next.session = std::make_shared<const Session>(std::move(session));
    }
    if (open_) {
        HeldSeries before = held_();
        before.toMeasure = opened_.measured.toMeasure();
        before.missing = open_->missing;
        open_->state = before.toMeasure > 0 ? SampleState::unmeasured : SampleState::ready;
        open_->held = std::make_shared<const HeldSeries>(std::move(before));
        open_->sample.reset();
        if (isUnderWay) {
            open_->state = SampleState::waiting;
            framesAsked_ += open_->held->toMeasure;
            queue_.push_front(open_);
            QMetaObject::invokeMethod(this, &Samples::measureNext, Qt::QueuedConnection);
        }
    }
    open_ = known;
    open_->held.reset();
    open_->sample.reset();
    open_->followsRecipe = false;
    wanted_.reset();
    if (!leaving_.empty())  // once it is open, for that begins another history
        QMetaObject::invokeMethod(
            this, [this] { takeOff(std::exchange(leaving_, {})); }, Qt::QueuedConnection);
    return next;
}

void Samples::refresh() {
    if (isSeveral()) return build();
    if (!std::exchange(data_, {})) return;
    emit changed();
}

/// One at a time, for conditions are fitted; what is asked for meanwhile comes after it, once.
void Samples::build() {
    if (std::exchange(isBuilding_, true)) {
        isWantedAgain_ = true;
        return;
    }
    SamplesQuestion question;
    question.xLabel = QString::fromStdString(xLabel_);
    question.lookedAt = place(open_.get());
    std::vector<std::pair<KnownPointer, std::shared_ptr<const HeldSeries>>> asked;
    for (const OneSeries& one : series_) {
        const Known& known = *one.known;
        SamplesQuestion::Series series;
        series.entry = entryOf(one);
        if (one.known == open_) {
            series.session = std::make_shared<const Session>(opened_.session);
            series.toMeasure = opened_.measured.toMeasure();
            series.state = opened_.measured.isUnderWay() ? SampleState::measuring
                           : series.toMeasure > 0        ? SampleState::unmeasured
                                                         : SampleState::ready;
        } else {
            series.state = known.state;
            series.problem = known.problem;
            if (known.held) {
                series.session = known.held->session;
                series.toMeasure = known.held->toMeasure;
                if (known.entry == series.entry) series.known = known.sample;
            }
        }
        series.isMoved = !known.missing.empty();
        asked.emplace_back(one.known, known.held);
        question.series.push_back(std::move(series));
    }
    const auto finish = [this, workspace = workspace_.now()](auto&& takeAnswer) {
        isBuilding_ = false;
        const bool isWantedAgain = std::exchange(isWantedAgain_, false);
        if (!workspace_.isOver(workspace)) takeAnswer();
        if (isWantedAgain) refresh();
    };
    reader_.run(
        [this, question = std::move(question), asked = std::move(asked), finish]() -> Background::Result {
            return [this, data = samplesDataOf(question), asked, finish] {
                finish([&] {
                    for (std::size_t i = 0; i < asked.size(); ++i) {
                        const auto& [known, held] = asked[i];
                        if (!held || known->held != held) continue;
                        known->sample = data->samples[i].sample;
                        known->entry = data->samples[i].entry;
                    }
                    if (!isSeveral()) return;
                    data_ = data;
                    emit changed();
                });
            };
        },
        [this, finish](const QString& problem) {
            finish([&] { notices_.raise({Notice::Kind::warning, tr("The samples could not be compared"), problem, -1}); });
        });
}

}  // namespace coarsen::window
