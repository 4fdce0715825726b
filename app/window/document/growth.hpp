// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/notices.hpp"
#include "app/window/state/opened.hpp"
#include "app/window/values/cell_state.hpp"
#include "app/window/values/growth_data.hpp"
#include "app/window/workers/background.hpp"

#include <QObject>

#include <filesystem>
#include <memory>
#include <vector>

namespace coarsen::window {

/// Statements on the lengths measured: fits, judgements of the series, and the values of the growth chart.
class Growth : public QObject {
    Q_OBJECT
public:
    /// All of it outlives this.
    Growth(Opened& opened, Background& background, Notices& notices)
        : opened_(opened), background_(background), notices_(notices) {}

    const std::shared_ptr<const GrowthData>& data() const { return data_; }
    std::vector<CellState> cellStates() const;
    void wantExponents();            ///< from now on, until another series is opened
    void setTruthShown(bool shown);  ///< of a series whose answer is known
    /// Reads another session of the series and shows its lengths beside these; a notice says why not.
    void compareWith(const std::filesystem::path& file);
    void stopComparing();
    bool isComparing() const { return other_ != nullptr; }

    // What follows a change of what is open.
    void adopt();    ///< another session
    void rebuild();  ///< the values, from what is known
    void refit();    ///< they follow once it is done
    void judge();    ///< tells when the shape of C1D changes during the series, and which frames are far from their neighbours

signals:
    void changed();  ///< the values are others, for what was asked for has been found

private:
    FitQuestion question() const;
    void findTruth();
    void findExponents();
    const SharedResult& unmeasuredRow(int frame);
    std::shared_ptr<const SessionComparison> otherSession() const;

    Opened& opened_;
    Background& background_;
    Notices& notices_;
    std::shared_ptr<const GrowthData> data_;
    std::vector<SharedResult> unmeasured_;  ///< by frame: what stands in for its result
    std::vector<double> trueRMaxPx_;
    bool isTruthShown_ = false;
    std::shared_ptr<const OtherResult> other_;  ///< that is compared; null: none
    std::filesystem::path otherFile_;
};

}  // namespace coarsen::window
