// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QStringList>

namespace coarsen::window {

/// Quiet words that give way first: of several wordings, the longest in its tooltip, it shows the longest that is whole, else the
/// beginning of the shortest.
///
/// Use:
///
///     FittingLabel label;
///     label.setWords({"R_max of 15 frames in micrometres", "R_max in µm", "R_max"});
class FittingLabel : public QLabel {
    Q_OBJECT
public:
    explicit FittingLabel(QWidget* parent = nullptr);
    void setWords(const QStringList& longestFirst);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void choose();
    int widthOf(const QString& words) const;

    QStringList words_;
};

}  // namespace coarsen::window
