// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/frame/flow_bar.hpp"

#include "app/window/panels/correlation/fitting_label.hpp"
#include "app/window/plots/flow_marks.hpp"
#include "app/window/theme/restyle.hpp"
#include "app/window/theme/theme.hpp"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace coarsen::window {

namespace {
constexpr int besideButtons = 8;  // px: words begin below those of the buttons
}

FlowBar::FlowBar(Document& document, QWidget* parent)
    : QWidget(parent), document_(document), flow_(document.frame().flow()), doubt_(new FittingLabel) {
    setObjectName("flow-bar");
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(4, 0, 8, 4);
    column->setSpacing(2);
    column->addWidget(makeChooser());
    facts_ = makeFacts();
    column->addWidget(facts_);
    doubt_->setObjectName("flow-doubt");
    auto* const below = new QHBoxLayout;
    below->setContentsMargins(besideButtons, 0, 0, 0);
    below->addWidget(doubt_);
    column->addLayout(below);
    hide();
    connect(&flow_, &ShownFlow::changed, this, &FlowBar::showState);
    for (const auto news : {&Document::opened, &Document::choicesChanged})
        connect(&document, news, this, &FlowBar::showState);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, &FlowBar::showState);
}

QWidget* FlowBar::makeChooser() {
    auto* const all = new QWidget;
    auto* const row = new QHBoxLayout(all);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    const auto segment = [&](const QString& name, const QString& words, const QString& help, QButtonGroup* group) {
        auto* const button = new QToolButton;
        button->setObjectName(name);
        button->setText(words);
        button->setToolTip(help);
        button->setAccessibleName(help);
        button->setCheckable(true);
        button->setProperty("segment", true);
        button->setFocusPolicy(Qt::TabFocus);
        group->addButton(button);
        row->addWidget(button);
        return button;
    };
    auto* const views = new QButtonGroup(this);
    for (const FlowAspect view :
         {FlowAspect::frame, FlowAspect::arrows, FlowAspect::displacement, FlowAspect::jacobian, FlowAspect::checkerboard}) {
        QToolButton* const button = segment("flow-" + keyOf(view), nameOf(view), helpOf(view), views);
        connect(button, &QToolButton::clicked, this, [this, view] { flow_.setSeen({view, flow_.seen().isAligned}); });
        views_.push_back(button);
    }
    row->addSpacing(12);
    auto* const alignments = new QButtonGroup(this);
    before_ = segment("flow-before", tr("Before"), tr("The other frame as it is"), alignments);
    after_ = segment("flow-after", tr("After alignment"), tr("The other frame moved by the flow"), alignments);
    for (const bool isAligned : {false, true})
        connect(isAligned ? after_ : before_, &QToolButton::clicked, this, [this, isAligned] {
            flow_.setSeen({flow_.seen().view, isAligned});
        });
    row->addStretch();
    return all;
}

QWidget* FlowBar::makeFacts() {
    auto* const all = new QWidget;
    auto* const row = new QHBoxLayout(all);
    row->setContentsMargins(besideButtons, 0, 0, 0);
    words_ = new FittingLabel;
    words_->setObjectName("flow-words");
    words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    words_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar_ = new QProgressBar;
    bar_->setObjectName("flow-progress");
    bar_->setAccessibleName(tr("The flow is being looked for"));
    bar_->setRange(0, 0);
    bar_->setTextVisible(false);
    bar_->setFixedWidth(80);
    button_ = new QPushButton;
    button_->setObjectName("flow-act");
    button_->setProperty("link", true);
    button_->setFocusPolicy(Qt::TabFocus);
    connect(button_, &QPushButton::clicked, this, &FlowBar::act);
    row->addWidget(words_, 1);
    row->addWidget(bar_);
    row->addWidget(button_);
    return all;
}

void FlowBar::act() {
    switch (flow_.state()) {
        case ShownFlow::State::off: {
            Recipe recipe = document_.recipe();
            setText(recipe, "align.on", "true");
            setText(recipe, "align.mode", "deform");
            return document_.changes().setRecipe(recipe, tr("measuring the flow"));
        }
        case ShownFlow::State::first:
            return document_.frame().showNeighbour(1);
        case ShownFlow::State::finding:
            return flow_.cancel();
        case ShownFlow::State::failed:
        case ShownFlow::State::cancelled:
            return flow_.again();
        case ShownFlow::State::unseen:
        case ShownFlow::State::waiting:
        case ShownFlow::State::found:
            break;
    }
}

void FlowBar::showState() {
    const FlowSeen& seen = flow_.seen();
    const bool isSeen = seen.view != FlowAspect::frame;
    setVisible(document_.isOpen() && (isSeen || deformingAlign(document_.recipe())));
    for (std::size_t i = 0; i < views_.size(); ++i)
        views_[i]->setChecked(static_cast<int>(i) == static_cast<int>(seen.view));
    for (QToolButton* button : {before_, after_})
        button->setVisible(seen.view == FlowAspect::checkerboard);
    (seen.isAligned ? after_ : before_)->setChecked(true);
    facts_->setVisible(isSeen);
    showWords();
}

void FlowBar::showWords() {
    const ShownFlow::State state = flow_.state();
    bar_->setVisible(state == ShownFlow::State::finding);
    const QString doubt = state == ShownFlow::State::found ? flowDoubt(*flow_.flow()) : QString();
    doubt_->setVisible(!doubt.isEmpty());
    doubt_->setWords({doubt});
    restyle(doubt_, QStringLiteral("color: %1;").arg(theme().warn.name()));
    QStringList words;
    QString offer;
    switch (state) {
        case ShownFlow::State::unseen:
            break;
        case ShownFlow::State::off:
            words = {tr("The flow between frames is not measured: set Align to drift and deformation"),
                     tr("The flow is not measured: set Align to deformation")};
            offer = tr("Measure it");
            break;
        case ShownFlow::State::first:
            words = {tr("No frame comes before the first one: the flow begins with the next frame")};
            offer = tr("Next frame");
            break;
        case ShownFlow::State::waiting:
            words = {tr("Waiting for this frame to be measured…")};
            break;
        case ShownFlow::State::finding: {
            const RegistrationProgress& progress = flow_.progress();
            const QString since = tr("Looking for the flow since frame %1").arg(flow_.otherFrame().value_or(0));
            words = {progress.levels > 0 ? tr("%1: level %2 of %3, step %4")
                                               .arg(since)
                                               .arg(progress.level + 1)
                                               .arg(progress.levels)
                                               .arg(progress.evaluations)
                                         : since + QChar(0x2026),
                     since};
            offer = tr("Cancel");
            break;
        }
        case ShownFlow::State::found:
            words = flowFacts(*flow_.flow());
            break;
        case ShownFlow::State::failed:
            words = {tr("No flow: %1").arg(flow_.problem())};
            offer = tr("Try again");
            break;
        case ShownFlow::State::cancelled:
            words = {tr("The search for the flow was stopped")};
            offer = tr("Look again");
            break;
    }
    words_->setWords(words);
    button_->setText(offer);
    button_->setVisible(!offer.isEmpty());
}

}  // namespace coarsen::window
