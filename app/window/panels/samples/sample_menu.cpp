// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/samples/sample_menu.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/values/sample_groups.hpp"
#include "core/base/numbers.hpp"
#include "core/batch/condition_number.hpp"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>

#include <algorithm>
#include <cmath>
#include <map>

namespace coarsen::window {

namespace {

struct SampleWords {
    Q_DECLARE_TR_FUNCTIONS(SampleWords)
};

std::map<int, ProjectSeries> entriesOf(const SamplesData& data, const std::vector<int>& samples) {
    std::map<int, ProjectSeries> entries;
    for (const int sample : samples)
        entries[sample] = data.at(sample).entry;
    return entries;
}

void setShown(Document& document, const std::vector<int>& samples, bool isShown, const QString& name) {
    auto entries = entriesOf(*document.samples().data(), samples);
    for (auto& [sample, entry] : entries)
        entry.isShown = isShown;
    document.samples().change(entries, name);
}

std::vector<int> allOf(const SamplesData& data) {
    std::vector<int> all;
    for (int sample = 0; sample < static_cast<int>(data.samples.size()); ++sample)
        all.push_back(sample);
    return all;
}

void takeGroupsFromNames(Document& document) {
    const SamplesData& data = *document.samples().data();
    std::vector<ProjectSeries> entries;
    for (const ShownSample& one : data.samples)
        entries.push_back(one.entry);
    const NamedGroups named = groupsFromNames(std::move(entries), false);
    entries = named.series;
    std::map<int, ProjectSeries> changed;
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (!(entries[i] == data.samples[i].entry)) changed[static_cast<int>(i)] = entries[i];
    if (changed.empty()) return document.notices().say(SampleWords::tr("The names contain no groups and no numbers"));
    document.samples().change(changed, SampleWords::tr("grouping by names"), named.xLabel);
}

}  // namespace

QMenu* sampleMenu(QWidget* over, Document& document, int clicked, std::vector<int> samples) {
    const auto tr = [](const char* words) { return SampleWords::tr(words); };
    const std::shared_ptr<const SamplesData> data = document.samples().data();
    auto* const menu = new QMenu(over);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("sample-menu");
    menu->setToolTipsVisible(true);
    if (clicked >= 0) {
        if (!std::ranges::count(samples, clicked)) samples = {clicked};
        const ShownSample& one = data->at(clicked);
        menu->addAction(tr("Look at %1").arg(one.name()), &document, [&document, clicked] { document.samples().lookAt(clicked); })
            ->setEnabled(!one.isLookedAt && one.state != SampleState::failed);
        const bool isShown = one.entry.isShown;
        menu->addAction(isShown ? tr("Hide in charts and means") : tr("Show in charts and means"), &document,
                        [&document, samples, isShown, tr] {
                            setShown(document, samples, !isShown, isShown ? tr("hiding samples") : tr("showing samples"));
                        });
        menu->addAction(tr("Group and number…"), over, [over, &document, samples] { askGroup(over, document, samples); });
        menu->addAction(tr("Remove"), &document, [&document, samples] { document.samples().remove(samples); })
            ->setToolTip(one.isLookedAt ? tr("Another series is shown then; files stay as they are")
                                        : tr("Files stay as they are"));
        menu->addSeparator();
    }
    menu->addAction(tr("Measure all by this recipe"), &document, [&document] { document.samples().measureAlike(); })
        ->setToolTip(
            tr("The recipe of the series shown; t₀ and fit range of each stay its own, and the law that was chosen for a group"));
    menu->addAction(tr("Groups and numbers from names"), &document, [&document] { takeGroupsFromNames(document); })
        ->setToolTip(tr("20C-1 and 20C-2 are repeats of 20C, and x is 20"));
    menu->addAction(tr("What x means…"), over, [over, &document] { askXLabel(over, document); });
    menu->addAction(tr("Show all"), &document,
                    [&document, data, tr] { setShown(document, allOf(*data), true, tr("showing all samples")); });
    return menu;
}

void askGroup(QWidget* over, Document& document, const std::vector<int>& samples) {
    const auto tr = [](const char* words) { return SampleWords::tr(words); };
    const SamplesData& data = *document.samples().data();
    const ProjectSeries& first = data.at(samples.front()).entry;
    auto* const dialog = new QDialog(over);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName("sample-group");
    dialog->setWindowTitle(samples.size() == 1 ? data.at(samples.front()).name() : tr("%1 samples").arg(samples.size()));
    auto* const form = new QFormLayout(dialog);
    auto* const group = new QLineEdit(QString::fromStdString(first.group));
    group->setObjectName("group-name");
    group->setPlaceholderText(tr("the same for all its repeats"));
    group->setMinimumWidth(260);
    auto* const x = new QLineEdit(std::isfinite(first.x) ? QString::fromStdString(shortest(first.x)) : QString());
    x->setObjectName("group-x");
    auto* const problem = new QLabel;
    problem->setProperty("hint", true);
    form->addRow(tr("Group"), group);
    form->addRow(data.xText(), x);
    form->addRow(problem);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    form->addRow(buttons);
    QObject::connect(group, &QLineEdit::textEdited, x, [x](const QString& text) {
        if (x->isModified()) return;
        const auto number = conditionNumber(text.toStdString());
        x->setText(number ? QString::fromStdString(shortest(number->value)) : QString());
    });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, [=, &document] {
        bool isWrong = false;
        const auto number = typedNumber(x->text(), isWrong);
        if (isWrong) {
            problem->setText(tr("“%1” is not a number").arg(x->text()));
            return x->setFocus();
        }
        if (const auto now = document.samples().data(); now && samples.back() < static_cast<int>(now->samples.size())) {
            auto entries = entriesOf(*now, samples);
            for (auto& [sample, entry] : entries) {
                entry.group = group->text().trimmed().toStdString();
                entry.x = number.value_or(Sample::nan);
            }
            document.samples().change(
                entries, tr("grouping of %1").arg(counted(static_cast<int>(samples.size()), tr("sample"), tr("samples"))));
        }
        dialog->accept();
    });
    dialog->open();
}

void askXLabel(QWidget* over, Document& document) {
    const auto data = document.samples().data();
    if (!data) return;
    bool isChosen = false;
    const QString label = QInputDialog::getText(over, SampleWords::tr("What x means"),
                                                SampleWords::tr("Its name with its unit, as “temperature (°C)”"),
                                                QLineEdit::Normal, data->xLabel, &isChosen);
    if (isChosen) document.samples().setXLabel(label);
}

}  // namespace coarsen::window
