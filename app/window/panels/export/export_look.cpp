// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/export/export_look.hpp"

#include "app/window/panels/export/export_contents.hpp"
#include "app/window/panels/parts/number_box.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
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
constexpr QSize previewRoom(336, 214);

void addRow(QGridLayout* grid, const QString& words, QWidget* first, QWidget* second = nullptr) {
    const int row = grid->rowCount();
    auto* const label = new QLabel(words);
    label->setBuddy(first);
    grid->addWidget(label, row, 0);
    grid->addWidget(first, row, 1, 1, second ? 1 : 2);
    if (second) grid->addWidget(second, row, 2);
}

}  // namespace

ExportLook::ExportLook(QWidget* parent) : QWidget(parent) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addWidget(sheetHeading(tr("Look of the figures")));
    addPreview();
    auto* const grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(2, 1);
    addSize(grid);
    addFormats(grid);
    layout->addLayout(grid);
    layout->addStretch();
}

void ExportLook::addPreview() {
    preview_ = new QLabel;
    preview_->setObjectName("export-preview");
    preview_->setFixedSize(previewRoom);
    preview_->setAlignment(Qt::AlignCenter);
    preview_->setAccessibleName(tr("Growth chart as it will be exported"));
    previewSize_ = new QLabel;
    previewSize_->setObjectName("export-preview-size");
    previewSize_->setProperty("hint", true);
    previewSize_->setAlignment(Qt::AlignCenter);
    for (QLabel* label : {preview_, previewSize_})
        layout()->addWidget(label);
}

void ExportLook::addSize(QGridLayout* grid) {
    size_ = new QComboBox;
    size_->setObjectName("export-size");
    for (const UsualSize& usual : usualSizes)
        size_->addItem(tr(usual.words));
    size_->setCurrentIndex(1);
    width_ = new NumberBox;
    width_->setObjectName("export-width");
    width_->setRange(40, 500);
    width_->setDecimals(0);
    width_->setSuffix(tr(" mm"));
    width_->setKeyboardTracking(false);
    width_->setAccessibleName(tr("Width"));
    width_->setValue(usualSizes[1].widthMm);
    addRow(grid, tr("Size"), size_, width_);
    text_ = new NumberBox;
    text_->setObjectName("export-text");
    text_->setRange(4, 30);
    text_->setDecimals(1);
    text_->setSingleStep(0.5);
    text_->setSuffix(tr(" pt"));
    text_->setToolTip(tr("Size of the axes' labels. Lines and markers grow with it."));
    text_->setValue(8);
    addRow(grid, tr("Text"), text_);
    connect(size_, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index != ownSize) width_->setValue(usualSizes[static_cast<std::size_t>(index)].widthMm);
        emit changed();
    });
    connect(width_, &QDoubleSpinBox::valueChanged, this, [this](double mm) {
        const auto usual = std::ranges::find(usualSizes, mm, &UsualSize::widthMm);
        size_->setCurrentIndex(usual == usualSizes.end() ? ownSize : static_cast<int>(usual - usualSizes.begin()));
        emit changed();
    });
    connect(text_, &QDoubleSpinBox::valueChanged, this, &ExportLook::changed);
}

void ExportLook::addFormats(QGridLayout* grid) {
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
    dpi_ = new QComboBox;
    dpi_->setObjectName("export-dpi");
    for (const int dpi : usualDpi)
        dpi_->addItem(tr("%1 dpi").arg(dpi), dpi);
    dpi_->setCurrentIndex(1);
    addRow(grid, tr("PNG"), dpi_);
    dpi_->setEnabled(png()->isChecked());
    connect(png(), &QCheckBox::toggled, dpi_, &QWidget::setEnabled);
    connect(dpi_, &QComboBox::currentIndexChanged, this, &ExportLook::changed);
}

void ExportLook::addTo(ExportChoice& choice) const {
    choice.formats.clear();
    for (const QCheckBox* format : formats_)
        if (format->isChecked()) choice.formats << format->text().toLower();
    choice.size.widthMm = width_->value();
    choice.size.heightMm =
        std::round(choice.size.widthMm * usualSizes[static_cast<std::size_t>(size_->currentIndex())].heightOverWidth);
    choice.size.dpi = dpi_->currentData().toInt();
    choice.size.textPt = text_->value();
}

void ExportLook::showSize(const FigureSize& size) {
    QString words = tr("%1 × %2 mm").arg(size.widthMm).arg(size.heightMm);
    if (png()->isChecked()) words += tr(", PNG %1 × %2 px").arg(size.pngPixels().width()).arg(size.pngPixels().height());
    previewSize_->setText(words);
}

void ExportLook::drawPreview(const Figure& figure, const ExportChoice& choice) {
    const QSize logical = choice.size.logicalPixels();
    const double fit = std::min(double(previewRoom.width()) / logical.width(), double(previewRoom.height()) / logical.height());
    QImage picture = pictureOf(figure, logical, fit * devicePixelRatioF());
    picture.setDevicePixelRatio(devicePixelRatioF());
    preview_->setPixmap(QPixmap::fromImage(picture));
}

void ExportLook::tickAll() {
    for (QCheckBox* format : formats_)
        format->setChecked(true);
}

void ExportLook::remember(QSettings& store) const {
    for (const QCheckBox* format : formats_)
        store.setValue(format->objectName(), format->isChecked());
    store.setValue("width", width_->value());
    store.setValue("text", text_->value());
    store.setValue("dpi", dpi_->currentIndex());
}

void ExportLook::recall(const QSettings& store) {
    for (QCheckBox* format : formats_)
        format->setChecked(store.value(format->objectName(), format->isChecked()).toBool());
    width_->setValue(store.value("width", width_->value()).toDouble());
    text_->setValue(store.value("text", text_->value()).toDouble());
    dpi_->setCurrentIndex(std::clamp(store.value("dpi", dpi_->currentIndex()).toInt(), 0, dpi_->count() - 1));
}

}  // namespace coarsen::window
