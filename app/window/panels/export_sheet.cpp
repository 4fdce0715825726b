// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/export_sheet.hpp"

#include "app/window/document/settings_store.hpp"
#include "app/window/figures/export_folder.hpp"
#include "app/window/panels/export_progress.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/export/film_file.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QGraphicsDropShadowEffect>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace coarsen::window {

namespace {

struct UsualSize {
    const char* words;
    double widthMm;  ///< 0: the user's own
    double heightOverWidth;
};
constexpr std::array<UsualSize, 4> usualSizes = {{{QT_TR_NOOP("One column, 86 mm"), 86, 0.85},
                                                  {QT_TR_NOOP("Two columns, 178 mm"), 178, 0.62},
                                                  {QT_TR_NOOP("Slide, 254 mm"), 254, 0.56},
                                                  {QT_TR_NOOP("Own width"), 0, 0.7}}};
constexpr int ownSize = 3;
constexpr std::array usualDpi = {150, 300, 600, 1200};
constexpr std::array<MovieForm, 3> usualFilms = {{{960, 540, 10}, {1280, 720, 10}, {1920, 1080, 10}}};
constexpr QSize previewRoom(336, 214);
constexpr qsizetype namedFiles = 5;             // of those that exist: two lines
constexpr int previewDelayMs = 60, below = 22;  // px from a box to what belongs to it

constexpr const char* wantedLater = "wantedLater";  // of a box that is off for want of anything to export

QLabel* heading(const QString& words) {
    auto* const label = new QLabel(words);
    label->setStyleSheet("font-weight: 600;");
    return label;
}

/// Where there is nothing to export there is no tick; it comes back with what there is.
void offer(QCheckBox* box, bool isThere, const QString& whyNot, const QString& about = {}) {
    if (box->isEnabled() != isThere) {
        const bool isWanted = isThere ? box->property(wantedLater).toBool() : box->isChecked();
        box->setProperty(wantedLater, isThere ? QVariant() : QVariant(isWanted));
        box->setChecked(isThere && isWanted);
    }
    box->setEnabled(isThere);
    box->setToolTip(isThere ? about : whyNot);
}

}  // namespace

ExportSheet::ExportSheet(Document& document, QWidget* parent) : Sheet(parent, true), document_(document) {
    setObjectName("export-sheet");
    setAccessibleName(tr("Export"));
    auto* const shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(24);
    shadow->setOffset(0, 4);
    setGraphicsEffect(shadow);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 14);
    layout->setSpacing(8);
    auto* const head = new QHBoxLayout;
    auto* const title = new QLabel(tr("Export"));
    title->setStyleSheet("font-weight: 700; font-size: 13px;");
    auto* const all = new QPushButton(tr("Everything"));
    all->setObjectName("export-everything");
    all->setToolTip(tr("Tick all there is"));
    auto* const close = new QToolButton;
    close->setIcon(icon("close"));
    close->setAccessibleName(tr("Close"));
    close->setToolTip(tr("Close (Esc)"));
    head->addWidget(title);
    head->addStretch();
    head->addWidget(all);
    head->addWidget(close);
    layout->addLayout(head);
    auto* const columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addWidget(makeContents());
    columns->addWidget(makeLook());
    layout->addLayout(columns);
    layout->addWidget(makeFoot());
    progress_ = new ExportProgress(parent);

    connect(all, &QPushButton::clicked, this, &ExportSheet::everything);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(progress_, &ExportProgress::cancelWanted, this, [this] {
        if (exporter_) exporter_->cancel();
    });
    previewTimer_.setSingleShot(true);
    connect(&previewTimer_, &QTimer::timeout, this, &ExportSheet::drawPreview);
    connect(&document, &Document::opened, this, [this] {  // another series, another folder
        folder_->clear();
        exported_.clear();
    });
    recall();
    hide();
}

QCheckBox* ExportSheet::box(QLayout* into, const QString& words, bool on, const QString& name, int columns) {
    auto* const check = new QCheckBox(words);
    check->setChecked(on);
    check->setObjectName("export-" + name);
    if (auto* const grid = qobject_cast<QGridLayout*>(into))
        grid->addWidget(check, grid->count() / columns, grid->count() % columns);
    else
        into->addWidget(check);
    boxes_ << check;
    connect(check, &QCheckBox::toggled, this, &ExportSheet::recount);
    return check;
}

QWidget* ExportSheet::makeContents() {
    auto* const side = new QWidget;
    auto* const layout = new QVBoxLayout(side);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    const auto indented = [layout] {
        auto* const row = new QHBoxLayout;
        row->setContentsMargins(below, 0, 0, 0);
        layout->addLayout(row);
        return row;
    };
    const auto pairs = [layout] {
        auto* const grid = new QGridLayout;
        grid->setVerticalSpacing(6);
        grid->setHorizontalSpacing(12);
        grid->setColumnStretch(1, 1);
        layout->addLayout(grid);
        return grid;
    };
    layout->addWidget(heading(tr("Figures of the series")));
    growth_ = box(layout, tr("Growth chart"), true, "growth");
    QGridLayout* const ofGrowth = pairs();
    ofGrowth->setContentsMargins(below, 0, 0, 0);
    residuals_ = box(ofGrowth, tr("Residuals"), true, "residuals", 3);
    legend_ = box(ofGrowth, tr("Legend"), true, "legend", 3);
    guides_ = box(ofGrowth, tr("Slopes"), true, "guides", 3);
    result_ = box(ofGrowth, tr("Result of the fit"), false, "result", 3);
    scaledErrors_ = box(ofGrowth, tr("Scaled errors"), false, "scaled-errors", 3);
    scaledErrors_->setToolTip(
        tr("Errors in the result are widened by √χ²ᵣ where the law misses its points, and the figure says so"));
    excluded_ = box(ofGrowth, tr("Excluded frames"), false, "excluded", 3);
    connect(growth_, &QCheckBox::toggled, this, &ExportSheet::offerLooks);
    shifts_ = box(layout, tr("Drift of the series"), true, "shifts");
    series_ = box(layout, tr("C1D of the series: curves, scaled, image"), false, "series-figures");
    layout->addSpacing(4);
    layout->addWidget(heading(tr("Figures of this frame")));
    QGridLayout* const ofFrame = pairs();
    profile_ = box(ofFrame, tr("C1D"), true, "c1d-figure");
    sectors_ = box(ofFrame, tr("C1D by sectors"), false, "sectors-figure");
    spectrum_ = box(ofFrame, tr("S(q)"), false, "spectrum-figure");
    map_ = box(ofFrame, tr("C2D map"), true, "c2d-figure");
    frame_ = box(ofFrame, tr("Final stage"), false, "frame");
    layout->addSpacing(4);
    layout->addWidget(heading(tr("Together")));
    report_ = box(layout, tr("report.pdf: recipe, figures, fits, all frames"), true, "report");
    movie_ = box(layout, tr("movie.mp4: frames with C1D and growth"), false, "movie");
    noFilms_ = QString::fromStdString(whyNoFilms());
    movie_->setEnabled(noFilms_.isEmpty());
    if (!noFilms_.isEmpty()) movie_->setToolTip(tr("Films cannot be written here: %1").arg(noFilms_));
    QHBoxLayout* const film = indented();
    film_ = new QComboBox;
    film_->setObjectName("export-film");
    for (const MovieForm& form : usualFilms)
        film_->addItem(QStringLiteral("%1 × %2").arg(form.width).arg(form.height));
    film_->setCurrentIndex(1);
    film_->setAccessibleName(tr("Size of the movie"));
    rate_ = new QSpinBox;
    rate_->setObjectName("export-rate");
    rate_->setRange(1, 60);
    rate_->setValue(10);
    rate_->setSuffix(tr(" frames a second"));
    rate_->setAccessibleName(tr("Frames a second"));
    film->addWidget(film_);
    film->addWidget(rate_);
    film->addStretch();
    for (QWidget* widget : {static_cast<QWidget*>(film_), static_cast<QWidget*>(rate_)}) {
        widget->setEnabled(false);
        connect(movie_, &QCheckBox::toggled, widget, &QWidget::setEnabled);
    }
    layout->addSpacing(4);
    layout->addWidget(heading(tr("Data")));
    QGridLayout* const tables = pairs();
    results_ = box(tables, tr("results.csv, one row a frame"), true, "results");
    c1d_ = box(tables, tr("c1d.csv, every curve"), true, "c1d");
    fit_ = box(tables, tr("fit.json, all models"), true, "fit");
    mapTiff_ = box(tables, tr("c2d.tif, this frame"), false, "map-tiff");
    session_ = box(layout, tr("session.coarsen: recipe, hashes, versions"), true, "session");
    layout->addStretch();
    return side;
}

QWidget* ExportSheet::makeLook() {
    auto* const side = new QWidget;
    auto* const layout = new QVBoxLayout(side);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addWidget(heading(tr("Look of the figures")));
    preview_ = new QLabel;
    preview_->setObjectName("export-preview");
    preview_->setFixedSize(previewRoom);
    preview_->setAlignment(Qt::AlignCenter);
    preview_->setAccessibleName(tr("Growth chart as it will be exported"));
    layout->addWidget(preview_);
    previewSize_ = new QLabel;
    previewSize_->setObjectName("export-preview-size");
    previewSize_->setProperty("hint", true);
    previewSize_->setAlignment(Qt::AlignCenter);
    layout->addWidget(previewSize_);

    auto* const grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(2, 1);
    auto row = [&, next = 0](const QString& words, QWidget* first, QWidget* second = nullptr) mutable {
        auto* const label = new QLabel(words);
        label->setBuddy(first);
        grid->addWidget(label, next, 0);
        grid->addWidget(first, next, 1, 1, second ? 1 : 2);
        if (second) grid->addWidget(second, next, 2);
        ++next;
    };
    size_ = new QComboBox;
    size_->setObjectName("export-size");
    for (const UsualSize& usual : usualSizes)
        size_->addItem(tr(usual.words));
    width_ = new QDoubleSpinBox;
    width_->setObjectName("export-width");
    width_->setRange(40, 500);
    width_->setDecimals(0);
    width_->setSuffix(tr(" mm"));
    width_->setKeyboardTracking(false);
    width_->setAccessibleName(tr("Width"));
    row(tr("Size"), size_, width_);
    text_ = new QDoubleSpinBox;
    text_->setObjectName("export-text");
    text_->setRange(4, 30);
    text_->setDecimals(1);
    text_->setSingleStep(0.5);
    text_->setSuffix(tr(" pt"));
    text_->setToolTip(tr("Of the axes' labels. Lines and markers grow with it."));
    row(tr("Text"), text_);
    auto* const formats = new QWidget;
    auto* const formatRow = new QHBoxLayout(formats);
    formatRow->setContentsMargins({});
    pdf_ = box(formatRow, "PDF", true, "pdf");
    svg_ = box(formatRow, "SVG", true, "svg");
    png_ = box(formatRow, "PNG", false, "png");
    formatRow->addStretch();
    row(tr("As"), formats);
    dpi_ = new QComboBox;
    dpi_->setObjectName("export-dpi");
    for (const int dpi : usualDpi)
        dpi_->addItem(tr("%1 dpi").arg(dpi), dpi);
    row(tr("PNG"), dpi_);
    layout->addLayout(grid);
    layout->addStretch();

    size_->setCurrentIndex(1);
    width_->setValue(usualSizes[1].widthMm);
    text_->setValue(8);
    dpi_->setCurrentIndex(1);
    connect(size_, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index != ownSize) width_->setValue(usualSizes[static_cast<std::size_t>(index)].widthMm);
        recount();
    });
    connect(width_, &QDoubleSpinBox::valueChanged, this, [this](double mm) {
        int index = ownSize;
        for (std::size_t i = 0; i < usualSizes.size(); ++i)
            if (usualSizes[i].widthMm == mm) index = static_cast<int>(i);
        size_->setCurrentIndex(index);
        recount();
    });
    connect(text_, &QDoubleSpinBox::valueChanged, this, &ExportSheet::recount);
    connect(dpi_, &QComboBox::currentIndexChanged, this, &ExportSheet::recount);
    return side;
}

QWidget* ExportSheet::makeFoot() {
    auto* const foot = new QWidget;
    auto* const layout = new QVBoxLayout(foot);
    layout->setContentsMargins({});
    layout->setSpacing(7);
    auto* const where = new QHBoxLayout;
    folder_ = new QLineEdit;
    folder_->setObjectName("export-folder");
    folder_->setAccessibleName(tr("Folder to write into"));
    auto* const choose = new QToolButton;
    choose->setIcon(icon("folder"));
    choose->setAccessibleName(tr("Choose a folder"));
    choose->setToolTip(choose->accessibleName());
    where->addWidget(heading(tr("Into")));
    where->addWidget(folder_);
    where->addWidget(choose);
    layout->addLayout(where);
    existing_ = new QLabel;
    existing_->setObjectName("export-existing");
    existing_->setWordWrap(true);
    existing_->setProperty("hint", true);
    existing_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    layout->addWidget(existing_);
    auto* const buttons = new QHBoxLayout;
    count_ = new QLabel;
    auto* const cancel = new QPushButton(tr("Cancel"));
    replace_ = new QPushButton(tr("Replace"));
    replace_->setObjectName("export-replace");
    replace_->setToolTip(tr("Write over the files that are already there"));
    QSizePolicy keepsItsPlace = replace_->sizePolicy();
    keepsItsPlace.setRetainSizeWhenHidden(true);
    replace_->setSizePolicy(keepsItsPlace);
    export_ = new QPushButton;
    export_->setProperty("primary", true);
    export_->setObjectName("export-go");
    buttons->addWidget(count_);
    buttons->addStretch();
    buttons->addWidget(replace_);
    buttons->addWidget(cancel);
    buttons->addWidget(export_);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QWidget::hide);
    connect(choose, &QToolButton::clicked, this, [this] {
        const QString chosen = QFileDialog::getExistingDirectory(this, tr("Export into"), exportFolderOf(folder_->text()));
        if (!chosen.isEmpty()) folder_->setText(chosen);
    });
    connect(folder_, &QLineEdit::textChanged, this, &ExportSheet::recount);
    connect(export_, &QPushButton::clicked, this, [this] { run(replace_->isVisibleTo(this)); });
    connect(replace_, &QPushButton::clicked, this, [this] { run(false); });
    return foot;
}

bool ExportSheet::hasSeries() const {
    const auto isDrawable = [](const GrowthData::Point& point) {
        return !point.isStale && !point.isExcluded && !point.result().profile.value.empty();
    };
    return std::ranges::count_if(document_.growth()->points, isDrawable) > 1;
}

ExportChoice ExportSheet::choice() const {
    ExportChoice choice;
    choice.growth = growth_->isChecked();
    choice.growthLook = {.excluded = excluded_->isChecked(),
                         .residuals = residuals_->isChecked(),
                         .legend = legend_->isChecked(),
                         .result = result_->isChecked(),
                         .scaledErrors = scaledErrors_->isChecked(),
                         .guides = guides_->isChecked()};
    choice.shifts = shifts_->isChecked() && document_.growth()->hasDrift();
    choice.profile = profile_->isChecked();
    choice.spectrum = spectrum_->isChecked();
    choice.sectors = sectors_->isChecked();
    choice.series = series_->isChecked() && hasSeries();
    choice.map = map_->isChecked();
    choice.frame = frame_->isChecked();
    choice.formats.clear();
    for (const auto& [check, name] : {std::pair{png_, "png"}, {svg_, "svg"}, {pdf_, "pdf"}})
        if (check->isChecked()) choice.formats << name;
    choice.results = results_->isChecked();
    choice.c1d = c1d_->isChecked();
    choice.sectorTable = choice.c1d && document_.recipe().measure.sectors > 0;
    choice.fit = fit_->isChecked();
    choice.session = session_->isChecked();
    choice.mapTiff = mapTiff_->isChecked();
    choice.report = report_->isChecked();
    choice.movie = movie_->isChecked() && noFilms_.isEmpty();
    choice.film = usualFilms[static_cast<std::size_t>(film_->currentIndex())];
    choice.film.framesPerSecond = rate_->value();
    choice.size.widthMm = width_->value();
    choice.size.heightMm =
        std::round(choice.size.widthMm * usualSizes[static_cast<std::size_t>(size_->currentIndex())].heightOverWidth);
    choice.size.dpi = dpi_->currentData().toInt();
    choice.size.textPt = text_->value();
    choice.logarithmic = logarithmic_;
    return choice;
}

void ExportSheet::recount() {
    if (!export_ || !document_.isOpen()) return;
    const ExportChoice wanted = choice();
    const QStringList names = wanted.fileNames();
    const QString whyNot = whyNoExportFolder(folder_->text());
    const QDir folder(exportFolderOf(folder_->text()));
    QStringList there;
    if (whyNot.isEmpty())
        for (const QString& name : names)
            if (folder.exists(name)) there << name;
    count_->setText(counted(static_cast<int>(names.size()), tr("file"), tr("files")));
    if (!whyNot.isEmpty())
        existing_->setText(whyNot);
    else if (there.isEmpty())
        existing_->setText(folder.exists() ? tr("Nothing there is replaced. Figures use the light theme.")
                                           : tr("The folder is new. Figures use the light theme."));
    else
        existing_->setText(
            there.size() > namedFiles + 1
                ? tr("Already there: %1 and %2 more.").arg(there.mid(0, namedFiles).join(", ")).arg(there.size() - namedFiles)
                : tr("Already there: %1.").arg(there.join(", ")));
    existing_->setProperty("problem", !whyNot.isEmpty());
    existing_->style()->polish(existing_);
    // Return, and a click at the place that the hand knows, do no harm.
    replace_->setVisible(!there.isEmpty());
    export_->setText(there.isEmpty() ? tr("Export %1").arg(counted(static_cast<int>(names.size()), tr("file"), tr("files")))
                                     : tr("Keep both"));
    export_->setToolTip(there.isEmpty() ? QString()
                                        : tr("Export into a new folder beside this one, so that nothing is replaced"));
    export_->setEnabled(!names.isEmpty() && whyNot.isEmpty());
    dpi_->setEnabled(png_->isChecked());
    const FigureSize& size = wanted.size;
    QString words = tr("%1 × %2 mm").arg(size.widthMm).arg(size.heightMm);
    if (png_->isChecked()) words += tr(", PNG %1 × %2 px").arg(size.pngPixels().width()).arg(size.pngPixels().height());
    previewSize_->setText(words);
    if (isVisible()) previewTimer_.start(previewDelayMs);
}

void ExportSheet::drawPreview() {
    const ExportChoice wanted = choice();
    const QSize logical = wanted.size.logicalPixels();
    const double fit = std::min(double(previewRoom.width()) / logical.width(), double(previewRoom.height()) / logical.height());
    QImage picture =
        pictureOf(growthFigure(document_.growth(), logarithmic_, wanted.growthLook), logical, fit * devicePixelRatioF());
    picture.setDevicePixelRatio(devicePixelRatioF());
    preview_->setPixmap(QPixmap::fromImage(picture));
}

void ExportSheet::everything() {
    const QList<QCheckBox*> looks = {residuals_, legend_, result_, scaledErrors_, excluded_, guides_};  // nothing to write
    for (QCheckBox* check : boxes_)
        if (check->isEnabled() && !looks.contains(check)) check->setChecked(true);
}

void ExportSheet::remember() const {
    const auto store = settings();
    store->beginGroup("export");
    for (const QCheckBox* check : boxes_)
        store->setValue(check->objectName(), check->isChecked() || check->property(wantedLater).toBool());
    store->setValue("width", width_->value());
    store->setValue("text", text_->value());
    store->setValue("dpi", dpi_->currentIndex());
    store->setValue("film", film_->currentIndex());
    store->setValue("rate", rate_->value());
}

void ExportSheet::recall() {
    const auto store = settings();
    store->beginGroup("export");
    for (QCheckBox* check : boxes_) {
        const QSignalBlocker untilAllAreThere(check);  // one that is off takes the others' ticks away
        check->setChecked(store->value(check->objectName(), check->isChecked()).toBool());
    }
    offerLooks();
    width_->setValue(store->value("width", width_->value()).toDouble());
    text_->setValue(store->value("text", text_->value()).toDouble());
    const auto choose = [&](QComboBox* list, const char* key) {
        list->setCurrentIndex(std::clamp(store->value(key, list->currentIndex()).toInt(), 0, list->count() - 1));
    };
    choose(dpi_, "dpi");
    choose(film_, "film");
    rate_->setValue(store->value("rate", rate_->value()).toInt());
}

void ExportSheet::open(const QRect& under, int resultEnds, bool logarithmic) {
    if (exporter_) return;  // its strip is in the sheet's place
    logarithmic_ = logarithmic;
    setStyleSheet(
        QStringLiteral("#export-sheet { background: %1; border: 1px solid %2; border-radius: 8px; } "
                       "#export-preview { background: %4; border: 1px solid %2; } "
                       "QComboBox:disabled, QSpinBox:disabled { color: %3; border-color: %2; } "
                       "QCheckBox:disabled { color: %3; } "
                       "QLabel[hint=\"true\"] { color: %3; font-size: 11px; } "
                       "QLabel[problem=\"true\"] { color: %5; }")
            .arg(theme().raised.name(), theme().line.name(), theme().ink3.name(), theme().stage.name(), theme().error.name()));
    if (folder_->text().isEmpty()) folder_->setText(usualExportFolder(document_.session(), document_.sessionFile()));
    offerWhatThereIs();
    ensurePolished();
    existing_->ensurePolished();
    existing_->setFixedHeight(2 * existing_->fontMetrics().lineSpacing() + 2);
    export_->setText(tr("Export %1").arg(tr("88 files")));
    export_->setMinimumWidth(export_->sizeHint().width());
    recount();
    drawPreview();
    adjustSize();
    constexpr int gap = 6;
    const bool isRoom = resultEnds + gap + height() + gap <= parentWidget()->height();
    move(std::max(8, under.right() - width()), (isRoom ? resultEnds : under.bottom()) + gap);
    Sheet::open(export_);
}

void ExportSheet::offerLooks() {
    const QString noChart = tr("The growth chart is not ticked");
    const bool hasChart = growth_->isChecked(), hasExcluded = !document_.session().excluded.empty();
    offer(residuals_, hasChart, noChart, tr("Under the chart, on the same time axis"));
    offer(legend_, hasChart, noChart, tr("Words in a free corner: what line and band are"));
    offer(result_, hasChart, noChart,
          tr("Words in a free corner: the chosen law, its parameters with their standard errors, frames and weights"));
    offer(guides_, hasChart && logarithmic_, logarithmic_ ? noChart : tr("The chart's axes are linear: L makes them logarithmic"),
          tr("Dotted lines of slope 1/3, 1/2 and 1"));
    offer(excluded_, hasChart && hasExcluded, hasExcluded ? noChart : tr("No frame is excluded"), tr("As crosses"));
}

/// What this series has nothing for keeps its place: the sheet is the same at every opening.
void ExportSheet::offerWhatThereIs() {
    offerLooks();
    offer(shifts_, document_.growth()->hasDrift(), tr("The recipe does not stabilise the series"));
    offer(series_, hasSeries(), tr("Two measured frames or more have curves to draw"));
}

void ExportSheet::run(bool keepBoth) {
    if (exporter_ || !whyNoExportFolder(folder_->text()).isEmpty()) return;
    QDir folder(exportFolderOf(folder_->text()));
    if (keepBoth) {
        for (int copy = 2;; ++copy) {
            const QString next = exportFolderOf(folder_->text()) + QStringLiteral("-%1").arg(copy);
            if (!QDir(next).exists()) {
                folder.setPath(next);
                break;
            }
        }
    }
    hide();
    remember();
    exported_ = exportFolderOf(folder_->text());
    exporter_ = exportAll(document_, folder, choice(),
                          [self = QPointer(this), path = folder.absolutePath()](int files, const QString& problem) {
                              if (!self) return;
                              self->exporter_ = nullptr;
                              self->progress_->hide();
                              self->tell(files, path, problem);
                              emit self->done(files, path, problem);
                          });
    connect(exporter_, &Exporter::progressed, progress_, &ExportProgress::show);
}

void ExportSheet::tell(int files, const QString& folder, const QString& problem) {
    if (!problem.isEmpty()) return document_.raise({Notice::Kind::failure, tr("The export stopped"), problem, -1});
    document_.raise({.kind = Notice::Kind::information,
                     .title = tr("%1 exported").arg(counted(files, tr("file"), tr("files"))),
                     .text = tr("They are in %1.").arg(folder),
                     .remedies = {Remedy::showFolder},
                     .folder = folder});
}

bool ExportSheet::repeat() {
    if (exported_.isEmpty() || exportFolderOf(folder_->text()) != exported_ || !whyNoExportFolder(folder_->text()).isEmpty())
        return false;
    run(false);
    return true;
}

void ExportSheet::accept() {
    if (export_->isEnabled()) export_->click();
}

}  // namespace coarsen::window
