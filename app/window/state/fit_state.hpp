// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/state/epoch.hpp"
#include "core/growth/expected_frames.hpp"
#include "core/growth/exponents.hpp"
#include "core/growth/growth_fit.hpp"
#include "core/growth/off_neighbours.hpp"
#include "core/growth/quench_shift.hpp"
#include "core/session/session.hpp"

#include <optional>
#include <set>
#include <vector>

namespace coarsen::window {

/// Question from which fits are found: everything by value, for they are found in another thread.
struct FitQuestion {
    std::vector<SharedResult> results;
    NeighbourCorrelations neighbourCorrelations;
    std::set<int> excluded;
    Calibration calibration;
    FitSettings settings;
    double firstTimeS = 0;
    Epoch::Mark asked = 0;
};

struct FitAnswer {
    std::vector<GrowthFit> fits;
    std::vector<OffNeighbours> offNeighbours;  ///< frames to look at
    std::optional<RecentGrowth> recent;        ///< expectation from the last frames
    std::optional<QuenchShift> quenchShift;    ///< how much of the exponent hangs on t0
    Epoch::Mark asked = 0;
};

FitAnswer answerTo(const FitQuestion& question);
Exponents exponentsFor(const FitQuestion& question);
/// The rows that a fit may see, with the user's exclusions of now.
std::vector<FrameResult> rowsFor(const FitQuestion& question);

/// Knows the fits of a session, those before them, and whether one is under way. One is at a time; what is asked for meanwhile
/// is fitted after it, once. It fits nothing: whoever does asks first and brings the answer.
class FitState {
public:
    /// Keeps the fits of this session, which outlives it.
    explicit FitState(Session& session) : session_(session) {}

    void adopt();  ///< another session is open: answers to what was asked before are dropped

    Epoch::Mark opened() const { return opened_.now(); }
    FitQuestion question(std::vector<SharedResult> results) const;
    bool ask();  ///< true where a fit is to begin now
    bool isUnderWay() const { return isUnderWay_; }
    bool take(const FitAnswer& answer);  ///< ends the fit under way; whether the answer is of this session
    void fail() { isUnderWay_ = false; }
    bool takeAgain();                                                       ///< true where something has asked meanwhile
    bool isOver(Epoch::Mark asked) const { return opened_.isOver(asked); }  ///< it was asked for another session

    const FitAnswer& now() const { return now_; }  ///< its fits are the session's, too
    const std::vector<GrowthFit>& earlier() const { return earlier_; }
    /// Results go out of date: the fits to them are kept, unless those kept are of a whole series and these of a part.
    void keepAsEarlier(bool wasComplete);
    void dropEarlier() { earlier_.clear(); }

    bool wantExponents();  ///< from now on, for they cost more than fits; whether nothing has wanted them before
    bool areExponentsWanted() const { return areExponentsWanted_; }
    bool take(Exponents exponents, Epoch::Mark asked);  ///< true where they are of the fit there is
    const std::optional<Exponents>& exponents() const { return exponents_; }

private:
    Session& session_;
    Epoch opened_;
    FitAnswer now_;
    std::vector<GrowthFit> earlier_;
    std::optional<Exponents> exponents_;
    bool isUnderWay_ = false, isWantedAgain_ = false, areExponentsWanted_ = false;
};

}  // namespace coarsen::window
