// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/hold_choice.hpp"
#include "app/window/panels/sheets/offers_list.hpp"
#include "app/window/panels/sheets/popover_frame.hpp"
#include "app/window/panels/sheets/popovers.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"
#include "core/base/typed_length.hpp"
#include "core/series/frame_sizes.hpp"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace coarsen::window {

namespace {

/// To six digits: files store it as a 32-bit float or a whole number of dots a metre, whose further digits nobody meant.
QString sideText(double um) {
    constexpr int digits = 6;
    return QString::number(um, 'g', digits);
}

}  // namespace

void showCalibrationPopover(Document& document, QWidget* under, std::function<void()> drawLength,
                            const std::function<void()>& showFacts) {
    const bool areVolumes = document.session().series.volumes.has_value();
    QVBoxLayout* const layout = popover(under, areVolumes ? QObject::tr("Size of a voxel") : QObject::tr("Pixel size"));
    QWidget* const frame = layout->parentWidget();
    document.offers().askIfOld();
    layout->addWidget(new SizeOffersList(document, frame));
    const Calibration now = document.session().calibration;
    const bool haveOwn = haveOwnSizes(document.session().series) && !now.isTyped();
    auto* const x = new QLineEdit(now.isKnown() && !haveOwn ? sideText(now.pixelWidthUm) : QString());
    x->setObjectName("pixel-width");
    auto* const y = new QLineEdit(now.isKnown() && !now.isSquare() ? sideText(now.pixelHeightUm) : QString());
    const bool isDeep = now.isOfVolumes() && now.pixelDepthUm != now.pixelWidthUm;
    auto* const z = new QLineEdit(isDeep ? sideText(now.pixelDepthUm) : QString());
    z->setObjectName("voxel-depth");
    x->setPlaceholderText(haveOwn ? QObject::tr("one for all frames") : QObject::tr("unknown"));
    for (QLineEdit* field : {y, z})
        field->setPlaceholderText(QObject::tr("as width"));
    auto* const form = new QFormLayout;
    form->addRow(QObject::tr("Width (µm/px)"), x);
    form->addRow(QObject::tr("Height (µm/px)"), y);
    form->addRow(QObject::tr("Depth (µm/px)"), z);
    if (!areVolumes) form->setRowVisible(z, false);
    layout->addLayout(form);
    auto* const problem = hint(QObject::tr("Type a number above 0, in µm a pixel: 0.5, or with its unit: 500 nm."));
    problem->setObjectName("pixel-size-problem");
    problem->setStyleSheet(QStringLiteral("color: %1; font-size: 11px;").arg(theme().error.name()));
    problem->hide();
    layout->addWidget(problem);
    auto* const hold = new HoldChoice(document, Samples::Holders::none);
    layout->addWidget(hold);
    layout->addWidget(hint(areVolumes
                               ? QObject::tr("Changing it changes the labels of lengths; where the voxels get another shape, "
                                             "frames are to be measured again.")
                               : QObject::tr("Changing it changes the labels of lengths; nothing has to be measured again.")));
    auto* const draw = new QPushButton(QObject::tr("Draw a known length on the image"));
    draw->setObjectName("draw-known-length");
    draw->setIcon(icon("ruler"));
    draw->setToolTip(QObject::tr("Drag a line along something whose length you know, such as a scale bar, and type its length"));
    draw->setEnabled(document.isOpen());
    if (areVolumes) draw->hide();  // a line lies in one slice
    layout->addWidget(draw);
    auto* const buttons = new QHBoxLayout;
    auto* const clear = new QPushButton(areVolumes ? QObject::tr("Voxels only") : QObject::tr("Pixels only"));
    auto* const use = new QPushButton(QObject::tr("Use"));
    use->setProperty("primary", true);
    auto* const facts = new QPushButton(QObject::tr("What the files say…"), frame);
    facts->setObjectName("show-facts");
    facts->setVisible(static_cast<bool>(showFacts));
    buttons->addWidget(clear);
    buttons->addWidget(facts);
    buttons->addStretch();
    buttons->addWidget(use);
    layout->addLayout(buttons);
    const auto accept = [&document, x, y, z, areVolumes, frame, problem, hold, now] {
        const bool isTouched = x->isModified() || y->isModified() || z->isModified();
        if (!isTouched && now.isKnown() && hold->holders() == Samples::Holders::none)
            return void(frame->close());  // nothing was typed
        const auto typed = [&now](const QLineEdit* field) {
            for (const double left : {now.pixelWidthUm, now.pixelHeightUm, now.pixelDepthUm})
                if (left > 0 && field->text() == sideText(left)) return left;
            return typedLengthUm(field->text().toStdString()).value_or(0);
        };
        const double width = typed(x);
        const auto orWidth = [&](const QLineEdit* field) { return field->text().trimmed().isEmpty() ? width : typed(field); };
        const double height = orWidth(y), depth = areVolumes ? orWidth(z) : 0;
        for (const auto& [field, value] : {std::pair{x, width}, {y, height}, {z, areVolumes ? depth : 1}}) {
            if (value > 0) continue;
            problem->show();
            frame->adjustSize();
            field->setFocus();
            field->selectAll();
            return;
        }
        const Calibration size{width, height, "typed", depth};
        hold->carryOut(QObject::tr("change of the pixel size of several series"), {.calibration = size},
                       [&document, size] { document.changes().setCalibration(size); });
        frame->close();
    };
    for (QLineEdit* field : {x, y, z})
        QObject::connect(field, &QLineEdit::textEdited, problem, &QWidget::hide);
    QObject::connect(draw, &QPushButton::clicked, frame, [frame, drawLength = std::move(drawLength)] {
        frame->close();
        drawLength();
    });
    QObject::connect(facts, &QPushButton::clicked, frame, [frame, showFacts] {
        frame->close();
        showFacts();
    });
    QObject::connect(use, &QPushButton::clicked, frame, accept);
    for (QLineEdit* field : {x, y, z})
        QObject::connect(field, &QLineEdit::returnPressed, frame, accept);
    QObject::connect(clear, &QPushButton::clicked, frame, [&document, frame] {
        document.changes().setCalibration({});
        frame->close();
    });
    showUnder(layout, under);
    x->setFocus();
}

}  // namespace coarsen::window
