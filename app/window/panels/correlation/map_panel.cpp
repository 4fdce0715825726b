// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/correlation/map_panel.hpp"

#include "app/window/document/preferences.hpp"
#include "app/window/figures/volume_figures.hpp"
#include "app/window/panels/correlation/fitting_label.hpp"
#include "app/window/panels/correlation/term_picker.hpp"
#include "app/window/panels/parts/number_box.hpp"
#include "app/window/panels/parts/panel_header.hpp"
#include "app/window/panels/parts/plot_menu.hpp"
#include "app/window/panels/sheets/manual_window.hpp"
#include "app/window/plots/plot_data.hpp"
#include "app/window/theme/words.hpp"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>

namespace coarsen::window {

namespace {

/// Nothing where the user gives it up.
std::optional<double> typedLimit(QWidget* over, double before) {
    QDialog dialog(over);
    dialog.setWindowTitle(MapPanel::tr("Limits of the colours"));
    auto* const layout = new QVBoxLayout(&dialog);
    auto* const words = new QLabel(MapPanel::tr("From −C to C, where C is"));
    auto* const limit = new NumberBox;
    limit->setDecimals(4);
    limit->setRange(1e-4, 1);
    limit->setSingleStep(0.01);
    limit->setValue(before);
    limit->selectAll();
    words->setBuddy(limit);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    for (QWidget* part : std::initializer_list<QWidget*>{words, limit, buttons})
        layout->addWidget(part);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    return dialog.exec() == QDialog::Accepted ? std::optional(limit->value()) : std::nullopt;
}

}  // namespace

MapPanel::MapPanel(Document& document, QWidget* parent)
    : QWidget(parent), document_(document), view_(new MapView), planes_(new PlanesView) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    layout->addWidget(view_, 1);
    layout->addWidget(planes_, 1);
    setDirection(std::nullopt);
    connect(view_, &MapView::directionDragged, this, &MapPanel::setDirection);
    connect(&document, &Document::previewChanged, this, &MapPanel::showPreview);
    connect(&document, &Document::opened, view_, &MapView::forgetLimit);
    view_->plot()->setContextMenuPolicy(Qt::CustomContextMenu);
    planes_->plot()->setContextMenuPolicy(Qt::CustomContextMenu);
    for (QCustomPlot* plot : {view_->plot(), planes_->plot()})
        connect(plot, &QWidget::customContextMenuRequested, this, &MapPanel::showMenu);
    connect(&document, &Document::opened, this, &MapPanel::showOpened);
    connect(&document, &Document::opened, this, [this] { showNothing(tr("Reading…")); });  // what is shown is of another series
    showOpened();
    showMap();
}

/// Shows what is open: for volumes C3D in the place of C2D, without what is read off one plane alone.
void MapPanel::showOpened() {
    const bool areVolumes = document_.session().series.volumes.has_value();
    planesLimit_.reset();
    view_->setVisible(!areVolumes);
    planes_->setVisible(areVolumes);
    if (areVolumes) setDirection(std::nullopt);
    for (QToolButton* button : {line_, sector_})
        button->setVisible(!areVolumes);
    for (const auto& [words, help] : {areVolumes ? std::pair{QStringLiteral("C3D"), tr("The autocorrelation in three planes")}
                                                 : std::pair{QStringLiteral("C2D"), tr("The autocorrelation map")}}) {
        title_->setText(words);
        places_[0]->setText(words);
        places_[0]->setToolTip(help);
        places_[0]->setAccessibleName(words);
    }
}

/// The preview with the map chosen in the place of C2D: the sum over the channels, or a term.
std::shared_ptr<const Preview> MapPanel::chosenPart() const {
    const auto& preview = document_.frame().preview();
    if (!term_->chosen() || !preview || !preview->terms) return preview;
    const auto term = std::ranges::find(*preview->terms, *term_->chosen(), &Term::channels);
    if (term == preview->terms->end()) return preview;
    auto part = std::make_shared<Preview>(*preview);
    part->map = {preview->terms, &term->map};
    part->lengths.rMax = term->rMax;
    part->row.anisotropy = {};
    return part;
}

void MapPanel::showMap() {
    const auto& preview = document_.frame().preview();
    if (preview && preview->c3d) return showPlanes();
    if (!preview || !preview->map) return;
    term_->show(preview->terms.get());
    // Limits are locked over the frames of one measurement: another recipe, or another pair of channels, has its own.
    std::string shown = measurementHash(document_.recipe(), {}) + (term_->chosen() ? term_->chosen()->name() : std::string());
    if (shown != shownBefore_) view_->forgetLimit();
    shownBefore_ = std::move(shown);
    const auto part = chosenPart();
    view_->show(part->map, part->lengths.rMax, part->row.anisotropy, document_.session().calibration);
}

MapLook MapPanel::planesLook() const {
    MapLook look = view_->look();
    if (view_->limits() != MapLimits::typed) look.limit = view_->limits() == MapLimits::locked ? planesLimit_ : std::nullopt;
    return look;
}

void MapPanel::showPlanes() {
    const auto& preview = document_.frame().preview();
    if (!preview || !preview->c3d) return;
    std::string shown = measurementHash(document_.recipe(), {});
    if (shown != shownBefore_) planesLimit_.reset();
    shownBefore_ = std::move(shown);
    planes_->show(preview->c3d, preview->lengths.rMax, preview->spacing(document_.session().calibration), planesLook());
    planesLimit_ = planes_->limit();
}

void MapPanel::adopt(const Preferences& wanted) {
    view_->setColours(mapColoursOf(wanted.mapColours));
    if (view_->look().isLogarithmic != wanted.mapLogarithmic) view_->setLogarithmic(wanted.mapLogarithmic);
    const double typed = wanted.mapLimits.toDouble();
    const MapLimits limits = typed > 0 ? MapLimits::typed : wanted.mapLimits == "frame" ? MapLimits::frame : MapLimits::locked;
    const bool isSame = limits == view_->limits() && (limits != MapLimits::typed || view_->look().limit == typed);
    if (!isSame) view_->setLimits(limits, typed);  // else the limits found for this series stay
    showPlanes();
}

void MapPanel::setLimits(MapLimits limits, double typed) {
    view_->setLimits(limits, typed);
    planesLimit_.reset();
    showPlanes();
    rememberLook();
}

void MapPanel::rememberLook() const {
    Preferences now = preferences();
    now.mapColours = keyOf(view_->look().colours);
    now.mapLogarithmic = view_->look().isLogarithmic;
    now.mapLimits = view_->limits() == MapLimits::typed   ? QString::number(view_->look().limit.value_or(0))
                    : view_->limits() == MapLimits::frame ? QStringLiteral("frame")
                                                          : QString();
    setPreferences(now);
}

PlotOffer MapPanel::offer() const {
    const auto preview = chosenPart();
    const Calibration calibration = document_.session().calibration;
    if (preview && preview->c3d) {
        const Spacing spacing = preview->spacing(calibration);
        return {"c3d", planesFigure(preview, spacing, planesLook()),
                [map = preview->c3d, spacing] { return planesData(*map, spacing); }};
    }
    PlotOffer offer{"c2d", {}, {}};
    if (preview && preview->map) {
        offer.figure = mapFigure(preview, calibration, view_->look());
        offer.data = [map = preview->map, calibration] { return mapData(*map, calibration); };
    }
    return offer;
}

void MapPanel::showMenu(const QPoint& at) {
    QCustomPlot* const plot = planes_->isHidden() ? view_->plot() : planes_->plot();
    QMenu* const menu = plotMenu(plot, document_, offer());
    const auto choice = [](QMenu* in, const QString& words, bool isChosen, QWidget* on, auto choose) {
        QAction* const action = in->addAction(words, on, choose);
        action->setCheckable(true);
        action->setChecked(isChosen);
    };
    QMenu* const colours = menu->addMenu(tr("Colours"));
    for (const MapColours one : allMapColours)
        choice(colours, nameOf(one), view_->look().colours == one, view_, [this, one] {
            view_->setColours(one);
            showPlanes();
            rememberLook();
        });
    colours->addSeparator();
    const bool isLogarithmic = view_->look().isLogarithmic;
    choice(colours, tr("Logarithm of |C|"), isLogarithmic, view_, [=, this] {
        view_->setLogarithmic(!isLogarithmic);
        planesLimit_.reset();
        showPlanes();
        rememberLook();
    });
    QMenu* const limits = menu->addMenu(tr("Limits"));
    choice(limits, tr("The same for all frames"), view_->limits() == MapLimits::locked, view_,
           [this] { setLimits(MapLimits::locked); });
    choice(limits, tr("Of each frame"), view_->limits() == MapLimits::frame, view_, [this] { setLimits(MapLimits::frame); });
    choice(limits, tr("Typed…"), view_->limits() == MapLimits::typed, view_, [this] {
        if (const auto typed = typedLimit(this, view_->look().limit.value_or(0.3))) setLimits(MapLimits::typed, *typed);
    });
    if (planes_->isHidden()) menu->addAction(tr("Reset view"), view_, &MapView::resetView);
    menu->addAction(tr("Open in a window"), this, &MapPanel::windowWanted);
    menu->popup(plot->mapToGlobal(at));
}

QWidget* MapPanel::makeHeader() {
    title_ = titleLabel("C2D");
    places_ = {segmentButton("C2D", "place-map", tr("The autocorrelation map")),
               segmentButton("C1D", "place-profile", tr("C1D in place of the map"))};
    for (QToolButton* place : places_)
        connect(place, &QToolButton::clicked, this, [this, place] {
            places_[0]->setChecked(true);
            places_[1]->setChecked(false);
            if (place == places_[1]) emit profileWanted();
        });
    places_[0]->setChecked(true);
    for (QToolButton* place : places_)
        place->hide();
    term_ = new TermPicker;
    connect(term_, &TermPicker::picked, this, [this] {
        showMap();
        emit termChosen(term_->chosen());
    });
    words_ = new FittingLabel;
    words_->setWords({tr("autocorrelation map"), tr("map")});
    connect(view_, &MapView::described, words_, [this](const QStringList& words) {
        if (planes_->isHidden()) words_->setWords(words);
    });
    connect(planes_, &PlanesView::described, words_, [this](const QStringList& words) {
        if (!planes_->isHidden()) words_->setWords(words);
    });
    const auto tool = [](const QString& icon, const QString& name, const QString& help) {
        QToolButton* const button = headerTool(icon, name, help);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        return button;
    };
    line_ = tool("ray", "direction-line", tr("C2D along a line through the centre, over C1D: drag it on the map (D)"));
    sector_ = tool("sector", "direction-sector",
                   tr("C2D averaged over a sector and the opposite one, over C1D: drag its middle and its borders (D)"));
    connect(line_, &QToolButton::clicked, this, [this](bool isOn) { chooseTool(isOn, false); });
    connect(sector_, &QToolButton::clicked, this, [this](bool isOn) { chooseTool(isOn, true); });
    QToolButton* const ring = tool("gauge", "ring", tr("Ring at %1").arg(rMaxText()));
    ring->setChecked(true);
    connect(ring, &QToolButton::toggled, view_, &MapView::setRingShown);
    connect(ring, &QToolButton::toggled, planes_, &PlanesView::setRingShown);
    const auto degrees = [](const QString& name, const QString& words, const QString& help, int width) {
        auto* const box = new WholeNumberBox;
        box->setObjectName(name);
        box->setAccessibleName(words);
        box->setToolTip(help);
        box->setSuffix(QStringLiteral("°"));
        box->setKeyboardTracking(false);
        box->setFixedWidth(width);
        return box;
    };
    angle_ = degrees("direction-angle", tr("Angle"), tr("Angle in degrees, from x towards y (down)"), 46);
    angle_->setRange(0, 179);
    angle_->setWrapping(true);
    half_ = degrees("direction-opening", tr("Half of the opening"),
                    tr("Half of the sector's opening angle in degrees: how far it reaches to either side of its middle"), 54);
    half_->setRange(1, 90);
    half_->setPrefix(QStringLiteral("± "));
    half_->setValue(15);
    connect(angle_, &QSpinBox::valueChanged, this, [this](int angle) {
        if (direction_) setDirection(Direction{double(angle), direction_->openingDeg});
    });
    connect(half_, &QSpinBox::valueChanged, this, [this](int half) {
        if (direction_) setDirection(Direction{direction_->angleDeg, 2.0 * half});
    });
    QWidget* const header = panelHeader({title_, places_[0], places_[1], term_, words_, angle_, half_},
                                        {line_, sector_, ring, manualButton("window#correlation")});
    header->layout()->setContentsMargins(12, 0, 2, 0);  // ? stands in the margin
    return header;
}

void MapPanel::setShared(bool shared) {
    title_->setVisible(!shared);
    for (QToolButton* place : places_)
        place->setVisible(shared);
}

void MapPanel::chooseTool(bool isOn, bool isSector) {
    if (isOn)
        setDirection(Direction{double(angle_->value()), isSector ? 2.0 * half_->value() : 0});
    else
        setDirection(std::nullopt);
}

void MapPanel::nextDirection() {
    if (document_.session().series.volumes) return;
    chooseTool(!direction_ || direction_->isLine(), direction_.has_value());
}

void MapPanel::setDirection(const std::optional<Direction>& direction) {
    const bool isNew = direction != direction_;
    direction_ = direction;
    const bool isLine = direction && direction->isLine(), isSector = direction && !direction->isLine();
    const QSignalBlocker quietAngle(angle_), quietHalf(half_);
    if (direction) angle_->setValue(static_cast<int>(std::lround(direction->angleDeg)));
    if (isSector) half_->setValue(static_cast<int>(std::lround(direction->openingDeg / 2)));
    line_->setChecked(isLine);
    sector_->setChecked(isSector);
    words_->setVisible(!direction);
    angle_->setVisible(direction.has_value());
    half_->setVisible(isSector);
    view_->showDirection(direction);
    if (isNew) emit directionChanged(direction);
}

void MapPanel::showNothing(const QString& why) {
    view_->showNothing(why);
    planes_->showNothing(why);
}

void MapPanel::showPreview() {
    const auto& preview = document_.frame().preview();
    if (!preview) return;
    const bool isStale = document_.frame().isStale();
    if (!isStale || preview->frame == document_.frame().index()) {
        view_->setStale(isStale);
        planes_->setStale(isStale);
    }
    if (isStale) return;  // what is shown stays until the answer is here
    if (!preview->isRead()) return showNothing(tr("No map: the image could not be read"));
    if (!preview->problem.empty()) return showNothing(translated(preview->problem));
    // Terms come after the sum: where one is shown it stays until the next frame's is there.
    const bool isAwaited = preview->hasChannels() && term_->chosen();
    if (preview->part == (isAwaited ? Preview::Part::spectra : Preview::Part::measured)) showMap();
    if (preview->part == Preview::Part::spectra) term_->show(preview->terms.get());
}

}  // namespace coarsen::window
