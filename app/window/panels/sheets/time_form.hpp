// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/panels/sheets/offers_list.hpp"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;

namespace coarsen::window {

class HoldChoice;
class TimeField;

/// Where the frames' times come from, when the quench was, and in which unit times are shown. A source that is there is taken by
/// a click; what is typed is taken by *Use* or Enter.
class TimeForm : public QWidget {
    Q_OBJECT
public:
    /// `owner`: over which a table of times is chosen.
    TimeForm(Document& document, QWidget* owner);

signals:
    void done();
    void factsWanted();  ///< the sheet of facts is to be shown

private:
    std::vector<OfferLine> lines();
    QWidget* numbersRow();
    QWidget* tableRow();
    void take(TimeChoice choice);
    void takeTable();
    void use();
    /// With t0 and the unit as they stand in the fields; nothing where these are not understood.
    std::optional<std::function<void(const TimeChoice&)>> taker();
    void countFrames(bool counted);
    void foretell();
    TimeUnit chosenUnit() const;
    bool isCountedByNumber() const;
    bool isTableThere() const;  ///< times are of a table now
    double lastPlace() const;

    Document& document_;
    QWidget* owner_;
    TimeChoice chosen_;  ///< as it stands in the fields
    OffersList* offers_;
    QComboBox* unit_;
    TimeField *interval_, *quench_;
    QCheckBox *byNumber_,  ///< shown where numbers are missing in the names
        *byTime_;          ///< shown where times go back
    QLabel* summary_;
    HoldChoice* hold_;
};

/// "First frame 20.00 h, last 130.00 h after the quench."; both in seconds after it.
QString momentsText(double firstS, double lastS, const Unit& unit);

}  // namespace coarsen::window
