// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/popovers.hpp"

#include "app/window/document/slices.hpp"
#include "app/window/panels/sheets/sheet.hpp"
#include "app/window/panels/sheets/time_form.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/numbers.hpp"
#include "core/base/typed_length.hpp"
#include "core/series/stack_slices.hpp"

#include <QFormLayout>
#include <QFrame>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

namespace coarsen::window {

namespace {

/// Return presses the button with the focus, else the primary one.
class Popover final : public QFrame {
public:
    using QFrame::QFrame;

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) return QFrame::keyPressEvent(event);
        if (!isVisible() || pressFocusedButton()) return;  // a field may have closed it with the same key
        for (QPushButton* button : findChildren<QPushButton*>())
            if (button->property("primary").toBool()) return button->click();
    }
};

/// A framed pop-up that deletes itself.
QVBoxLayout* popover(QWidget* under, const QString& title) {
    auto* const frame = new Popover(under, Qt::Popup);
    frame->setAttribute(Qt::WA_DeleteOnClose);
    frame->setObjectName("popover");
    frame->setStyleSheet(
        QStringLiteral("#popover { background: %1; border: 1px solid %2; }").arg(theme().raised.name(), theme().line.name()));
    auto* const layout = new QVBoxLayout(frame);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    auto* const head = new QLabel(title);
    head->setStyleSheet("font-weight: 700; font-size: 13px;");
    layout->addWidget(head);
    return layout;
}

void showUnder(QVBoxLayout* layout, QWidget* under, bool above = false) {
    QWidget* const frame = layout->parentWidget();
    frame->adjustSize();
    const QPoint corner = above ? under->mapToGlobal(QPoint(under->width() - frame->width(), -frame->height() - 6))
                                : under->mapToGlobal(QPoint(under->width() - frame->width(), under->height() + 6));
    frame->move(corner);
    frame->show();
    QWidget* first = frame;
    const auto takesKeys = [frame](const QWidget* widget) {
        const auto* const radio = qobject_cast<const QRadioButton*>(widget);
        return widget->focusPolicy() & Qt::TabFocus && widget->isEnabled() && widget->isVisibleTo(frame) &&
               (!radio || radio->isChecked());
    };
    while ((first = first->nextInFocusChain()) != frame)
        if (frame->isAncestorOf(first) && takesKeys(first)) return first->setFocus();
}

QLabel* hint(const QString& text) {
    auto* const label = new QLabel(text);
    label->setWordWrap(true);
    label->setFixedWidth(300);
    label->setStyleSheet(QStringLiteral("color: %1; font-size: 11px;").arg(theme().ink3.name()));
    return label;
}

/// As it was written: files store it as a 32-bit float, too, whose further digits nobody meant.
QString sideText(double um) {
    const auto stored = static_cast<float>(um);
    return QString::fromStdString(static_cast<double>(stored) == um ? shortest(stored) : shortest(um));
}

}  // namespace

void showCalibrationPopover(Document& document, QWidget* under, std::function<void()> drawLength) {
    const bool areVolumes = document.session().series.volumes.has_value();
    QVBoxLayout* const layout = popover(under, areVolumes ? QObject::tr("Size of a voxel") : QObject::tr("Pixel size"));
    const Calibration now = document.session().calibration;
    auto* const x = new QLineEdit(now.isKnown() ? sideText(now.pixelWidthUm) : QString());
    auto* const y = new QLineEdit(now.isKnown() && !now.isSquare() ? sideText(now.pixelHeightUm) : QString());
    const bool isDeep = now.isOfVolumes() && now.pixelDepthUm != now.pixelWidthUm;
    auto* const z = new QLineEdit(isDeep ? sideText(now.pixelDepthUm) : QString());
    z->setObjectName("voxel-depth");
    x->setPlaceholderText(QObject::tr("unknown"));
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
    layout->addWidget(hint(areVolumes ? QObject::tr("Changing it re-labels everything; where the voxels get another shape, "
                                                    "frames are to be measured again.")
                                      : QObject::tr("Changing it re-labels everything and never measures again.")));
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
    buttons->addWidget(clear);
    buttons->addStretch();
    buttons->addWidget(use);
    layout->addLayout(buttons);
    QWidget* const frame = layout->parentWidget();
    const auto accept = [&document, x, y, z, areVolumes, frame, problem, now] {
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
        document.changes().setCalibration({width, height, "typed", depth});
        frame->close();
    };
    for (QLineEdit* field : {x, y, z})
        QObject::connect(field, &QLineEdit::textEdited, problem, &QWidget::hide);
    QObject::connect(draw, &QPushButton::clicked, frame, [frame, drawLength = std::move(drawLength)] {
        frame->close();
        drawLength();
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

void showSlicePopover(Document& document, QWidget* under) {
    const ImageSeries& series = document.session().series;
    const StackLayout& stack = series.first.stack;
    QVBoxLayout* const layout = popover(under, QObject::tr("Slice of the stack"));
    QWidget* const frame = layout->parentWidget();
    auto* const slice = new QSpinBox;
    slice->setObjectName("slice-number");
    slice->setAccessibleName(QObject::tr("Slice"));
    slice->setRange(1, slicesToChoose(series));
    slice->setValue(sliceOf(series).value_or(1));
    auto* const row = new QHBoxLayout;
    row->addWidget(new QLabel(QObject::tr("Slice (z)")));
    row->addWidget(slice);
    row->addWidget(new QLabel(QObject::tr("of %1").arg(slice->maximum())));
    row->addStretch();
    layout->addLayout(row);
    const QString channels = stack.channels > 1 ? QObject::tr(" with all its %1 channels").arg(stack.channels) : QString();
    const QString times =
        stack.times > 1 ? QObject::tr("at each of the %1 times").arg(stack.times) : QObject::tr("as the one frame there is");
    layout->addWidget(hint(
        QObject::tr("This slice is measured%1, %2. What was measured of another one comes back with it.").arg(channels, times)));
    auto* const buttons = new QHBoxLayout;
    if (stack.times == 1) {
        auto* const all = new QPushButton(QObject::tr("All %1 slices").arg(stack.slices));
        all->setObjectName("all-pages");
        all->setToolTip(QObject::tr("Each slice is a frame, with all its channels, as if they were taken one after the other"));
        buttons->addWidget(all);
        QObject::connect(all, &QPushButton::clicked, frame, [&document, frame] {
            frame->close();
            chooseSlice(document.changes(), {});
        });
    }
    auto* const use = new QPushButton(QObject::tr("Use"));
    use->setObjectName("use-slice");
    use->setProperty("primary", true);
    buttons->addStretch();
    buttons->addWidget(use);
    layout->addLayout(buttons);
    QObject::connect(use, &QPushButton::clicked, frame, [&document, slice, frame] {
        const int chosen = slice->value();
        frame->close();
        chooseSlice(document.changes(), chosen);
    });
    showUnder(layout, under);
}

void showTimePopover(Document& document, QWidget* under, bool atQuench) {
    QVBoxLayout* const layout = popover(under, QObject::tr("Time"));
    auto* const form = new TimeForm(document, under->window());
    layout->addWidget(form);
    QObject::connect(form, &TimeForm::done, layout->parentWidget(), &QWidget::close);
    showUnder(layout, under);
    if (atQuench) form->findChild<QWidget*>("time-quench")->setFocus();
}

void showEnginePopover(Document& document, QWidget* under) {
    QVBoxLayout* const layout = popover(under, QObject::tr("Engine"));
    QWidget* const frame = layout->parentWidget();
    const Machine& machine = document.run().machine();
    using Choose = void (Run::*)(const QString&);
    const auto choice = [&](QVBoxLayout* list, Choose choose, bool isChosen, const QString& name, const QString& words,
                            bool available) {
        auto* const button = new QRadioButton(name);
        button->setChecked(isChosen);
        button->setEnabled(available);
        list->addWidget(button);
        list->addWidget(hint(words));
        QObject::connect(button, &QRadioButton::clicked, frame, [&document, choose, name, frame] {
            (document.run().*choose)(name);
            frame->close();
        });
    };
    const auto correlation = [&](const QString& name, const QString& words, bool available) {
        choice(layout, &Run::setEngine, machine.name == name, name, words, available);
    };
    correlation("auto",
                document.frame().preview() ? QString::fromStdString(document.frame().preview()->engineReason)
                                           : QObject::tr("chooses by size, offset and device"),
                true);
    for (const auto& engine : machine.engines.correlation) {
        const EngineDescription& about = engine->description();
        correlation(QString::fromStdString(about.name),
                    QString::fromStdString(about.unavailable.empty()
                                               ? about.device + (about.exactness == Exactness::none ? "" : ", exact")
                                               : about.unavailable),
                    about.unavailable.empty());
    }

    auto* const filters = new QWidget;  // of its own: one is chosen in each list
    filters->setObjectName("convolution-engines");
    auto* const list = new QVBoxLayout(filters);
    list->setContentsMargins(0, 0, 0, 0);
    list->addWidget(new QLabel(QObject::tr("Of filters and blurs")));
    const auto convolution = [&](const QString& name, const QString& words, bool available) {
        choice(list, &Run::setConvolutionEngine, machine.convolution == name, name, words, available);
    };
    convolution("auto", QObject::tr("chooses by sizes and what engines cost"), true);
    for (const auto& engine : machine.request().forConvolution().engines) {
        const ConvolutionEngineDescription& about = engine->description();
        convolution(QString::fromStdString(about.name),
                    QString::fromStdString(about.unavailable.empty() ? about.device : about.unavailable),
                    about.unavailable.empty());
    }
    layout->addWidget(filters);
    showUnder(layout, under, true);
}

void showNoticesPopover(Document& document, QWidget* under, const std::function<void(const Notice&, Remedy)>& carryOut) {
    QVBoxLayout* const layout = popover(under, QObject::tr("Notices"));
    QWidget* const frame = layout->parentWidget();
    auto* const list = new QWidget;
    auto* const rows = new QVBoxLayout(list);
    rows->setContentsMargins(0, 0, 8, 0);
    for (const Notice& notice : document.notices().list()) {
        auto* const title = new QLabel(notice.title);
        title->setStyleSheet(QStringLiteral("font-weight: 600; color: %1;")
                                 .arg((notice.kind == Notice::Kind::failure   ? theme().error
                                       : notice.kind == Notice::Kind::warning ? theme().warn
                                                                              : theme().ink)
                                          .name()));
        rows->addWidget(title);
        QLabel* const text = hint(notice.text);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        rows->addWidget(text);
        if (notice.remedies.empty()) continue;
        auto* const remedies = new QHBoxLayout;
        for (const Remedy remedy : notice.remedies) {
            auto* const button = new QPushButton(wordsOf(remedy));
            button->setObjectName("remedy");
            button->setToolTip(helpOf(remedy));
            remedies->addWidget(button);
            QObject::connect(button, &QPushButton::clicked, frame, [frame, carryOut, notice, remedy] {
                frame->close();
                carryOut(notice, remedy);
            });
        }
        remedies->addStretch();
        rows->addLayout(remedies);
    }
    rows->addStretch();
    auto* const scroll = new QScrollArea;
    scroll->setAccessibleName(QObject::tr("Notices"));
    scroll->setWidget(list);
    scroll->setWidgetResizable(true);
    scroll->setMinimumSize(330, 60);
    scroll->setMaximumHeight(320);
    layout->addWidget(scroll);
    auto* const clear = new QPushButton(QObject::tr("Clear"));
    layout->addWidget(clear, 0, Qt::AlignRight);
    QObject::connect(clear, &QPushButton::clicked, frame, [&document, frame] {
        document.notices().clear();
        frame->close();
    });
    showUnder(layout, under, true);
}

}  // namespace coarsen::window
