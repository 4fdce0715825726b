// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/correlation/profile_panel.hpp"

#include "app/window/panels/correlation/fitting_label.hpp"
#include "app/window/panels/parts/panel_header.hpp"
#include "app/window/panels/sheets/manual_window.hpp"
#include "app/window/plots/length_words.hpp"
#include "app/window/plots/plot_data.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/series_view.hpp"
#include "core/measure/uncertainty.hpp"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <cmath>

namespace coarsen::window {

namespace {

QString nameOf(SeriesMode mode) {
    switch (mode) {
        case SeriesMode::curves:
            return QObject::tr("over R");
        case SeriesMode::scaled:
            return QObject::tr("over R / %1").arg(rMaxText());
        case SeriesMode::image:
            return QObject::tr("R and time");
    }
    return {};
}

/// Value at R = 0 of the term that is chosen, or of the only one of two different channels, in words.
QString channelWords(const Preview& preview, const std::optional<ChannelPair>& chosen) {
    if (!preview.terms) return {};
    constexpr std::size_t ofTwoChannels = 3;
    for (const Term& term : *preview.terms)
        if (chosen ? term.channels == *chosen : preview.terms->size() == ofTwoChannels && !term.channels.isOneChannel())
            return translated(atOriginInWords(term.channels, term.atOrigin()));
    return {};
}

}  // namespace

ProfilePanel::ProfilePanel(Document& document, QWidget* parent) : QWidget(parent), document_(document), view_(new ProfileView) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    layout->addWidget(view_, 1);
    setSeriesMode(SeriesMode::curves);
    connect(&document, &Document::previewChanged, this, &ProfilePanel::showPreview);
    connect(&document, &Document::resultsChanged, this, &ProfilePanel::askCurves);
    connect(&document, &Document::frameChanged, view_, &ProfileView::setCurrentFrame);
    connect(&curves_, &CurvesWorker::made, &view_->series(), &SeriesView::show);
    connect(&directions_, &DirectionWorker::made, this, &ProfilePanel::showDirection);
    connect(view_, &ProfileView::frameChosen, &document.frame(), &ShownFrame::show);
    connect(view_, &ProfileView::menuWanted, this, &ProfilePanel::showMenu);
    connect(view_, &ProfileView::markerChosen, this,
            [this](double px) { document_.changes().setMarker(document_.frame().preview()->frame, px); });
    connect(view_, &ProfileView::maximumFollowed, this,
            [this](double px) { document_.changes().followMaximum(document_.frame().preview()->frame, px); });
    connect(view_, &ProfileView::markerCleared, this,
            [this] { document_.changes().setMarker(document_.frame().preview()->frame, std::nullopt); });
    connect(&document_, &Document::opened, this, &ProfilePanel::showOpened);
    connect(&document_, &Document::opened, this, [this] {  // what is shown is of another series
        view_->setCorner({});
        view_->showNothing(tr("Reading…"));
        quality_->setWords({});
    });
    showOpened();
    showAll();
}

/// Shows what is open: volumes have one average, over spheres.
void ProfilePanel::showOpened() {
    const bool areVolumes = document_.session().series.volumes.has_value();
    const QString average = areVolumes ? tr("C1D, the spherical average of C3D, with a band of 2 standard errors")
                                       : tr("C1D, the azimuthal average of C2D, with a band of 2 standard errors");
    tabs_[0]->setToolTip(average);
    for (const auto mode : {ProfileMode::spectrum, ProfileMode::sectors}) {
        tabs_[static_cast<std::size_t>(mode)]->setVisible(!areVolumes);
        if (areVolumes && view_->mode() == mode) setMode(ProfileMode::profile);
    }
    toMap_->setText(areVolumes ? QStringLiteral("C3D") : QStringLiteral("C2D"));
    view_->setOfVolumes(areVolumes);
}

/// Shows all that is known before the next news.
void ProfilePanel::showAll() {
    const auto& preview = document_.frame().preview();
    if (!preview || !preview->isMeasured()) return;
    const Calibration& calibration = document_.session().calibration;
    showQuality();
    view_->show(preview->profile, lengths(), calibration);
    if (!preview->sectors.empty()) view_->showSpectra(preview->spectrum, preview->sectors, calibration);
    view_->setCurrentFrame(document_.frame().index());
}

PlotOffer ProfilePanel::offer() const {
    const auto& preview = document_.frame().preview();
    const Calibration calibration = document_.session().calibration;
    const bool hasSpectra = preview && !preview->sectors.empty();
    switch (view_->mode()) {
        case ProfileMode::profile:
            if (!preview || preview->profile.size() == 0) break;
            return {"c1d", profileFigure(preview, calibration, view_->look()), [=, direction = view_->look().direction] {
                        return profileData(preview->profile, calibration, direction.get());
                    }};
        case ProfileMode::spectrum:
            if (!hasSpectra) break;
            return {"spectrum", spectrumFigure(preview, calibration, view_->isLogarithmic()),
                    [=] { return spectrumData(preview->spectrum, calibration); }};
        case ProfileMode::sectors:
            if (!hasSpectra) break;
            return {"sectors", sectorFigure(preview, calibration), [=] { return sectorData(preview->sectors, calibration); }};
        case ProfileMode::series:
            if (!view_->series().curves() || view_->series().curves()->isEmpty()) break;
            return {"c1d-series", seriesFigure(view_->series().curves(), view_->series().mode()),
                    [curves = view_->series().curves()] { return seriesData(*curves); }};
    }
    return {};
}

void ProfilePanel::showMenu(const QPoint& at) {
    QMenu* const menu = plotMenu(view_->plot(), document_, offer());
    const auto choice = [](QMenu* in, const QString& words, bool isChosen, QWidget* on, auto choose) {
        QAction* const action = in->addAction(words, on, choose);
        action->setCheckable(true);
        action->setChecked(isChosen);
    };
    if (view_->mode() == ProfileMode::profile) {
        QMenu* const axes = menu->addMenu(tr("Axes"));
        for (const auto& [words, one] : {std::pair{tr("Linear"), ProfileAxes::linear},
                                         {tr("Logarithmic in R"), ProfileAxes::logRadius},
                                         {tr("Logarithmic in both, where C1D is above 0"), ProfileAxes::logLog}})
            choice(axes, words, view_->look().axes == one, view_, [this, one = one] { view_->setAxes(one); });
    }
    if (view_->mode() == ProfileMode::spectrum)
        choice(menu, tr("Logarithmic axes"), view_->isLogarithmic(), logarithmicSpectrum_,
               [this] { logarithmicSpectrum_->toggle(); });
    if (view_->mode() != ProfileMode::series) menu->addAction(tr("Reset view"), view_, &ProfileView::resetView);
    menu->addAction(tr("Open in a window"), this, &ProfilePanel::windowWanted);
    if (view_->mode() == ProfileMode::profile) addMaximumChoices(*menu, at);
    menu->popup(view_->plot()->mapToGlobal(at));
}

/// Adds the choice of the maximum that is R_max, here and in all frames.
void ProfilePanel::addMaximumChoices(QMenu& menu, const QPoint& at) {
    QMenu* const choices = menu.addMenu(rMaxText());
    view_->addMarkerAction(*choices, at);
    choices->addSeparator();
    const MaximumRule now = document_.recipe().measure.maximum;
    for (const auto& [words, key, rule] :
         {std::tuple{tr("In all frames the first significant one"), "significant", MaximumRule::significant},
          {tr("In all frames the first one"), "first", MaximumRule::first},
          {tr("In all frames the highest in 2 to 4 zeros"), "bracket", MaximumRule::bracket}}) {
        QAction* const action = choices->addAction(
            words, this, [this, key = key] { document_.changes().setValue("measure.maximum", std::string(key)); });
        action->setCheckable(true);
        action->setChecked(rule == now);
    }
    choices->addSeparator();
    if (document_.session().results.contains(document_.frame().index())) view_->addFollowAction(*choices, at);
    if (!document_.session().manualRMaxPx.empty())
        choices->addAction(tr("In all frames automatic again"), this, [this] { document_.changes().clearMarkers(); });
}

QWidget* ProfilePanel::makeHeader() {
    tabs_ = {segmentButton("C1D", "c1d"),
             segmentButton("S(q)", "spectrum", tr("S(q), the azimuthal average of the power spectrum")),
             segmentButton(tr("Sectors"), "sectors",
                           tr("C1D by direction: angles from x towards y (down) as in the map, opposite directions together")),
             segmentButton(tr("Series"), "series", tr("C1D of the whole series, once it is measured"))};
    tabs_.front()->setChecked(true);
    auto* const modes = new QButtonGroup(this);
    for (int i = 0; i < static_cast<int>(tabs_.size()); ++i)
        modes->addButton(tabs_[static_cast<std::size_t>(i)], i);
    connect(modes, &QButtonGroup::idClicked, this, [this](int mode) { setMode(static_cast<ProfileMode>(mode)); });
    logarithmicSpectrum_ = segmentButton(tr("log"), "log-spectrum", tr("Logarithmic axes"));
    logarithmicSpectrum_->hide();
    connect(logarithmicSpectrum_, &QToolButton::toggled, view_, &ProfileView::setLogarithmic);
    seriesMode_ = headerMenu("series-mode", tr("How C1D of the series is drawn"));
    auto* const menu = new QMenu(this);
    menu->setObjectName("series-modes");
    for (const SeriesMode mode : {SeriesMode::curves, SeriesMode::scaled, SeriesMode::image})
        menu->addAction(nameOf(mode), this, [this, mode] { setSeriesMode(mode); });
    seriesMode_->setMenu(menu);
    seriesMode_->hide();
    quality_ = new FittingLabel;
    quality_->setObjectName("profile-quality");
    quality_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // words take no room from the map beside
    quality_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    toMap_ = segmentButton("C2D", "to-map", tr("The autocorrelation map in place of the curve"));
    toMap_->setCheckable(false);
    toMap_->hide();
    connect(toMap_, &QToolButton::clicked, this, &ProfilePanel::mapWanted);
    QWidget* const header = panelHeader({toMap_, tabs_[0], tabs_[1], tabs_[2], tabs_[3]},
                                        {logarithmicSpectrum_, seriesMode_, quality_, manualButton("lengths")});
    auto* const row = qobject_cast<QHBoxLayout*>(header->layout());
    row->setStretchFactor(quality_, 1);
    row->setContentsMargins(12, 0, 2, 0);  // ? stands in the margin
    return header;
}

void ProfilePanel::grabMarker() {
    grabFrame_ = document_.frame().index();
    grabWanted();
}

void ProfilePanel::grabWanted() {
    if (grabFrame_ < 0 || grabFrame_ != document_.frame().index()) grabFrame_ = -1;
    const auto& preview = document_.frame().preview();
    if (grabFrame_ < 0 || document_.frame().isStale() || !preview || preview->frame != grabFrame_ || !preview->isMeasured())
        return;
    grabFrame_ = -1;
    view_->grabMarker();
}

void ProfilePanel::setShared(bool shared) {
    toMap_->setVisible(shared);
}

void ProfilePanel::setMode(ProfileMode mode) {
    const bool isOfPictures = mode == ProfileMode::spectrum || mode == ProfileMode::sectors;
    if (isOfPictures && document_.session().series.volumes) mode = ProfileMode::profile;
    tabs_[static_cast<std::size_t>(mode)]->setChecked(true);
    quality_->setVisible(mode == ProfileMode::profile);
    logarithmicSpectrum_->setVisible(mode == ProfileMode::spectrum);
    seriesMode_->setVisible(mode == ProfileMode::series);
    view_->setMode(mode);
    askCurves();
}

void ProfilePanel::setSeriesMode(SeriesMode mode) {
    seriesMode_->setText(nameOf(mode));
    seriesMode_->setAccessibleName(tr("How C1D of the series is drawn: %1").arg(nameOf(mode)));
    view_->series().setMode(mode);
}

/// Asks for what C1D of the series is drawn from; only while it is shown.
void ProfilePanel::askCurves() {
    if (document_.isOpen() && view_->mode() == ProfileMode::series) curves_.ask(document_.growth().data());
}

void ProfilePanel::showPreview() {
    const auto& preview = document_.frame().preview();
    if (!preview) return;
    const bool isStale = document_.frame().isStale();
    if (!isStale || preview->frame == document_.frame().index()) view_->setStale(isStale);
    if (isStale) return;  // what is shown stays until the answer is here
    if (!preview->isRead() || !preview->problem.empty()) {
        view_->showNothing(preview->isRead() ? translated(preview->problem) : tr("No curve: the image could not be read"));
        quality_->setWords(preview->isRead() ? QStringList{translated(preview->problem)} : QStringList());
        return;
    }
    if (preview->part == Preview::Part::pictures || preview->part == Preview::Part::effects) return;
    const Calibration& calibration = document_.session().calibration;
    if (preview->part == Preview::Part::spectra) {
        showTerms();
        return view_->showSpectra(preview->spectrum, preview->sectors, calibration);
    }
    if (!preview->hasChannels()) showTerms();  // of another image they would stay until these are known
    if (preview->part == Preview::Part::measured) askDirection();
    showQuality();
    view_->show(preview->profile, lengths(), calibration);
    grabWanted();
}

/// Lengths of the frame, and the one that is followed where that is read without a maximum.
ProfileLengths ProfilePanel::lengths() const {
    const auto& preview = document_.frame().preview();
    ProfileLengths lengths = preview->lengths;
    const LengthEstimator* const followed = lengthEstimator(fitOf(document_.recipe()).length);
    if (!followed || followed->needsMaximum()) return lengths;
    lengths.alone = preview->row.lengths[followed->key];
    lengths.aloneName = translated(followed->label);
    return lengths;
}

void ProfilePanel::setTerm(const std::optional<ChannelPair>& term) {
    term_ = term;
    showTerms();
}

void ProfilePanel::showTerms() {
    const auto& preview = document_.frame().preview();
    if (!preview || !preview->isMeasured()) return;
    showQuality();
    view_->showTerms(preview->terms, term_);
}

void ProfilePanel::setDirection(const std::optional<Direction>& direction) {
    direction_ = direction;
    if (!direction) view_->showDirection(nullptr);
    askDirection();
}

void ProfilePanel::askDirection() {
    const auto& preview = document_.frame().preview();
    if (direction_ && preview && preview->map)
        directions_.ask({preview->map, document_.recipe().measure, *direction_, document_.session().calibration.aspect()});
}

/// Shows the curve along a direction, also of an earlier angle while a later one is made, but not of a map or tool that is gone.
void ProfilePanel::showDirection(const std::shared_ptr<const DirectionCurve>& curve) {
    if (!direction_ || direction_->isLine() != curve->direction.isLine()) return;
    if (document_.frame().preview() && document_.frame().preview()->map == curve->map) view_->showDirection(curve);
}

void ProfilePanel::showQuality() {
    const auto& preview = document_.frame().preview();
    const LengthScale& rMax = preview->lengths.rMax;
    const LengthScale alone = lengths().alone;
    const std::string_view quality = nameOf((alone.isFound() ? alone : preview->row.rMax).quality);
    const QString word = QString::fromUtf8(quality.data(), static_cast<qsizetype>(quality.size()));
    const QString domains = rMax.isFound()
                                ? tr("%1 domains")
                                      .arg(std::lround(preview->c3d ? preview->row.image.domains(rMax.px)
                                                                    : domainCount(preview->width(), preview->height(), rMax.px)))
                                : QString();
    quality_->setWords({word});
    const QString channels = channelWords(*preview, term_);
    view_->setCorner(channels.isEmpty() || domains.isEmpty() ? channels + domains : channels + "\n" + domains);
    const QString about = rMax.message.empty() || alone.isFound()
                              ? domains
                              : withLengthsInUnits(translated(rMax.message), document_.session().calibration);
    QStringList more{word};
    if (!about.isEmpty()) more << about;
    const LengthScale& zero = preview->lengths.rZero;
    if (rMax.isFound() && zero.isFound())  // in the plot only where that is wide
        more << tr("first zero at %1 of %2").arg(number(zero.px / rMax.px, 3), rMaxText());
    quality_->setToolTip(more.join('\n'));
}

}  // namespace coarsen::window
