// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/popovers.hpp"

#include "app/window/document/slices.hpp"
#include "app/window/panels/parts/number_box.hpp"
#include "app/window/panels/sheets/popover_frame.hpp"
#include "app/window/panels/sheets/time_form.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/series/stack_slices.hpp"

#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

namespace coarsen::window {

void showSlicePopover(Document& document, QWidget* under) {
    const ImageSeries& series = document.session().series;
    const StackLayout& stack = series.first.stack;
    QVBoxLayout* const layout = popover(under, QObject::tr("Slice of the stack"));
    QWidget* const frame = layout->parentWidget();
    auto* const slice = new WholeNumberBox;
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
        stack.times > 1 ? QObject::tr("at each of the %1 times").arg(stack.times) : QObject::tr("as the only frame");
    layout->addWidget(
        hint(QObject::tr("This slice is measured%1, %2. The results of another slice come back with it.").arg(channels, times)));
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

void showTimePopover(Document& document, QWidget* under, bool atQuench, const std::function<void()>& showFacts) {
    QVBoxLayout* const layout = popover(under, QObject::tr("Times"));
    auto* const form = new TimeForm(document, under->window());
    layout->addWidget(form);
    QObject::connect(form, &TimeForm::done, layout->parentWidget(), &QWidget::close);
    QObject::connect(form, &TimeForm::factsWanted, layout->parentWidget(), [showFacts] {
        if (showFacts) showFacts();
    });
    showUnder(layout, under);
    auto* const field = form->findChild<QLineEdit*>(atQuench ? "time-quench" : "time-interval");
    field->setFocus();
    field->selectAll();
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
    list->addWidget(new QLabel(QObject::tr("Filters and blurs")));
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
