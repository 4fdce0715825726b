// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/times.hpp"
#include "app/window/state/opened.hpp"
#include "app/window/workers/latest_job.hpp"
#include "core/series/facts_table.hpp"
#include "core/series/sizes_offered.hpp"
#include "core/series/times_offered.hpp"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace coarsen::window {

/// One source of times among those that the files have.
struct OfferedTimes {
    TimeChoice choice;    ///< that takes it
    QString value;        ///< "every 60 s", "0 to 300 s"
    QString by, shortly;  ///< "ImageJ finterval=60"; "from the file"
    QString ifOther;      ///< "names differ"
    Trust trust = Trust::stated;
    bool isCurrent = false;  ///< its times are those that count
    bool differs = false;    ///< it would give other times than those that count
};

/// One size of pixels among those that the files have.
struct OfferedSize {
    Calibration calibration;  ///< that takes it
    QString value;            ///< "0.5 µm/px"
    QString by, shortly;      ///< "ImageJ unit=um"; "ImageJ"
    QString ifOther;          ///< "ImageJ differs"
    Trust trust = Trust::stated;
    bool isCurrent = false, differs = false;
};

/// Offers of the files of the open series for its times and the size of its pixels, and what the file of the frame
/// looked at says. Both are read in the background; what was asked last counts.
class Offers : public QObject {
    Q_OBJECT
public:
    /// All of it outlives this.
    Offers(const Opened& opened, const Times& times) : opened_(opened), times_(times) {}

    bool isKnown() const { return known_.has_value(); }
    bool isUnderWay() const { return reading_.isUnderWay() || readingFacts_.isUnderWay(); }
    std::vector<OfferedTimes> times() const;
    std::vector<OfferedSize> sizes() const;
    QString numbersOfNames() const;  ///< "t001": bare numbers that may be counted in a unit; empty: names have none

    void askFacts(int frame);                                     ///< whose answer is `factsRead`
    const std::vector<FactRow>& facts() const { return facts_; }  ///< of the frame asked for last, once they are read
    const QString& problemOfFacts() const { return problem_; }
    void leaveFacts() { readingFacts_.drop(); }  ///< nobody looks at them any more

    // Called after a change of what is open.
    void adopt();     ///< something else is open
    void askIfOld();  ///< frames have come since

signals:
    void changed();
    void factsRead();

private:
    struct Known {
        OffersOfTimes times;
        std::vector<SizeOffer> sizes;
    };
    TimeChoice choiceOf(TimeChoice::Kind kind) const;
    QString spanText(const coarsen::Times& times) const;
    Unit unitOfSpan(double first, double last) const;
    OfferedSize offered(const SizeOffer& offer, bool isBest) const;

    const Opened& opened_;
    const Times& times_;
    std::optional<Known> known_;
    int framesAsked_ = 0;
    std::vector<FactRow> facts_;
    QString problem_;
    LatestJob reading_, readingFacts_;
};

QString umPerPxText(const Calibration& calibration);  ///< "0.5 µm/px", "0.5 × 0.6 µm/px", "0.5 × 0.5 × 1.5 µm"
/// "0.5 to 1 µm/px" where frames have their own.
QString umPerPxText(const ImageSeries& series, const Calibration& calibration);
QString wordsOf(Trust trust);  ///< "stated", "inherited: used because nothing better is there, and it may be of something else"

}  // namespace coarsen::window
