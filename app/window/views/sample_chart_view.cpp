// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/sample_chart_view.hpp"

#include "app/window/views/empty_words.hpp"
#include "app/window/views/point_callout.hpp"
#include "core/project/sample_columns.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <qcustomplot.h>

namespace coarsen::window {

namespace {

constexpr double samplePointReach = 12, sampleCurveReach = 8;

QComboBox* columnChoice(const QString& name, const QString& accessible, const std::string& usual) {
    auto* const box = new QComboBox;
    box->setObjectName(name);
    box->setAccessibleName(accessible);
    box->setFocusPolicy(Qt::TabFocus);
    for (const SampleColumn& column : sampleColumns()) {
        if (column.needsTime || column.key == "law_value") continue;
        box->addItem(column.key == "x" ? SampleChartView::tr("x, the condition") : translated(column.label),
                     QString::fromStdString(column.key));
        box->setItemData(box->count() - 1, translated(column.about), Qt::ToolTipRole);
        if (column.key == usual) box->setCurrentIndex(box->count() - 1);
    }
    return box;
}

void choose(QComboBox* box, const std::string& key) {
    if (const int at = box->findData(QString::fromStdString(key)); at >= 0) box->setCurrentIndex(at);
}

}  // namespace

SampleChartView::SampleChartView(QWidget* parent)
    : QWidget(parent),
      choice_(new QWidget),
      x_(columnChoice("sample-x", tr("Horizontal axis"), "x")),
      y_(columnChoice("sample-y", tr("Vertical axis"), "rate")) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 4, 8, 4);
    layout->setSpacing(8);
    auto* const row = new QHBoxLayout(choice_);
    row->setContentsMargins({});
    row->setSpacing(8);
    row->addWidget(y_);
    row->addWidget(new QLabel(tr("against")));
    row->addWidget(x_);
    row->addStretch();
    layout->addWidget(choice_);
    columns_ = addPlot("sample-columns-chart", tr("Samples compared"));
    collapse_ = addPlot("sample-collapse-chart", tr("C1D of all samples"));
    columnContent_ = std::make_unique<ColumnPlot>(columns_, theme());
    collapseContent_ = std::make_unique<CollapsePlot>(collapse_, theme());
    columnCallout_ = new PointCallout(columns_);
    collapseCallout_ = new PointCallout(collapse_);
    columnsEmpty_ = new EmptyWords(columns_);
    collapseEmpty_ = new EmptyWords(collapse_);
    for (QComboBox* box : {x_, y_})
        connect(box, &QComboBox::currentIndexChanged, this, &SampleChartView::redraw);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] {
        columnContent_->applyTheme(theme());
        collapseContent_->applyTheme(theme());
        redraw();
    });
    setChart(chart_);
}

SampleChartView::~SampleChartView() = default;

QCustomPlot* SampleChartView::addPlot(const QString& name, const QString& accessible) {
    auto* const plot = new QCustomPlot;
    plot->setObjectName(name);
    plot->setAccessibleName(accessible);
    plot->setMouseTracking(true);
    plot->installEventFilter(this);
    plot->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(plot, &QWidget::customContextMenuRequested, this,
            [this, plot](const QPoint& at) { emit menuWanted(plot->mapToGlobal(at)); });
    layout()->addWidget(plot);
    static_cast<QVBoxLayout*>(layout())->setStretchFactor(plot, 1);
    return plot;
}

void SampleChartView::show(std::shared_ptr<const SamplesData> data) {
    data_ = std::move(data);
    redraw();
}

void SampleChartView::setChart(SampleChart chart) {
    chart_ = chart;
    choice_->setVisible(chart == SampleChart::columns);
    columns_->setVisible(chart == SampleChart::columns);
    collapse_->setVisible(chart == SampleChart::collapse);
    redraw();
}

void SampleChartView::setColumns(const std::string& x, const std::string& y) {
    choose(x_, x);
    choose(y_, y);
}

std::string SampleChartView::xColumn() const {
    return x_->currentData().toString().toStdString();
}

std::string SampleChartView::yColumn() const {
    return y_->currentData().toString().toStdString();
}

QCustomPlot* SampleChartView::plot() const {
    return chart_ == SampleChart::columns ? columns_ : collapse_;
}

void SampleChartView::showEvent(QShowEvent*) {
    redraw();
}

void SampleChartView::redraw() {
    if (!data_ || !isVisible()) return;
    if (chart_ == SampleChart::columns) {
        columnChart_ = columnChart(*data_, xColumn(), yColumn(), 0);
        columnContent_->show(columnChart_);
        columnsEmpty_->say(columnChart_.empty);
    } else {
        collapseChart_ = collapseChart(data_);
        collapseContent_->show(collapseChart_);
        collapseEmpty_->say(collapseChart_.empty);
    }
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

int SampleChartView::sampleAt(const QPointF& place) const {
    if (chart_ == SampleChart::columns) {
        const int point = columnContent_->pointNear(place.x(), place.y(), samplePointReach);
        return point < 0 ? -1 : columnChart_.points[static_cast<std::size_t>(point)].sample;
    }
    const int curve = collapseContent_->curveNear(place.x(), place.y(), sampleCurveReach);
    return curve < 0 ? -1 : collapseChart_.curves[static_cast<std::size_t>(curve)].sample;
}

QString SampleChartView::wordsAt(const QPointF& place) const {
    if (chart_ == SampleChart::collapse) {
        const int curve = collapseContent_->curveNear(place.x(), place.y(), sampleCurveReach);
        return curve < 0 ? QString() : collapseChart_.curves[static_cast<std::size_t>(curve)].name;
    }
    const int near = columnContent_->pointNear(place.x(), place.y(), samplePointReach);
    if (near < 0) return {};
    const ColumnChart::Point& point = columnChart_.points[static_cast<std::size_t>(near)];
    return QStringList{point.isMean ? tr("%1, mean").arg(point.name) : point.name,
                       columnChart_.xLabel + "   " + withError(point.x, point.xError, {}),
                       columnChart_.yLabel + "   " + withError(point.y, point.yError, {})}
        .join('\n');
}

bool SampleChartView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot() && data_) {
        const auto place = [event] { return static_cast<QMouseEvent*>(event)->position(); };
        PointCallout* const callout = chart_ == SampleChart::columns ? columnCallout_ : collapseCallout_;
        if (event->type() == QEvent::MouseMove) {
            const QString words = wordsAt(place());
            plot()->setCursor(sampleAt(place()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
            words.isEmpty() ? callout->hide() : callout->say(words, place());
        }
        if (event->type() == QEvent::Leave) callout->hide();
        if (event->type() == QEvent::MouseButtonPress && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton)
            if (const int sample = sampleAt(place()); sample >= 0) emit sampleChosen(sample);
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
