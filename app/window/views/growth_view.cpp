// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/growth_view.hpp"

#include "app/window/plots/fit_words.hpp"
#include "app/window/plots/group_words.hpp"
#include "app/window/plots/other_session_words.hpp"
#include "app/window/plots/samples_plot.hpp"
#include "app/window/views/empty_words.hpp"
#include "app/window/views/fit_range_handle.hpp"
#include "app/window/views/model_card.hpp"
#include "app/window/views/plot_zoom.hpp"
#include "app/window/views/point_callout.hpp"
#include "app/window/views/quench_handle.hpp"
#include "app/window/views/time_series_view.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QRubberBand>
#include <QVBoxLayout>
#include <qcustomplot.h>

namespace coarsen::window {

namespace {
constexpr double clickReach = 12;
}

GrowthView::GrowthView(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 0, 8, 4);
    layout->setSpacing(8);
    group_ = new QLabel;
    group_->setObjectName("group-result");
    group_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    group_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    group_->setContentsMargins(0, 4, 0, 0);
    group_->hide();
    layout->addWidget(group_);
    cardRow_ = new QHBoxLayout;
    cardRow_->setSpacing(10);
    for (const GrowthModel& model : growthModels()) {
        auto* const card = new ModelCard(QString::fromStdString(model.key));
        connect(card, &ModelCard::chosen, this, &GrowthView::modelChosen);
        connect(card, &QWidget::customContextMenuRequested, this,
                [this, card](const QPoint& at) { emit cardMenuWanted(card->model(), card->mapToGlobal(at)); });
        cards_.push_back(card);
        cardRow_->addWidget(card, 10);
    }
    layout->addLayout(cardRow_);
    layout->setAlignment(cardRow_, Qt::AlignTop);  // over a table, too
    preference_ = new QLabel;
    preference_->setObjectName("preference");
    preference_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    preference_->setWordWrap(true);
    preference_->setToolTip(
        tr("AIC weighs how well a law fits against how many parameters it has; a difference of more than 10 is clear.\n"
           "The choice stays yours: click a card, or choose the law under Fit."));
    preference_->hide();
    layout->addWidget(preference_);
    expectation_ = new QLabel;
    expectation_->setObjectName("expectation");
    expectation_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    expectation_->setWordWrap(true);
    expectation_->setToolTip(
        tr("The line through the last five to ten frames, continued at their latest spacing; ± joins its standard error with "
           "the frames' own, or with their distance from it where that is more"));
    expectation_->hide();
    layout->addWidget(expectation_);
    otherSession_ = new QLabel;
    otherSession_->setObjectName("other-session");
    otherSession_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    otherSession_->setWordWrap(true);
    otherSession_->hide();
    layout->addWidget(otherSession_);
    layout->addWidget(plot_, 1);
    timeSeries_ = new TimeSeriesView;
    timeSeries_->hide();
    layout->addWidget(timeSeries_, 1);
    connect(timeSeries_, &TimeSeriesView::frameChosen, this, &GrowthView::frameChosen);
    content_ = std::make_unique<GrowthPlot>(plot_, theme());
    plot_->setAccessibleName(tr("Growth chart"));
    plot_->setObjectName("growth-chart");
    plot_->setMouseTracking(true);
    for (QCustomPlot* const plot : {plot_, timeSeries_->plot()}) {
        plot->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(plot, &QWidget::customContextMenuRequested, this, [this, plot](const QPoint& at) {
            emit menuWanted(plot->mapToGlobal(at), plot == plot_ ? content_->frameNear(at.x(), at.y(), clickReach) : -1);
        });
    }
    plot_->installEventFilter(this);
    fromHandle_ = makeHandle(RangeEnd::from);
    toHandle_ = makeHandle(RangeEnd::to);
    quenchHandle_ = makeQuenchHandle();
    connect(plot_, &QCustomPlot::afterReplot, this, &GrowthView::placeHandles);
    band_ = new QRubberBand(QRubberBand::Rectangle, plot_);
    callout_ = new PointCallout(plot_);
    zoom_ = new PlotZoom(content_->chart()->axis(QCPAxis::atBottom), content_->chart()->axis(QCPAxis::atLeft), this);
    connect(zoom_, &PlotZoom::changed, this, &GrowthView::lookAtPart);
    empty_ = new EmptyWords(plot_);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] {
        content_->applyTheme(theme());
        redraw();
    });
}

GrowthView::~GrowthView() = default;

QWidget* GrowthView::chartArea() const {
    return quantity_ == GrowthQuantity::length ? plot_ : timeSeries_->plot();
}

FitRangeHandle* GrowthView::makeHandle(RangeEnd end) {
    auto* const handle = new FitRangeHandle(end, plot_);
    connect(handle, &FitRangeHandle::draggedTo, this, [this, end](double x) {
        draggedRange_ = content_->draggedRange(end, x);
        content_->showRange(*draggedRange_);
        callout_->say(wordsOfRange(end), *content_->handlePlace(end));
        plot_->replot(QCustomPlot::rpQueuedReplot);
    });
    connect(handle, &FitRangeHandle::released, this, [this] {
        callout_->hide();
        if (const auto chosen = std::exchange(draggedRange_, {})) emit fitRangeChosen(*chosen);
    });
    return handle;
}

QString GrowthView::wordsOfRange(RangeEnd end) const {
    const bool isFrom = end == RangeEnd::from;
    const auto& seconds = isFrom ? draggedRange_->fromS : draggedRange_->toS;
    if (!seconds) return isFrom ? tr("from the first frame") : tr("to the last frame");
    const auto at = std::ranges::find_if(data_->points, [&](const auto& point) { return point.result().timeS == *seconds; });
    const QString frame = tr("frame %1").arg(at - data_->points.begin());
    const QString place =
        data_->timesAreSeconds ? frame + ", " + timeText(*seconds - data_->originS(), data_->timeUnit()) : frame;
    return (isFrom ? tr("from %1") : tr("to %1")).arg(place);
}

QuenchHandle* GrowthView::makeQuenchHandle() {
    auto* const handle = new QuenchHandle(plot_);
    connect(handle, &QuenchHandle::draggedTo, this, [this](double x) {
        draggedQuench_ = content_->secondsAt(x);
        content_->showQuench(*draggedQuench_);
        callout_->sayAbove("t₀ = " + fieldText(*draggedQuench_, data_->timeUnit()),
                           QPoint(static_cast<int>(x) + 14, quenchHandle_->y() - 4));
        plot_->replot(QCustomPlot::rpQueuedReplot);
    });
    connect(handle, &QuenchHandle::released, this, [this] {
        callout_->hide();
        if (const auto chosen = std::exchange(draggedQuench_, {})) emit quenchChosen(*chosen);
    });
    return handle;
}

/// After each replot: only then is it known where the axes lie.
void GrowthView::placeHandles() {
    if (!data_) return;
    const QRect chart = content_->chart()->rect();
    const auto isInChart = [&](double x) { return x >= chart.left() - 1 && x <= chart.right() + 1; };
    const auto place = [&](FitRangeHandle* handle, RangeEnd end, bool isOpen) {
        // Of all there is, an end before the first time of the axis stands at its edge; of a part it is not in sight.
        const auto top = content_->handlePlace(end);
        if (top && (!zoom_->isZoomed() || isInChart(top->x())) && !empty_->isSaying())
            handle->placeAt({std::clamp<double>(top->x(), chart.left(), chart.right()), top->y()}, isOpen);
        else
            handle->hide();
    };
    place(fromHandle_, RangeEnd::from, !content_->range().fromS);
    place(toHandle_, RangeEnd::to, !content_->range().toS);
    if (draggedQuench_) return;  // it stays under the mouse
    const auto quench = content_->quenchPlace();
    quenchHandle_->setKnown(data_->settings.t0S.has_value());
    quenchHandle_->setVisible(quench && isInChart(quench->x()) && !empty_->isSaying());
    if (quench) quenchHandle_->placeAt(*quench);
}

void GrowthView::setChartShown(bool shown) {
    chartShown_ = shown;
    showOneChart();
    showWords();
}

void GrowthView::showWords() {
    for (QLabel* const words : {group_, preference_, expectation_, otherSession_})
        words->setVisible(chartShown_ && !words->text().isEmpty());
}

QString GrowthView::lookedAtName() const {
    return samples_ ? samples_->at(samples_->lookedAt).name() : QString();
}

void GrowthView::setQuantity(GrowthQuantity quantity) {
    quantity_ = quantity;
    showOneChart();
    showTimeSeries();
}

void GrowthView::showOneChart() {
    const bool isLength = quantity_ == GrowthQuantity::length;
    plot_->setVisible(chartShown_ && isLength);
    timeSeries_->setVisible(chartShown_ && !isLength);
}

int GrowthView::cardsHeight() const {
    return cards_.front()->geometry().bottom() + 1;
}

void GrowthView::showTimeSeries() {
    if (!data_ || quantity_ == GrowthQuantity::length) return;
    timeSeries_->show(timeSeriesOf(quantity_, *data_), current_);
}

void GrowthView::show(std::shared_ptr<const GrowthData> data, int currentFrame) {
    data_ = std::move(data);
    current_ = currentFrame;
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        const std::string model = cards_[i]->model().toStdString();
        const bool isChosen = model == data_->settings.chosenModel();
        cards_[i]->show(*data_);
        cards_[i]->setVisible(isChosen ||
                              isOffered(growthModelNamed(model), data_->settings));  // the others are chosen in the recipe
        cardRow_->setStretch(static_cast<int>(i), isChosen ? 15 : 10);
    }
    const QString preference = preferenceText(*data_);
    preference_->setText(preference);
    preference_->setStyleSheet(QStringLiteral("color: %1;").arg(theme().warn.name()));
    otherSession_->setText(otherSessionSentence(*data_));
    otherSession_->setToolTip(otherSessionDetails(*data_));
    showWords();
    redraw();
    showTimeSeries();
}

void GrowthView::setExpectation(const QString& words) {
    expectation_->setText(words);
    showWords();
}

void GrowthView::setSamples(std::shared_ptr<const SamplesData> samples) {
    samples_ = std::move(samples);
    content_->setSamples(samples_);
    const QString group = samples_ ? groupHeadline(*samples_) : QString();
    group_->setText(group.isEmpty() ? group
                                    : QStringLiteral("<b>%1</b>&nbsp;&nbsp;·&nbsp;&nbsp;%2")
                                          .arg(group.toHtmlEscaped(), tr("Cards: %1 alone").arg(lookedAtName()).toHtmlEscaped()));
    group_->setToolTip(samples_ ? groupSentence(*samples_) : QString());
    group_->setAccessibleName(group);
    showWords();
    redraw();
}

void GrowthView::setCurrentFrame(int frame) {
    if (frame == current_) return;
    current_ = frame;
    if (data_) {
        content_->showCurrent(*data_, frame);
        content_->replotCurrent();
    }
    timeSeries_->setCurrentFrame(frame);
}

void GrowthView::setLogarithmic(bool logarithmic) {
    logarithmic_ = logarithmic;
    redraw();
}

QString GrowthView::sentenceOf(const QString& model) const {
    for (const ModelCard* card : cards_)
        if (card->model() == model) return card->sentence();
    return {};
}

QString GrowthView::resultSentence() const {
    const QString own = data_ ? sentenceOf(QString::fromStdString(data_->settings.chosenModel())) : QString();
    const QString group = samples_ ? groupSentence(*samples_) : QString();
    return group.isEmpty() ? own : group + "\n" + lookedAtName() + ": " + own;
}

QString GrowthView::resultInShort() const {
    for (const ModelCard* card : cards_)
        if (data_ && card->model().toStdString() == data_->settings.chosenModel()) return card->result();
    return {};
}

void GrowthView::redraw() {
    if (!data_) return;
    content_->show(*data_, current_, logarithmic_);
    zoom_->keep(data_->lengthLabel() + data_->lengthUnit().name + data_->timeUnit().name + (logarithmic_ ? "log" : "") +
                QString::number(data_->originS()));
    if (zoom_->isZoomed()) content_->followAxes(*data_);
    if (draggedRange_) content_->showRange(*draggedRange_);
    if (draggedQuench_) content_->showQuench(*draggedQuench_);
    empty_->say(whyNoPoints(*data_, logarithmic_));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GrowthView::lookAtPart() {
    content_->followAxes(*data_);
    callout_->hide();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GrowthView::setThumbnail(int frame, const QImage& picture) {
    thumbnails_[frame] = picture;
}

bool GrowthView::isZoomed() const {
    return zoom_->isZoomed();
}

void GrowthView::resetView() {
    zoom_->reset();
}

void GrowthView::hover(const QPointF& place) {
    const int frame = content_->frameNear(place.x(), place.y(), clickReach);
    const int sample = frame < 0 && samples_ ? content_->sampleNear(place.x(), place.y(), clickReach) : -1;
    plot_->setCursor(frame >= 0 || sample >= 0 ? Qt::PointingHandCursor
                     : zoom_->isPanning()      ? Qt::ClosedHandCursor
                     : zoom_->isZoomed()       ? Qt::OpenHandCursor
                                               : Qt::ArrowCursor);
    if (sample >= 0) {
        const ShownSample& other = samples_->at(sample);
        return callout_->say(other.name() + "\n" + headlineOf(*samples_, *other.sample), place);
    }
    if (frame < 0) {
        callout_->hide();
        return;
    }
    const GrowthData::Point& point = data_->points[static_cast<std::size_t>(frame)];
    const FrameResult& row = point.result();
    const std::string_view quality = nameOf(data_->leading(row).quality);
    QString words =
        tr("frame %1    %2\n%3    %4")
            .arg(frame)
            .arg(timeText(row.timeS - data_->originS(), data_->timeUnit()),
                 withError(data_->lengthOf(data_->grown(row)), data_->errorOf(data_->grown(row)), data_->lengthUnit().name),
                 point.isExcluded ? tr("excluded")
                 : point.isStale  ? tr("out of date")
                                  : QString::fromUtf8(quality.data(), static_cast<qsizetype>(quality.size())));
    if (point.isOff) words += "\n" + data_->doubtText(frame);
    const auto picture = thumbnails_.find(frame);
    callout_->say(words, place, picture == thumbnails_.end() ? QImage() : picture->second);
}

void GrowthView::press(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton) return;
    if (event.modifiers() & Qt::ControlModifier) {
        bandFrom_ = event.position().toPoint();
        band_->setGeometry(QRect(bandFrom_, QSize()));
        band_->show();
        callout_->hide();
        return;
    }
    const int frame = content_->frameNear(event.position().x(), event.position().y(), clickReach);
    const int sample = frame < 0 && samples_ ? content_->sampleNear(event.position().x(), event.position().y(), clickReach) : -1;
    if (sample >= 0) return emit sampleChosen(sample);
    if (frame < 0) return zoom_->press(event.position());
    if (event.modifiers() & Qt::ShiftModifier)
        emit exclusionToggled(frame);
    else
        emit frameChosen(frame);
}

void GrowthView::finishBand(const QPoint& at) {
    band_->hide();
    const std::vector<int> frames = content_->framesIn(band_->geometry());
    if (!frames.empty()) emit framesSelected(frames, at);
}

bool GrowthView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot_ && data_) {
        const auto mouse = [event]() -> const QMouseEvent& { return *static_cast<QMouseEvent*>(event); };
        if (event->type() == QEvent::MouseMove) {
            if (band_->isVisible())
                band_->setGeometry(QRect(bandFrom_, mouse().position().toPoint()).normalized());
            else if (zoom_->isPanning())
                zoom_->drag(mouse().position());
            else
                hover(mouse().position());
        }
        if (event->type() == QEvent::Wheel && !empty_->isSaying()) {
            zoom_->wheel(*static_cast<QWheelEvent*>(event));
            return true;
        }
        if (event->type() == QEvent::MouseButtonDblClick && mouse().button() == Qt::LeftButton) zoom_->reset();
        if (event->type() == QEvent::MouseButtonRelease) zoom_->release();
        if (event->type() == QEvent::Leave) callout_->hide();
        if (event->type() == QEvent::MouseButtonPress) press(mouse());
        if (event->type() == QEvent::MouseButtonRelease && band_->isVisible()) finishBand(mouse().globalPosition().toPoint());
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
