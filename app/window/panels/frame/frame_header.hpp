// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/views/image_view.hpp"

#include <QWidget>

#include <vector>

class QLabel;
class QToolButton;

namespace coarsen::window {

/// Above the frame: its number and time over its file's name, the stages, how two are compared, dust, gauge, loupe, line profile,
/// fit to view.
class FrameHeader : public QWidget {
    Q_OBJECT
public:
    FrameHeader(Document& document, ImageView& view, QWidget* parent = nullptr);
    void chooseStage(int number);  ///< 0 ... among those that can be chosen; keys 1 to 7
    void chooseStageNamed(const QString& key);
    void compareBeforeAndAfter(const QString& step);  ///< of one step, as a wipe; asked for again: what was shown before
    void toggleWipe();
    void toggleSide();
    void toggleDust();
    void toggleGauge();
    void toggleLoupe();
    void toggleProfile();
    void setProfileOn(bool on);
    bool isDustOn() const;
    bool isGaugeOn() const;
    bool isLoupeOn() const;
    void setAlone(bool alone);  ///< one stage alone, where nobody compares two; no longer: as it was before
    void showDust();            ///< the dust stage alone with what is masked: to paint on

    QSize minimumSizeHint() const override;

signals:
    void profileToggled(bool on);
    void dustToggled(bool on);
    void gaugeToggled(bool on);
    void fitWanted();

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    using Look = ImageView::Look;
    void setLook(const Look& look);
    void setCompare(ImageView::Compare compare);
    void showFrame();
    void fillStageMenu();
    void numberStages();   ///< says the key of each
    void arrange();        ///< the time in as many words as there is room for, and as much of the file's name
    void arrangeStages();  ///< fewer stage names where there is little room; the menu beside them has all

    Document& document_;
    ImageView& view_;
    QLabel *title_, *time_, *file_;
    QStringList timeWords_;  ///< of the frame shown, the longest first
    QString lastTime_;       ///< of the last frame
    QString fileName_;       ///< of the frame shown
    std::vector<QToolButton*> stages_;
    QToolButton *manual_, *allStages_, *wipe_, *side_, *dust_, *gauge_, *loupe_, *profile_;
    std::optional<Look> before_;                        ///< the comparison of a step
    std::optional<ImageView::Compare> comparedBefore_;  ///< before one was shown alone
    QList<int> arrangedFor_;                            ///< the room, and what wants it: scrubbing lays nothing out anew
};

}  // namespace coarsen::window
