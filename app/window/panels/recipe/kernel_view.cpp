// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/recipe/kernel_view.hpp"

#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <QPainter>
#include <qcustomplot.h>

#include <algorithm>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int kernelSide = 84, head = 8, besideKernel = 10, scaleWidth = 8, lineHeight = 15;

/// 256 colours from `lowest` to `highest`; 0 has that of the ground.
QList<QRgb> coloursOf(const ShownFilter& filter, bool dark) {
    QCPColorGradient gradient = divergingGradient(dark);
    const double lowest = filter.lowest < 0 ? -1 : 0, highest = filter.highest > 0 ? 1 : 0;
    QList<QRgb> colours;
    for (int i = 0; i < 256; ++i)
        colours << gradient.color(lowest + (highest - lowest) * i / 255, {-1, 1});
    return colours;
}

}  // namespace

KernelView::KernelView(QWidget* parent) : QWidget(parent) {
    setObjectName("kernel");
    setFixedHeight(sizeHint().height());
}

QSize KernelView::sizeHint() const {
    return {200, head + kernelSide + 2 * lineHeight + 8};
}

void KernelView::show(std::shared_ptr<const ShownFilter> filter, const QString& engine) {
    filter_ = std::move(filter);
    words_.clear();
    if (filter_) words_ = QStringLiteral("%1 × %2").arg(filter_->kernel.width).arg(filter_->kernel.height);
    if (filter_ && !engine.isEmpty()) words_ += " · " + engine;
    setVisible(filter_ != nullptr);
    setAccessibleName(tr("Kernel, %1").arg(words_));
    setToolTip(tr("The kernel, its size in px, its engine, and the time for this frame on one thread"));
    update();
}

void KernelView::paintEvent(QPaintEvent*) {
    if (!filter_) return;
    QPainter painter(this);
    const Theme& t = theme();
    QFont font = painter.font();
    font.setPixelSize(11);
    painter.setFont(font);

    const Filter& kernel = filter_->kernel;
    const double scale = static_cast<double>(kernelSide) / std::max(kernel.width, kernel.height);
    const QRectF box(1, head, std::max(3.0, kernel.width * scale), std::max(3.0, kernel.height * scale));
    QImage picture = filter_->picture;
    picture.setColorTable(coloursOf(*filter_, t.dark));
    painter.drawImage(box, picture);
    painter.setPen(t.line);
    painter.drawRect(box.adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.setPen(t.ink3);
    const int left = (kernel.width - 1) / 2;
    const QRectF extent(box.left(), box.bottom() + 2, std::max<double>(box.width(), kernelSide), lineHeight);
    painter.drawText(extent, Qt::AlignLeft | Qt::AlignVCenter, number(-left, 0));
    painter.drawText(extent, Qt::AlignRight | Qt::AlignVCenter, tr("%1 px").arg(number(kernel.width - 1 - left, 0)));

    const QRectF bar(kernelSide + besideKernel, head, scaleWidth, kernelSide);
    QImage ramp(1, 256, QImage::Format_Indexed8);
    ramp.setColorTable(picture.colorTable());
    for (int i = 0; i < 256; ++i)
        ramp.scanLine(i)[0] = static_cast<uchar>(255 - i);
    painter.drawImage(bar, ramp);
    painter.setPen(t.line);
    painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.setPen(t.ink2);
    for (const double value : {filter_->highest, filter_->highest / 4, 0.0, filter_->lowest / 4, filter_->lowest}) {
        const double place = bar.bottom() - bar.height() * filter_->colourPlace(value);
        const QRectF room(bar.right() + 5, place - lineHeight / 2.0, 80, lineHeight);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, value == 0 ? QStringLiteral("0") : significant(value, 2));
    }
    painter.drawText(QRectF(0, height() - lineHeight - 2, width(), lineHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(words_, Qt::ElideRight, width()));
}

}  // namespace coarsen::window
