// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/export/export_look.hpp"

#include "app/window/figures/figure_settings.hpp"
#include "app/window/panels/parts/number_box.hpp"
#include "app/window/theme/words.hpp"
#include "core/settings/fields.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QSignalBlocker>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

namespace coarsen::window {

namespace {

struct UsualSize {
    const char* words;
    double widthMm, heightMm;  ///< 0: the user's own
};
constexpr std::array<UsualSize, 4> usualSizes = {{{QT_TR_NOOP("One column, 86 mm"), 86, 73},
                                                  {QT_TR_NOOP("Two columns, 178 mm"), 178, 110},
                                                  {QT_TR_NOOP("Slide, 254 mm"), 254, 142},
                                                  {QT_TR_NOOP("Own size"), 0, 0}}};
constexpr int ownSize = 3;
constexpr double shapeBefore = 0.7;  // of a width that was typed before heights were kept
constexpr std::array usualDpi = {150, 300, 600, 1200};
constexpr QSize previewRoom(336, 214);

int usualSizeOf(double widthMm, double heightMm) {
    const auto found = std::ranges::find_if(
        usualSizes, [&](const UsualSize& one) { return one.widthMm == widthMm && one.heightMm == heightMm; });
    return found == usualSizes.end() ? ownSize : static_cast<int>(found - usualSizes.begin());
}

void addRow(QGridLayout* grid, const QString& words, QWidget* first, QWidget* second = nullptr) {
    const int row = grid->rowCount();
    auto* const label = new QLabel(words);
    label->setBuddy(first);
    grid->addWidget(label, row, 0);
    grid->addWidget(first, row, 1, 1, second ? 1 : 2);
    if (second) grid->addWidget(second, row, 2);
}

/// A field for one of the numbers of a figure, with the name, unit, limits and words that `--figure` has.
NumberBox* numberBox(const char* key, int decimals) {
    const FieldDescription& field = fieldNamed(figureFields(), "figure", key).description;
    auto* const box = new NumberBox;
    box->setObjectName(QStringLiteral("export-") + key);
    box->setRange(field.lowest, field.highest);
    box->setDecimals(decimals);
    box->setSuffix(' ' + QString::fromStdString(field.unit));
    box->setKeyboardTracking(false);
    box->setAccessibleName(translated(field.label));
    box->setToolTip(translated(field.help));
    return box;
}

/// The number in a field; none where it is empty. `isRead` becomes false where it is something else.
std::optional<double> numberIn(const QLineEdit* field, bool& isRead) {
    const QString text = field->text().trimmed().replace(',', '.');
    if (text.isEmpty()) return std::nullopt;
    bool isNumber = false;
    const double number = QString(text).replace(QChar(0x2212), '-').toDouble(&isNumber);
    isRead = isRead && isNumber && std::isfinite(number);
    return number;
}

QString endText(const std::optional<double>& end) {
    return end ? QString::number(*end, 'g', 10) : QString();
}

}  // namespace

ExportLook::ExportLook(QWidget* parent) : QWidget(parent) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    addPreview();
    auto* const grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    x_ = addEnds(grid, tr("x axis"), "x");
    y_ = addEnds(grid, tr("y axis"), "y");
    addSize(grid);
    addFormats(grid);
    layout->addLayout(grid);
    layout->addStretch();
}

void ExportLook::addPreview() {
    auto* const head = new QHBoxLayout;
    figure_ = new QComboBox;
    figure_->setObjectName("export-shown");
    figure_->setAccessibleName(tr("Figure in the preview"));
    figure_->setToolTip(tr("The figure that is shown here, and whose axes may end elsewhere"));
    connect(figure_, &QComboBox::currentIndexChanged, this, [this] {
        showLimits();
        emit changed();
    });
    head->addWidget(sheetHeading(tr("Look of the figures")));
    head->addWidget(figure_, 1);
    static_cast<QVBoxLayout*>(layout())->addLayout(head);
    preview_ = new QLabel;
    preview_->setObjectName("export-preview");
    preview_->setFixedSize(previewRoom);
    preview_->setAlignment(Qt::AlignCenter);
    preview_->setWordWrap(true);
    previewSize_ = new QLabel;
    previewSize_->setObjectName("export-preview-size");
    previewSize_->setProperty("hint", true);
    previewSize_->setAlignment(Qt::AlignCenter);
    for (QLabel* label : {preview_, previewSize_})
        layout()->addWidget(label);
}

ExportLook::EndFields ExportLook::addEnds(QGridLayout* grid, const QString& axis, const QString& key) {
    EndFields fields{new QLabel(axis), new QLineEdit, new QLineEdit};
    for (const auto& [field, end, words] :
         {std::tuple{fields.from, QStringLiteral("from"), tr("from")}, {fields.to, QStringLiteral("to"), tr("to")}}) {
        field->setObjectName(QStringLiteral("export-%1-%2").arg(key, end));
        field->setPlaceholderText(words);
        field->setAccessibleName(QStringLiteral("%1, %2").arg(axis, words));
        field->setToolTip(tr("End of the axis, in the numbers that stand on it; empty: as what is drawn asks for"));
        connect(field, &QLineEdit::textChanged, this, [this] {
            takeLimits();
            emit changed();
        });
        QSizePolicy keepsItsPlace = field->sizePolicy();
        keepsItsPlace.setRetainSizeWhenHidden(true);
        field->setSizePolicy(keepsItsPlace);
    }
    const int row = grid->rowCount();
    fields.name->setBuddy(fields.from);
    grid->addWidget(fields.name, row, 0);
    grid->addWidget(fields.from, row, 1);
    grid->addWidget(fields.to, row, 2);
    return fields;
}

void ExportLook::addSize(QGridLayout* grid) {
    size_ = new QComboBox;
    size_->setObjectName("export-size");
    for (const UsualSize& usual : usualSizes)
        size_->addItem(tr(usual.words));
    size_->setCurrentIndex(1);
    width_ = numberBox("width", 0);
    width_->setValue(usualSizes[1].widthMm);
    height_ = numberBox("height", 0);
    height_->setValue(usualSizes[1].heightMm);
    addRow(grid, tr("Size"), size_);
    addRow(grid, tr("Width × height"), width_, height_);
    text_ = numberBox("text", 1);
    text_->setSingleStep(0.5);
    text_->setKeyboardTracking(true);
    text_->setValue(8);
    connect(size_, &QComboBox::currentIndexChanged, this, [this](int index) {
        const UsualSize& usual = usualSizes[static_cast<std::size_t>(index)];
        if (index != ownSize) {
            const QSignalBlocker noWidthAlone(width_);
            width_->setValue(usual.widthMm);
            height_->setValue(usual.heightMm);
        }
        emit changed();
    });
    for (QDoubleSpinBox* side : {width_, height_})
        connect(side, &QDoubleSpinBox::valueChanged, this, &ExportLook::followSize);
    connect(text_, &QDoubleSpinBox::valueChanged, this, &ExportLook::changed);
}

/// The name of a size that was typed.
void ExportLook::followSize() {
    const QSignalBlocker itIsTyped(size_);
    size_->setCurrentIndex(usualSizeOf(width_->value(), height_->value()));
    emit changed();
}

void ExportLook::addFormats(QGridLayout* grid) {
    dpi_ = new QComboBox;
    dpi_->setObjectName("export-dpi");
    dpi_->setAccessibleName(tr("Resolution of PNG files"));
    for (const int dpi : usualDpi)
        dpi_->addItem(tr("%1 dpi").arg(dpi), dpi);
    dpi_->setCurrentIndex(1);
    addRow(grid, tr("Text"), text_, dpi_);
    auto* const row = new QWidget;
    auto* const layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    for (const auto& [name, isUsual] : {std::pair{"pdf", true}, {"svg", true}, {"png", false}}) {
        auto* const box = new QCheckBox(QString(name).toUpper());
        box->setObjectName(QStringLiteral("export-") + name);
        box->setChecked(isUsual);
        connect(box, &QCheckBox::toggled, this, &ExportLook::changed);
        layout->addWidget(box);
        formats_.insert(formats_.begin(), box);
    }
    layout->addStretch();
    addRow(grid, tr("As"), row);
    QSizePolicy keepsItsPlace = dpi_->sizePolicy();
    keepsItsPlace.setRetainSizeWhenHidden(true);
    dpi_->setSizePolicy(keepsItsPlace);
    dpi_->setVisible(png()->isChecked());
    connect(png(), &QCheckBox::toggled, dpi_, &QWidget::setVisible);
    connect(dpi_, &QComboBox::currentIndexChanged, this, &ExportLook::changed);
}

void ExportLook::addTo(ExportChoice& choice) const {
    choice.formats.clear();
    for (const QCheckBox* format : formats_)
        if (format->isChecked()) choice.formats << format->text().toLower();
    choice.size = {width_->value(), height_->value(), dpi_->currentData().toInt(), text_->value()};
    choice.limits = limits_;
}

void ExportLook::offer(const std::vector<OfferedFigure>& figures) {
    if (figures == figures_) return;
    const QString before = shown();
    figures_ = figures;
    const QSignalBlocker untilAllAreThere(figure_);
    figure_->clear();
    for (const OfferedFigure& figure : figures)
        figure_->addItem(figure.stem);
    figure_->setCurrentIndex(std::max(0, figure_->findText(before)));
    figure_->setVisible(!figures.empty());
    if (shown() != before) showLimits();
}

QString ExportLook::shown() const {
    return figure_->currentText();
}

/// Takes what stands in the fields for the shown figure.
void ExportLook::takeLimits() {
    bool isRead = true;
    const AxisLimits limits{{numberIn(x_.from, isRead), numberIn(x_.to, isRead)},
                            {numberIn(y_.from, isRead), numberIn(y_.to, isRead)}};
    problem_ = isRead ? whyNoLimits(limits) : tr("an end of an axis is no number");
    if (problem_.isEmpty() && limits.areChosen())
        limits_[shown()] = limits;
    else
        limits_.erase(shown());
}

void ExportLook::showLimits() {
    const auto found = limits_.find(shown());
    const AxisLimits limits = found == limits_.end() ? AxisLimits() : found->second;
    const auto figure = std::ranges::find(figures_, shown(), &OfferedFigure::stem);
    const bool isChart = figure != figures_.end() && figure->isChart;
    problem_.clear();
    for (const auto& [fields, ends] : {std::pair{&x_, limits.x}, {&y_, limits.y}}) {
        fields->name->setVisible(isChart);
        for (const auto& [field, end] : {std::pair{fields->from, ends.from}, {fields->to, ends.to}}) {
            const QSignalBlocker theyAreKnown(field);
            field->setText(endText(end));
            field->setVisible(isChart);
        }
    }
}

void ExportLook::forgetLimits() {
    limits_.clear();
    showLimits();
}

void ExportLook::showSize(const FigureSize& size) {
    QString words = tr("%1 × %2 mm").arg(size.widthMm).arg(std::round(size.heightMm));
    if (png()->isChecked()) words += tr(", PNG %1 × %2 px").arg(size.pngPixels().width()).arg(size.pngPixels().height());
    const bool isProblem = !problem_.isEmpty();
    previewSize_->setText(isProblem ? problem_ : words);
    if (previewSize_->property("problem").toBool() == isProblem) return;
    previewSize_->setProperty("problem", isProblem);
    previewSize_->style()->polish(previewSize_);
}

void ExportLook::drawPreview(const Figure& figure, const FigureSize& size) {
    const QSize logical = size.logicalPixels();
    const double fit = std::min(double(previewRoom.width()) / logical.width(), double(previewRoom.height()) / logical.height());
    QImage picture = pictureOf(figure, logical, fit * devicePixelRatioF());
    picture.setDevicePixelRatio(devicePixelRatioF());
    preview_->setAccessibleName(tr("%1 as it will be exported").arg(shown()));
    preview_->setPixmap(QPixmap::fromImage(picture));
    showSize(size);
}

void ExportLook::clearPreview(const QString& words) {
    preview_->setAccessibleName(words);
    preview_->setText(words);
}

void ExportLook::tickAll() {
    for (QCheckBox* format : formats_)
        format->setChecked(true);
}

void ExportLook::remember(QSettings& store) const {
    for (const QCheckBox* format : formats_)
        store.setValue(format->objectName(), format->isChecked());
    store.setValue("width", width_->value());
    store.setValue("height", height_->value());
    store.setValue("text", text_->value());
    store.setValue("dpi", dpi_->currentIndex());
}

void ExportLook::recall(const QSettings& store) {
    for (QCheckBox* format : formats_)
        format->setChecked(store.value(format->objectName(), format->isChecked()).toBool());
    const double width = store.value("width", width_->value()).toDouble();
    const auto usual = std::ranges::find(usualSizes, width, &UsualSize::widthMm);
    const double height = usual == usualSizes.end() ? std::round(width * shapeBefore) : usual->heightMm;
    width_->setValue(width);
    height_->setValue(store.value("height", height).toDouble());
    text_->setValue(store.value("text", text_->value()).toDouble());
    dpi_->setCurrentIndex(std::clamp(store.value("dpi", dpi_->currentIndex()).toInt(), 0, dpi_->count() - 1));
}

}  // namespace coarsen::window
