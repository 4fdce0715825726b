// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/frame/frame_header.hpp"

#include "app/window/panels/sheets/manual_window.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/words.hpp"
#include "core/preprocess/bleach.hpp"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace coarsen::window {

namespace {
/// Steps that a narrow header leaves to the menu to make room for the time; the other steps only do so for the frame's number.
const QStringList lessThanTime = {"grey", "crop"};

/// The first to go first. What came of it all stays.
QStringList lessWanted(const Recipe& recipe) {
    QStringList keys = lessThanTime;
    for (const Step& step : recipe.steps)
        if (const QString key = QString::fromStdString(step.key()); key != "contrast" && key != "flatten" && !keys.contains(key))
            keys << key;
    return keys << "flatten";
}

/// The whole volume, and what is left of it.
bool isShownOfVolumes(const Step& step) {
    return step.key() == "contrast";
}

bool isOffByDefault(const QString& key) {
    const Recipe recipe = defaultRecipe();
    const Step* const step = recipe.step(key.toStdString());
    return step && !step->isActing();
}
}  // namespace

FrameHeader::FrameHeader(Document& document, ImageView& view, QWidget* parent)
    : QWidget(parent), document_(document), view_(view) {
    setFixedHeight(34);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 8, 0);
    row->setSpacing(2);
    title_ = new QLabel;
    title_->setStyleSheet("font-weight: 700;");
    time_ = new QLabel;
    time_->setObjectName("frame-time");
    time_->setProperty("hint", true);
    time_->setIndent(4);
    time_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    file_ = new QLabel;
    file_->setObjectName("frame-file");
    file_->setProperty("hint", true);
    file_->setStyleSheet("font-size: 10px;");
    file_->setTextFormat(Qt::PlainText);
    file_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* const about = new QVBoxLayout;
    about->setSpacing(0);
    about->addStretch();
    auto* const number = new QHBoxLayout;
    number->setSpacing(row->spacing());
    number->addWidget(title_);
    number->addWidget(time_, 1);
    about->addLayout(number);
    about->addWidget(file_);
    about->addStretch();
    row->addLayout(about, 1);

    auto* const group = new QButtonGroup(this);
    const auto segment = [&](const QString& key) {
        auto* const button = new QToolButton;
        button->setText(stageName(key));
        button->setToolTip(key == "raw" ? tr("The frame as it was read") : tr("The frame after the step %1").arg(stageName(key)));
        button->setAccessibleName(button->toolTip());
        button->setCheckable(true);
        button->setProperty("segment", true);
        button->setProperty("tight", true);
        button->setProperty("stage", key);
        button->setObjectName("stage-" + key);
        button->setFocusPolicy(Qt::TabFocus);
        group->addButton(button);
        connect(button, &QToolButton::clicked, this, [this, key] { chooseStageNamed(key); });
        stages_.push_back(button);
        row->addWidget(button);
    };
    segment("raw");
    for (const Step& step : document.recipe().steps)
        if (step.key() != Bleach::key) segment(QString::fromStdString(step.key()));  // by which no picture changes
    stages_.back()->setChecked(true);
    const auto tool = [&](const QString& name, const QString& key, const QString& words, bool on) {
        auto* const button = new QToolButton;
        button->setObjectName(key);
        button->setIcon(icon(name));
        button->setIconSize({16, 16});
        button->setToolTip(words);
        button->setAccessibleName(words);
        button->setCheckable(true);
        button->setChecked(on);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
        return button;
    };
    allStages_ = tool("down", "all-stages", tr("All stages"), false);
    allStages_->setCheckable(false);
    allStages_->setPopupMode(QToolButton::InstantPopup);
    allStages_->setMenu(new QMenu(this));
    allStages_->menu()->setToolTipsVisible(true);
    connect(allStages_->menu(), &QMenu::aboutToShow, this, &FrameHeader::fillStageMenu);
    row->addSpacing(4);
    wipe_ =
        tool("wipe", "wipe", tr("Wipe between two stages (W); the tags on the image choose them, , and . move the line"), true);
    side_ = tool("side", "side", tr("Two stages side by side (S); the tags on the image choose them"), false);
    dust_ = tool("mask", "dust", tr("Show what is masked (M)"), true);
    gauge_ = tool("gauge", "gauge", tr("Show the gauge, a circle of radius %1 (R)").arg(rMaxText()), true);
    loupe_ =
        tool("loupe", "loupe",
             tr("Loupe (Z): the pixels under the mouse, not smoothed, with the grey value; Ctrl+wheel: 4 to 8 times"), false);
    profile_ = tool("lineprofile", "line-profile", tr("Line profile (P): draw a line, see its grey values along it"), false);
    auto* const fit = tool("fitview", "fit-view", tr("Fit the frame into the view (F)"), false);
    fit->setCheckable(false);
    manual_ = manualButton("window#the-frame");
    row->addWidget(manual_);
    connect(wipe_, &QToolButton::clicked, this,
            [this](bool on) { setCompare(on ? ImageView::Compare::wipe : ImageView::Compare::single); });
    connect(side_, &QToolButton::clicked, this,
            [this](bool on) { setCompare(on ? ImageView::Compare::side : ImageView::Compare::single); });
    connect(dust_, &QToolButton::toggled, &view, &ImageView::setDustShown);
    connect(dust_, &QToolButton::toggled, this, &FrameHeader::dustToggled);
    connect(gauge_, &QToolButton::toggled, &view, &ImageView::setGaugeShown);
    connect(gauge_, &QToolButton::toggled, this, &FrameHeader::gaugeToggled);
    connect(loupe_, &QToolButton::toggled, &view, &ImageView::setLoupeShown);
    connect(profile_, &QToolButton::toggled, this, &FrameHeader::profileToggled);
    connect(fit, &QToolButton::clicked, this, &FrameHeader::fitWanted);
    connect(&view, &ImageView::stageWanted, this, [this](const QString& key, bool left) {
        if (left)
            view_.setLook({view_.look().compare, key, view_.look().right});
        else
            chooseStageNamed(key);
    });
    connect(&document, &Document::frameChanged, this, &FrameHeader::showFrame);
    connect(&document, &Document::choicesChanged, this, &FrameHeader::showFrame);
    setCompare(ImageView::Compare::wipe);
    showFrame();
}

void FrameHeader::chooseStage(int number) {
    for (const QToolButton* button : stages_)
        if (button->isEnabled() && number-- == 0) return chooseStageNamed(button->property("stage").toString());
}

void FrameHeader::numberStages() {
    constexpr int keys = 7;
    int number = 0;
    for (QToolButton* button : stages_) {
        const bool hasKey = button->isEnabled() && ++number <= keys;
        button->setProperty("number", hasKey ? number : 0);
        button->setToolTip(!button->isEnabled() ? tr("%1: this step of the recipe is off").arg(button->text())
                           : hasKey             ? QStringLiteral("%1 (%2)").arg(button->accessibleName()).arg(number)
                                                : button->accessibleName());
    }
}

void FrameHeader::chooseStageNamed(const QString& key) {
    for (QToolButton* button : stages_)
        button->setChecked(button->property("stage").toString() == key);
    view_.setLook({view_.look().compare, view_.look().left, key});
    arrange();
}

void FrameHeader::compareBeforeAndAfter(const QString& step) {
    QString before = QStringLiteral("raw");
    for (const Step& one : document_.recipe().steps) {
        if (QString::fromStdString(one.key()) == step) {
            if (!one.isActing()) return;
            const Look wanted{ImageView::Compare::wipe, before, step};
            const Look now = view_.look();
            if (now != wanted) {
                before_ = now;
                return setLook(wanted);
            }
            if (before_) setLook(*std::exchange(before_, std::nullopt));
            return;
        }
        if (one.isActing()) before = QString::fromStdString(one.key());
    }
}

void FrameHeader::setLook(const Look& look) {
    view_.setLook(look);
    chooseStageNamed(look.right);
    setCompare(look.compare);
}

void FrameHeader::setCompare(ImageView::Compare compare) {
    wipe_->setChecked(compare == ImageView::Compare::wipe);
    side_->setChecked(compare == ImageView::Compare::side);
    view_.setLook({compare, view_.look().left, view_.look().right});
}

void FrameHeader::toggleWipe() {
    wipe_->click();
}
void FrameHeader::toggleSide() {
    side_->click();
}
void FrameHeader::toggleDust() {
    dust_->toggle();
}
void FrameHeader::toggleGauge() {
    gauge_->toggle();
}
void FrameHeader::toggleLoupe() {
    loupe_->toggle();
}
void FrameHeader::toggleProfile() {
    profile_->toggle();
}
void FrameHeader::setProfileOn(bool on) {
    profile_->setChecked(on);
}

bool FrameHeader::isDustOn() const {
    return dust_->isChecked();
}
bool FrameHeader::isGaugeOn() const {
    return gauge_->isChecked();
}
bool FrameHeader::isLoupeOn() const {
    return loupe_->isChecked();
}

void FrameHeader::setAlone(bool alone) {
    if (alone) {
        comparedBefore_ = view_.look().compare;
        return setCompare(ImageView::Compare::single);
    }
    if (comparedBefore_ && view_.look().compare == ImageView::Compare::single) setCompare(*comparedBefore_);
    comparedBefore_.reset();
}

void FrameHeader::showDust() {
    setCompare(ImageView::Compare::single);
    chooseStageNamed("dust");
    dust_->setChecked(true);
}

void FrameHeader::showFrame() {
    if (!document_.isOpen() || document_.frame().index() < 0) return;
    title_->setText(tr("Frame %1").arg(document_.frame().index()));
    const auto& frames = document_.session().series.frames;
    const auto words = [&](const FrameSource& frame) {
        return timeText(frame.timeS - document_.times().origin(), document_.growth().data()->timeUnit());
    };
    timeWords_.clear();
    lastTime_.clear();
    if (document_.times().areSeconds()) {
        timeWords_ << words(frames[static_cast<std::size_t>(document_.frame().index())]);
        if (document_.recipe().fit.t0S) timeWords_.prepend(tr("%1 since quench").arg(timeWords_.back()));
        lastTime_ = words(frames.back());
    }
    fileName_ = QString::fromStdString(frames[static_cast<std::size_t>(document_.frame().index())].name);
    const QString whole = QStringList(timeWords_.mid(0, 1) << fileName_).join(QStringLiteral("  ·  "));
    for (QLabel* label : {title_, time_, file_})
        label->setToolTip(whole);
    file_->setAccessibleName(tr("File: %1").arg(fileName_));
    const bool areVolumes = document_.session().series.volumes.has_value();
    for (QToolButton* tool : {wipe_, side_, loupe_, profile_})
        tool->setVisible(!areVolumes);
    for (QToolButton* button : stages_) {
        const Step* const step = document_.recipe().step(button->property("stage").toString().toStdString());
        button->setEnabled(!step || (step->isActing() && (!areVolumes || isShownOfVolumes(*step))));
    }
    numberStages();
    arrange();
}

void FrameHeader::fillStageMenu() {
    QMenu* const menu = allStages_->menu();
    menu->clear();
    for (const QToolButton* button : stages_) {
        const QString key = button->property("stage").toString();
        const int number = button->property("number").toInt();
        const QString words = number > 0 ? QStringLiteral("%1\t%2").arg(button->text()).arg(number) : button->text();
        QAction* const action = menu->addAction(words, this, [this, key] { chooseStageNamed(key); });
        action->setCheckable(true);
        action->setChecked(button->isChecked());
        action->setEnabled(button->isEnabled());
        action->setToolTip(button->isEnabled() ? QString() : button->toolTip());
    }
}

void FrameHeader::arrange() {
    for (QLabel* label : {title_, time_, file_})
        label->ensurePolished();  // to know its font
    manual_->hide();              // what it says stands in the menu, too
    arrangeStages();
    const int room = width() - layout()->minimumSize().width() - time_->indent();
    const QFontMetrics metrics(time_->font());
    const auto fits = [&](const QString& words) { return metrics.horizontalAdvance(words) <= room; };
    const auto longest = std::ranges::find_if(timeWords_, fits);
    time_->setText(longest == timeWords_.end() ? QString() : *longest);
    const QFontMetrics small(file_->font());
    const int roomForName = title_->minimumWidth() + time_->indent() + room;
    file_->setText(small.elidedText(fileName_, Qt::ElideMiddle, roomForName - 2));  // a letter may overhang
    const int left =
        std::min(room - metrics.horizontalAdvance(time_->text()), roomForName - small.horizontalAdvance(file_->text()));
    manual_->setVisible(left >= manual_->sizeHint().width() + layout()->spacing());
}

void FrameHeader::arrangeStages() {
    title_->setMinimumWidth(title_->fontMetrics().horizontalAdvance(tr("Frame %1").arg(std::max(0, document_.frameCount() - 1))));
    // The room is the same for all frames: nothing moves while one scrubs.
    const int forTime = lastTime_.isEmpty() ? 0 : time_->fontMetrics().horizontalAdvance(lastTime_) + time_->indent();
    QList<int> wanted = {width(), title_->minimumWidth(), forTime, wipe_->isHidden()};
    for (const QToolButton* button : stages_)
        wanted << button->isEnabled() << button->isChecked();
    if (std::exchange(arrangedFor_, wanted) == wanted) return;
    const auto keyOf = [](const QToolButton* button) { return button->property("stage").toString(); };
    const bool areVolumes = document_.session().series.volumes.has_value();
    for (QToolButton* button : stages_)
        button->setVisible(button->isEnabled() || (!areVolumes && !isOffByDefault(keyOf(button))));  // room for the others
    allStages_->hide();
    for (const QString& key : lessWanted(document_.recipe())) {
        if (layout()->minimumSize().width() + (lessThanTime.contains(key) ? forTime : 0) <= width()) return;
        allStages_->show();
        for (QToolButton* button : stages_)
            if (keyOf(button) == key && !button->isChecked()) button->hide();
    }
}

QSize FrameHeader::minimumSizeHint() const {
    return {600, 34};
}

void FrameHeader::resizeEvent(QResizeEvent*) {
    arrange();
}

}  // namespace coarsen::window
