// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/growth/growth_panel.hpp"

#include "app/window/panels/correlation/fitting_label.hpp"
#include "app/window/panels/growth/grouping_menu.hpp"
#include "app/window/panels/growth/growth_menu.hpp"
#include "app/window/panels/parts/panel_header.hpp"
#include "app/window/panels/parts/recalled_choice.hpp"
#include "app/window/panels/samples/sample_views.hpp"
#include "app/window/panels/samples/samples_panel.hpp"
#include "app/window/panels/sheets/manual_window.hpp"
#include "app/window/plots/expectation.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/ensemble_view.hpp"
#include "app/window/views/frame_table.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/samples_table.hpp"
#include "app/window/workers/ensemble_worker.hpp"
#include "core/measure/lengths.hpp"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace coarsen::window {

namespace {
constexpr int headerHeight = 34, tableHeight = 210, cardsHeight = 78;
constexpr int longSeries = 1000, pauseMs = 200, shortQuantity = 70;
}  // namespace

GrowthPanel::GrowthPanel(Document& document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      charts_(new QStackedWidget),
      view_(new GrowthView),
      ensemble_(new EnsembleView),
      pooling_(new EnsembleWorker(this)),
      samples_(new SampleViews(document, this)),
      table_(new FrameTable),
      tables_(new QStackedWidget),
      chartRow_(new QWidget) {
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    rows_ = new QSplitter(Qt::Vertical);
    rows_->setHandleWidth(1);
    rows_->setChildrenCollapsible(false);
    charts_->addWidget(view_);
    charts_->addWidget(ensemble_);
    charts_->addWidget(samples_->chartView());
    auto* const row = new QHBoxLayout(chartRow_);
    row->setContentsMargins({});
    row->setSpacing(0);
    row->addWidget(charts_, 1);
    row->addWidget(samples_->panel());
    tables_->addWidget(table_);
    tables_->addWidget(samples_->table());
    rows_->addWidget(chartRow_);
    rows_->addWidget(tables_);
    rows_->setStretchFactor(0, 3);
    rows_->setStretchFactor(1, 1);
    column->addWidget(rows_, 1);

    connect(&document, &Document::resultsChanged, this, &GrowthPanel::showNews);
    connect(samples_, &SampleViews::changed, this, &GrowthPanel::showSamples);
    connect(samples_, &SampleViews::chartChosen, this, [this] {
        if (isNarrow_) setTableShown(false);
        showResults();
    });
    connect(view_, &GrowthView::sampleChosen, &document.samples(), &Samples::lookAt);
    document.samples().setView([self = QPointer(this)] { return self ? jsonOf(self->look()) : std::string(); });
    connect(&document.samples(), &Samples::viewOpened, this,
            [this](const std::string& view) { lookWanted_ = samplesLookFrom(view); });
    connect(&document, &Document::thumbnailMade, view_, &GrowthView::setThumbnail);
    later_.setSingleShot(true);
    later_.setInterval(pauseMs);
    connect(&later_, &QTimer::timeout, this, &GrowthPanel::showResults);
    connect(pooling_, &EnsembleWorker::made, ensemble_, &EnsembleView::show);
    connect(ensemble_, &EnsembleView::frameChosen, &document.frame(), &ShownFrame::show);
    connect(&document, &Document::opened, this, [this] {
        pooling_->forget();
        lastGrouping_.reset();
    });
    connect(&document, &Document::frameChanged, this, [this](int frame) {
        view_->setCurrentFrame(frame);
        ensemble_->setCurrentFrame(frame);
        table_->setCurrentFrame(frame);
    });
    connect(table_, &FrameTable::frameChosen, &document.frame(), &ShownFrame::show);
    connect(table_, &FrameTable::copyWanted, this, &GrowthPanel::copyTable);
    connectWishes(*view_, document);
    connect(view_, &GrowthView::framesSelected, this, &GrowthPanel::framesSelected);
    auto* const menu = new GrowthMenu(document, view_);
    connect(menu, &GrowthMenu::logarithmicWanted, this, &GrowthPanel::setLogarithmic);
    connect(menu, &GrowthMenu::quantityWanted, this, &GrowthPanel::setQuantity);
    connect(menu, &GrowthMenu::markerWanted, this, &GrowthPanel::markerWanted);
}

QWidget* GrowthPanel::makeHeader() {
    count_ = new FittingLabel;
    count_->setObjectName("growth-extent");
    quantity_ = headerMenu("quantity", tr("What the chart shows"));
    quantity_->setMenu(makeQuantityMenu());
    series_ = segmentButton(tr("Series"), "as-series", tr("The images are one sample in time"));
    images_ = segmentButton(tr("Ensemble"), "as-ensemble");
    grouping_ = headerMenu("grouping", tr("How the images are grouped"));
    grouping_->setMenu(new GroupingMenu(document_, this));
    grouping_->hide();
    connect(series_, &QToolButton::clicked, this, [this] { setEnsemble(false); });
    connect(images_, &QToolButton::clicked, this, [this] { setEnsemble(true); });
    chartTab_ = segmentButton(tr("Chart"), "chart");
    tableTab_ = segmentButton(tr("Table"), "table");
    samplesTab_ = segmentButton(tr("Samples"), "samples-tab", tr("The table of all samples"));
    samplesTab_->hide();
    linear_ = segmentButton(tr("lin"), "lin");
    log_ = segmentButton(tr("log"), "log");
    for (const auto& [first, second] : {std::pair{series_, images_}, {chartTab_, tableTab_}, {linear_, log_}}) {
        auto* const group = new QButtonGroup(this);
        group->addButton(first);
        group->addButton(second);
        first->setChecked(true);
        if (first == chartTab_) group->addButton(samplesTab_);
    }
    auto* const copy = new QToolButton;
    copy->setIcon(icon("copy"));
    copy->setToolTip(tr("Copy the result as a sentence"));
    copy->setAccessibleName(copy->toolTip());
    connect(chartTab_, &QToolButton::clicked, this, [this] { setTableShown(false); });
    connect(tableTab_, &QToolButton::clicked, this, [this] { showSamplesTable(false); });
    connect(samplesTab_, &QToolButton::clicked, this, [this] { showSamplesTable(true); });
    connect(linear_, &QToolButton::clicked, this, [this] { setLogarithmic(false); });
    connect(log_, &QToolButton::clicked, this, [this] { setLogarithmic(true); });
    connect(copy, &QToolButton::clicked, this, &GrowthPanel::copyResult);
    title_ = titleLabel(tr("Growth"));
    manual_ = manualButton("window#growth");
    manual_->setFixedWidth(18);  // a short header hides it
    return panelHeader({title_, series_, images_, quantity_, grouping_, count_},
                       {chartTab_, tableTab_, samplesTab_, linear_, log_, copy, manual_});
}

QMenu* GrowthPanel::makeQuantityMenu() {
    auto* const menu = new QMenu(this);
    menu->setObjectName("quantities");
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        const auto add = [&](const QString& words, bool isChosen, auto choose) {
            QAction* const action = menu->addAction(words, this, choose);
            action->setCheckable(true);
            action->setChecked(isChosen);
            return action;
        };
        const bool isOfAll = samples_->chart() != SampleChart::growth;
        const GrowthQuantity shown = view_->quantity();
        const Recipe& recipe = document_.recipe();
        for (const LengthEstimator& length : lengthEstimators()) {
            const bool isKnown = !length.fromSpectrum || recipe.measure.structureFactor;
            QString words = translated(length.label).replace("R_max", rMaxText());
            if (!isKnown) words += tr("  (needs Structure factor under Measure)");
            add(words, !isOfAll && shown == GrowthQuantity::length && fitOf(recipe).length == length.key,
                [this, key = length.key] {
                    setQuantity(GrowthQuantity::length);
                    document_.changes().setValue("fit.length", key);
                })
                ->setEnabled(isKnown);
        }
        menu->addSeparator();
        for (const GrowthQuantity quantity : {GrowthQuantity::exponent, GrowthQuantity::ratio, GrowthQuantity::drift,
                                              GrowthQuantity::rotation, GrowthQuantity::deformation, GrowthQuantity::focus})
            add(nameOf(quantity), !isOfAll && shown == quantity, [this, quantity] { setQuantity(quantity); });
        if (document_.session().series.volumes) {
            menu->addSeparator();
            for (const GrowthQuantity quantity :
                 {GrowthQuantity::area, GrowthQuantity::areaScaling, GrowthQuantity::eulerScaling}) {
                const QString needs = recipe.surface.isOn ? QString() : tr("  (needs Surface in the recipe)");
                add(nameOf(quantity) + needs, !isOfAll && shown == quantity, [this, quantity] {
                    setQuantity(quantity);
                })->setEnabled(recipe.surface.isOn);
            }
        }
        samples_->addTo(menu);
    });
    return menu;
}

void GrowthPanel::setEnsemble(bool isWanted) {
    if (!document_.isOpen() || isWanted == isEnsemble()) return showChart();
    if (!isWanted) lastGrouping_ = document_.session().ensemble;
    if (isWanted && !lastGrouping_) lastGrouping_ = firstGrouping(document_.session().series);
    document_.changes().setEnsemble(isWanted ? lastGrouping_ : std::nullopt);
}

void GrowthPanel::showChart() {
    const bool areVolumes = document_.session().series.volumes.has_value();
    images_->setEnabled(!areVolumes);
    images_->setToolTip(areVolumes
                            ? tr("Ensembles are of pictures, and the frames are volumes")
                            : tr("The images are independent of each other: groups of one condition, pooled and compared"));
    const bool pools = isEnsemble(), isChartShown = !isNarrow_ || !tableShown_;
    const bool compares = samples_->chart() != SampleChart::growth;
    (pools ? images_ : series_)->setChecked(true);
    QWidget* const chart = pools ? static_cast<QWidget*>(ensemble_) : view_;
    charts_->setCurrentWidget(compares ? samples_->chartView() : chart);
    chartRow_->setVisible((!pools && !compares) || isChartShown);  // the cards stay over a table
    samples_->panel()->setVisible(samples_->areSeveral() && isChartShown);
    grouping_->setVisible(pools);
    for (QToolButton* scale : {linear_, log_})
        scale->setVisible(!pools && !compares && view_->quantity() == GrowthQuantity::length);
}

void GrowthPanel::setQuantity(GrowthQuantity quantity) {
    view_->setQuantity(quantity);
    if (samples_->chart() != SampleChart::growth) samples_->setChart(SampleChart::growth);
    if (isNarrow_) setTableShown(false);
    showResults();
}

void GrowthPanel::setLogarithmic(bool logarithmic) {
    log_->setChecked(logarithmic);
    linear_->setChecked(!logarithmic);
    view_->setLogarithmic(logarithmic);
}

void GrowthPanel::setTableShown(bool shown) {
    tableShown_ = shown;
    view_->setChartShown(!isNarrow_ || !shown);
    chartRow_->setMaximumHeight(isNarrow_ && shown ? cardsHeight : QWIDGETSIZE_MAX);
    tables_->setVisible(isTableSeen());
    showTables();
    showChart();
}

void GrowthPanel::toggleTable() {
    if (!isNarrow_) isTableLeftOut_ = !isTableLeftOut_;
    setTableShown(isNarrow_ && !tableShown_);
}

bool GrowthPanel::isTableSeen() const {
    return isNarrow_ ? tableShown_ : !isTableLeftOut_;
}

void GrowthPanel::showSamplesTable(bool ofSamples) {
    isTableOfSamples_ = ofSamples;
    isTableLeftOut_ = false;
    setTableShown(true);
}

void GrowthPanel::showTables() {
    const bool several = samples_->areSeveral(), ofSamples = several && isTableOfSamples_;
    tables_->setCurrentWidget(ofSamples ? static_cast<QWidget*>(samples_->table()) : table_);
    chartTab_->setVisible(isNarrow_);
    tableTab_->setVisible(isNarrow_ || several);
    samplesTab_->setVisible(several);
    const bool isChart = isNarrow_ && !tableShown_;
    (isChart ? chartTab_ : ofSamples ? samplesTab_ : tableTab_)->setChecked(true);
}

/// Where more come to one series their table is what one wants beside the chart.
void GrowthPanel::showSamples() {
    const bool several = samples_->areSeveral();
    const bool isOther = std::exchange(wereSeveral_, several) != several;
    if (isOther) isTableOfSamples_ = several;
    view_->setSamples(samples_->data());
    showTables();
    isOther ? showResults() : showChart();
    if (several && lookWanted_) takeLook(*std::exchange(lookWanted_, std::nullopt));
}

SamplesLook GrowthPanel::look() const {
    return {.chart = samples_->chart(),
            .x = samples_->chartView()->xColumn(),
            .y = samples_->chartView()->yColumn(),
            .isTableOfSamples = isTableOfSamples_,
            .isTableInChartsPlace = tableShown_,
            .isLogarithmic = view_->isLogarithmic()};
}

void GrowthPanel::takeLook(const SamplesLook& look) {
    samples_->chartView()->setColumns(look.x, look.y);
    samples_->setChart(look.chart);
    setLogarithmic(look.isLogarithmic);
    isTableOfSamples_ = look.isTableOfSamples;
    setTableShown(look.isTableInChartsPlace);
}

void GrowthPanel::copyResult() {
    const QString sentence = !isEnsemble()       ? view_->resultSentence()
                             : ensemble_->data() ? ensemble_->data()->asText()
                                                 : QString();
    if (!document_.isOpen() || sentence.isEmpty())
        return document_.notices().say(isEnsemble() ? tr("No image is pooled yet") : tr("There is no fit to copy"));
    QApplication::clipboard()->setText(sentence);
    document_.notices().say(tr("The result is copied as a sentence"));
}

void GrowthPanel::copyTable() {
    if (!document_.isOpen()) return document_.notices().say(tr("There is no table to copy"));
    if (tables_->currentWidget() == samples_->table()) return samples_->table()->copyWanted();
    QApplication::clipboard()->setText(table_->tabSeparated());
    document_.notices().say(tr("The table is copied, %1").arg(counted(document_.frameCount(), tr("row"), tr("rows"))));
}

void GrowthPanel::setNarrow(bool narrow, bool shortHeader) {
    isNarrow_ = narrow;
    isHeaderShort_ = shortHeader;
    for (QWidget* part : std::initializer_list<QWidget*>{title_, manual_})
        part->setVisible(!shortHeader);
    for (QToolButton* button : {series_, images_, chartTab_, tableTab_, samplesTab_, linear_, log_}) {
        button->setProperty("tight", shortHeader);
        button->style()->polish(button);
        button->updateGeometry();
    }
    setTableShown(tableShown_ && narrow);
}

void GrowthPanel::shareHeight(int height) {
    rows_->setSizes({height - headerHeight - tableHeight, tableHeight});
}

void GrowthPanel::remember(QSettings& store) const {
    store.setValue("growth/quantity", static_cast<int>(view_->quantity()));
    store.setValue("growth/logarithmic", view_->isLogarithmic());
    store.setValue("growth/table", tableShown_);
}

void GrowthPanel::recall(const QSettings& store) {
    setQuantity(recalledChoice(store, "growth/quantity", GrowthQuantity::focus));
    setLogarithmic(store.value("growth/logarithmic").toBool());
    tableShown_ = store.value("growth/table").toBool();  // where it has a place of its own it is shown anyhow
}

/// A long series is drawn a few times a second while it is measured: each batch of rows is news twice, measured and fitted.
void GrowthPanel::showNews() {
    if (!document_.run().isRunning() || document_.frameCount() < longSeries)
        showResults();
    else if (!later_.isActive())
        later_.start();
}

bool GrowthPanel::isBusy() const {
    return later_.isActive() || pooling_->isUnderWay();
}

void GrowthPanel::showResults() {
    later_.stop();
    if (!document_.isOpen()) return;
    if (view_->quantity() == GrowthQuantity::exponent) document_.growth().wantExponents();  // of a series opened since, too
    const auto growth = document_.growth().data();
    if (!isEnsemble()) view_->show(growth, document_.frame().index());
    view_->setExpectation(document_.watch().status().isOn ? expectationText(*growth) : QString());
    table_->show(growth, document_.frame().index());
    showChart();
    if (const auto& grouping = document_.session().ensemble) {
        grouping_->setText(wordsOf(*grouping));
        grouping_->setAccessibleName(tr("How the images are grouped: %1").arg(grouping_->text()));
        pooling_->ask(questionOf(document_.session(), growth));
    }
    const bool isLength = isEnsemble() || view_->quantity() == GrowthQuantity::length;
    const QString shown = samples_->chart() != SampleChart::growth ? samples_->chartName()
                          : isLength                               ? growth->lengthLabel()
                                                                   : nameOf(view_->quantity());
    quantity_->setText(isHeaderShort_ ? quantity_->fontMetrics().elidedText(shown, Qt::ElideRight, shortQuantity) : shown);
    quantity_->setAccessibleName(tr("What the chart shows: %1").arg(shown));
    showExtent(*growth);
    if (const QString found = view_->resultInShort(); growth->isComplete && !isEnsemble() && !found.isEmpty())
        emit resultShown(found);
}

/// How many frames the fit has; where the header has no room for it the quantity beside it says so to who points at it.
void GrowthPanel::showExtent(const GrowthData& growth) {
    // Of several samples the table says it of each.
    const QString whole = isEnsemble() || samples_->areSeveral() ? QString() : growth.extentText(),
                  number = whole.section(' ', 0, 2);
    count_->setWords(whole.isEmpty() ? QStringList() : QStringList{whole, whole.section(',', 0, 0), number});
    const QString words = growth.isComplete || whole.isEmpty() ? whole : whole + tr(" (F5 measures on)");
    count_->setToolTip(words);
    const QString shown = view_->quantity() == GrowthQuantity::length ? growth.lengthLabel() : nameOf(view_->quantity());
    quantity_->setToolTip(tr("What the chart shows: %1").arg(shown) + (words.isEmpty() ? QString() : "\n" + words));
    count_->setVisible(!isHeaderShort_ && !whole.isEmpty());
}

}  // namespace coarsen::window
