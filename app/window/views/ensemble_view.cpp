// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/ensemble_view.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/views/empty_words.hpp"
#include "app/window/views/point_callout.hpp"

#include <QLabel>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>

namespace coarsen::window {

namespace {
constexpr double imageReach = 9, groupReach = 12;
constexpr std::size_t mostLines = 5;  // of words; the other groups say theirs when pointed at
}  // namespace

EnsembleView::EnsembleView(QWidget* parent) : QWidget(parent), words_(new QLabel), plot_(new QCustomPlot) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 4, 8, 4);
    layout->setSpacing(8);
    words_->setObjectName("ensemble-words");
    words_->setTextFormat(Qt::RichText);
    words_->setWordWrap(true);
    words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(words_);
    layout->addWidget(plot_, 1);
    content_ = std::make_unique<EnsemblePlot>(plot_, theme());
    plot_->setAccessibleName(tr("Ensemble chart"));
    plot_->setObjectName("ensemble-chart");
    plot_->setMouseTracking(true);
    plot_->installEventFilter(this);
    callout_ = new PointCallout(plot_);
    empty_ = new EmptyWords(plot_);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] {
        content_->applyTheme(theme());
        redraw();
    });
}

EnsembleView::~EnsembleView() = default;

void EnsembleView::show(std::shared_ptr<const EnsembleData> data) {
    data_ = std::move(data);
    redraw();
}

void EnsembleView::setCurrentFrame(int frame) {
    if (frame == current_) return;
    current_ = frame;
    redraw();
}

void EnsembleView::showEvent(QShowEvent*) {
    redraw();
}

void EnsembleView::redraw() {
    if (!data_ || !isVisible()) return;
    QStringList lines;
    for (std::size_t i = 0; i < std::min(data_->groups.size(), mostLines); ++i)
        lines << QStringLiteral("<b>%1</b>&nbsp; %2")
                     .arg(data_->groups[i].name.toHtmlEscaped(), data_->groups[i].words.toHtmlEscaped());
    if (data_->groups.size() > mostLines) lines << tr("+%1 more").arg(data_->groups.size() - mostLines);
    words_->setText(lines.join("<br>"));
    words_->setVisible(!lines.isEmpty());
    content_->show(*data_, current_);
    empty_->say(data_->empty);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void EnsembleView::hover(const QPointF& place) {
    if (!data_) return;
    const int group = content_->groupNear(place.x(), place.y(), groupReach);
    const int frame = group < 0 ? content_->frameNear(place.x(), place.y(), imageReach) : -1;
    plot_->setCursor(frame >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (group >= 0) {
        const EnsembleData::Group& one = data_->groups[static_cast<std::size_t>(group)];
        return callout_->say(one.name + "\n" + QString(one.words).replace("; ", "\n"), place);
    }
    if (frame < 0) return callout_->hide();
    for (const EnsembleData::Group& one : data_->groups)
        for (const EnsembleData::Image& image : one.images)
            if (image.frame == frame)
                callout_->say(
                    tr("frame %1").arg(frame) + "\n" + data_->label + "   " + withError(image.value, image.error, data_->unit),
                    place);
}

bool EnsembleView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot_) {
        const auto place = [event] { return static_cast<QMouseEvent*>(event)->position(); };
        if (event->type() == QEvent::MouseMove) hover(place());
        if (event->type() == QEvent::Leave) callout_->hide();
        if (event->type() == QEvent::MouseButtonPress && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton)
            if (const int frame = content_->frameNear(place().x(), place().y(), imageReach); frame >= 0) emit frameChosen(frame);
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
