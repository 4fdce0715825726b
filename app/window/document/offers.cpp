// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/offers.hpp"

#include "app/window/theme/words.hpp"
#include "core/series/frame_sizes.hpp"
#include "core/series/times_from.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {

using TimesOfFrames = coarsen::Times;

TimesOfFrames timesThatCount(const ImageSeries& series) {
    TimesOfFrames times;
    for (const FrameSource& frame : series.frames)
        times.push_back(std::isfinite(frame.timeS) ? std::optional(NamedTime{frame.timeS, false}) : std::nullopt);
    return times;
}

bool areWhole(const TimesOfFrames& times) {
    return !times.empty() && std::ranges::all_of(times, [](const auto& time) { return time.has_value(); });
}

/// Tells whether they are other times than those that count; between clocks and elapsed times the steps are compared.
bool areOthers(const TimesOfFrames& times, const TimesOfFrames& counting) {
    return times.size() != counting.size() || !areWhole(times) || !areWhole(counting) || doConflict(counting, times);
}

/// The seconds from frame to frame where they are equal.
std::optional<double> equalInterval(const TimesOfFrames& times) {
    if (times.size() < 2 || !areWhole(times)) return std::nullopt;
    const double interval = times[1]->seconds - times[0]->seconds;
    for (std::size_t i = 1; i < times.size(); ++i)
        if (std::abs(times[i]->seconds - times[i - 1]->seconds - interval) > 1e-6 * std::abs(interval)) return std::nullopt;
    return interval > 0 ? std::optional(interval) : std::nullopt;
}

struct SourceWords {
    QString shortly, ifOther;
};

SourceWords wordsOfSource(TimeChoice::Kind kind, bool isOneImage) {
    switch (kind) {
        case TimeChoice::Kind::pages:
            return {QObject::tr("from the pages"), QObject::tr("pages differ")};
        case TimeChoice::Kind::filename:
            return {QObject::tr("from the names"), QObject::tr("names differ")};
        case TimeChoice::Kind::fileInterval:
            return isOneImage ? SourceWords{QObject::tr("from the file"), QObject::tr("the file differs")}
                              : SourceWords{QObject::tr("from the files"), QObject::tr("files differ")};
        case TimeChoice::Kind::exif:
            return {QObject::tr("from a clock"), QObject::tr("a clock differs")};
        case TimeChoice::Kind::film:
            return {QObject::tr("from the film's clock"), QObject::tr("the film's clock differs")};
        case TimeChoice::Kind::date:
            return {QObject::tr("from the TIFFs' dates"), QObject::tr("dates differ")};
        default:
            return {};
    }
}

/// Without zeros that say nothing: "0.5", not "0.500".
QString plainNumber(double value, int digits = 6) {
    QString text = significant(value, digits);
    while (text.contains('.') && (text.endsWith('0') || text.endsWith('.')))
        text.chop(1);
    return text;
}

QString sideNumber(double um) {
    return plainNumber(um, 3);
}

/// Who says a size, in a word.
QString speakerOf(const SizeOffer& offer) {
    return offer.source == SizeSource::density ? QObject::tr("density") : QString::fromStdString(offer.by).section(' ', 0, 0);
}

QString withTrust(const QString& words, Trust trust) {
    return trust == Trust::inherited ? words + QObject::tr(", to be checked") : words;
}

}  // namespace

QString wordsOf(Trust trust) {
    switch (trust) {
        case Trust::typed:
            return QObject::tr("typed");
        case Trust::stated:
            return QObject::tr("clearly stated");
        case Trust::inherited:
            return QObject::tr("to be checked: it may belong to something else");
        case Trust::offered:
            break;
    }
    return QObject::tr("only offered");
}

QString umPerPxText(const Calibration& calibration) {
    const auto number = sideNumber;
    const QString width = number(calibration.pixelWidthUm), height = number(calibration.pixelHeightUm);
    if (!calibration.isOfVolumes()) return width + (calibration.isSquare() ? QString() : " × " + height) + QObject::tr(" µm/px");
    constexpr double umPerMm = 1000;
    const bool isLarge = std::max(calibration.pixelWidthUm, calibration.pixelDepthUm) >= umPerMm;
    const Unit unit = isLarge ? Unit{QStringLiteral("mm"), 1 / umPerMm} : Unit{QStringLiteral("µm"), 1};
    const auto side = [&](double um) { return number(um * unit.perBase); };
    const bool isCube =
        Spacing{calibration.pixelWidthUm, calibration.pixelHeightUm, calibration.pixelDepthUm, true}.isIsotropic();
    if (isCube) return side(calibration.pixelWidthUm) + " " + unit.name + QObject::tr("/px");
    return side(calibration.pixelWidthUm) + " × " + side(calibration.pixelHeightUm) + " × " + side(calibration.pixelDepthUm) +
           " " + unit.name;
}

QString umPerPxText(const ImageSeries& series, const Calibration& calibration) {
    if (calibration.isTyped() || !haveOwnSizes(series)) return umPerPxText(calibration);
    const auto umPerPx = [&](const FrameSource& frame) { return sizeOf(frame, calibration).umPerPx(); };
    const auto [least, most] = std::ranges::minmax_element(series.frames, {}, umPerPx);
    const double low = umPerPx(*least), high = umPerPx(*most);
    const bool areTwo = std::ranges::all_of(
        series.frames, [&](const FrameSource& frame) { return umPerPx(frame) == low || umPerPx(frame) == high; });
    return (areTwo ? QObject::tr("%1 and %2 µm/px") : QObject::tr("%1 … %2 µm/px")).arg(sideNumber(low), sideNumber(high));
}

void Offers::adopt() {
    reading_.drop();
    readingFacts_.drop();
    known_.reset();
    facts_.clear();
    framesAsked_ = 0;
}

void Offers::askIfOld() {
    if (!opened_.isOpen() || framesAsked_ == opened_.frameCount()) return;
    framesAsked_ = opened_.frameCount();
    reading_.ask(
        [this, series = opened_.session.series]() -> LatestJob::Result {
            Known known{offersOfTimes(series), sizesOffered(series)};
            return [this, known = std::move(known)]() mutable {
                known_ = std::move(known);
                emit changed();
            };
        },
        [this](const QString&) {  // what the files offer is not known then; what counts is
            framesAsked_ = 0;
            emit changed();
        });
}

void Offers::askFacts(int frame) {
    if (frame < 0 || frame >= opened_.frameCount()) return;
    readingFacts_.ask(
        [this, frame, series = opened_.session.series, size = opened_.session.calibration]() -> LatestJob::Result {
            return [this, facts = factsOfFrame(series, frame, size)] {
                facts_ = facts;
                problem_.clear();
                emit factsRead();
            };
        },
        [this](const QString& problem) {
            facts_.clear();
            problem_ = problem;
            emit factsRead();
        });
}

/// The source alone changes: in which order frames follow each other stays.
TimeChoice Offers::choiceOf(TimeChoice::Kind kind) const {
    TimeChoice choice;
    choice.kind = kind;
    choice.intervalS = opened_.session.times.intervalS;
    choice.order = opened_.session.times.order;
    return choice;
}

/// The largest unit in which both ends are short numbers: 10 to 230 min, not 0.1667 to 3.833 h.
Unit Offers::unitOfSpan(double first, double last) const {
    const TimeUnit chosen = opened_.session.timeUnit;
    if (chosen != TimeUnit::automatic) return timeUnit(true, std::max(std::abs(first), std::abs(last)), chosen);
    const auto isShort = [](double value) { return std::abs(value * 100 - std::round(value * 100)) < 1e-6; };
    for (const TimeUnit unit : {TimeUnit::day, TimeUnit::hour, TimeUnit::minute, TimeUnit::second}) {
        const Unit one = timeUnit(true, std::max(std::abs(first), std::abs(last)), unit);
        const bool isLarge = std::abs(last) * one.perBase >= 1;
        if (isLarge && isShort(first * one.perBase) && isShort(last * one.perBase)) return one;
    }
    return timeUnit(true, std::max(std::abs(first), std::abs(last)), TimeUnit::automatic);
}

QString Offers::spanText(const TimesOfFrames& times) const {
    if (const auto interval = equalInterval(times))
        return QObject::tr("every %1").arg(fieldText(*interval, times_.fieldUnit("times.interval", *interval)));
    const double start = times.front()->isClock ? times.front()->seconds : 0;
    const double first = times.front()->seconds - start, last = times.back()->seconds - start;
    const Unit unit = unitOfSpan(first, last);
    return QObject::tr("%1 to %2").arg(plainNumber(first * unit.perBase), plainNumber(last * unit.perBase)) + " " + unit.name;
}

std::vector<OfferedTimes> Offers::times() const {
    if (!known_) return {};
    const TimeChoice& now = opened_.session.times;
    const TimesOfFrames counting = timesThatCount(opened_.session.series);
    const bool areCounted = times_.areSeconds();
    const auto& all = known_->times.all;
    const auto best = std::ranges::find_if(all, [](const TimesOffer& offer) { return offer.trust != Trust::offered; });
    std::vector<OfferedTimes> lines;
    for (const TimesOffer& offer : all) {
        const bool isBest = best != all.end() && &offer == &*best;
        OfferedTimes line;
        line.choice = choiceOf(isBest ? TimeChoice::Kind::automatic : offer.kind);
        line.value = spanText(offer.times);
        line.by = QString::fromStdString(offer.by);
        const SourceWords words = wordsOfSource(offer.kind, isOneImage(opened_.session.series));
        line.shortly = withTrust(words.shortly, offer.trust);
        line.ifOther = words.ifOther;
        line.trust = offer.trust;
        line.differs = areCounted && areOthers(offer.times, counting);
        const bool isChosen =
            (now.kind == offer.kind && now.numbersUnit.empty()) || (isBest && now.kind == TimeChoice::Kind::automatic);
        line.isCurrent = isChosen && areCounted && !line.differs;
        lines.push_back(line);
    }
    return lines;
}

QString Offers::numbersOfNames() const {
    if (!known_ || !numbersInUnit(known_->times.names, 1)) return {};
    const auto& numbers = known_->times.names.numbers;
    return tr("%1 to %2").arg(plainNumber(numbers.front().value_or(0)), plainNumber(numbers.back().value_or(0)));
}

OfferedSize Offers::offered(const SizeOffer& offer, bool isBest) const {
    const Calibration &now = opened_.session.calibration, &ofFiles = opened_.session.series.calibration;
    const auto isAlike = [](const Calibration& a, const Calibration& b) {
        return a.isKnown() && b.isKnown() && areOfOneSize({a.pixelWidthUm, a.pixelHeightUm}, {b.pixelWidthUm, b.pixelHeightUm});
    };
    OfferedSize line;
    const bool areVolumes = opened_.session.series.volumes.has_value();
    line.calibration = {offer.size.x, offer.size.y, "typed, from " + offer.by, areVolumes ? offer.size.z : 0};
    const bool isOfFiles = isBest && isAlike(ofFiles, line.calibration);
    if (isOfFiles) line.calibration = ofFiles;  // with what each frame states for itself
    line.value = umPerPxText(opened_.session.series, line.calibration);
    line.by = QString::fromStdString(offer.by);
    line.shortly = withTrust(speakerOf(offer), offer.trust);
    line.ifOther = tr("%1 differs").arg(speakerOf(offer));
    line.trust = offer.trust;
    line.isCurrent = now.isKnown() && now.source == line.calibration.source && isAlike(now, line.calibration);
    line.differs = now.isKnown() && !isAlike(now, line.calibration);
    return line;
}

std::vector<OfferedSize> Offers::sizes() const {
    if (!known_) return {};
    const SizeOffer* const best = sizeTaken(known_->sizes, SizeSource::best);
    std::vector<OfferedSize> lines;
    for (const SizeOffer& offer : known_->sizes)
        if (areSides({offer.size.x, offer.size.y})) lines.push_back(offered(offer, &offer == best));
    return lines;
}

}  // namespace coarsen::window
