// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/samples_table.hpp"

#include "app/window/plots/sample_charts.hpp"
#include "app/window/plots/sample_marks.hpp"
#include "app/window/theme/theme.hpp"
#include "core/base/numbers.hpp"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace coarsen::window {

namespace {

const std::set<std::string> usualColumns = {"rate", "exponent"};

/// Columns of values that have no place of their own before; the law's first value differs from law to law.
const std::vector<const SampleColumn*>& valueColumns() {
    static const std::vector<const SampleColumn*> columns = [] {
        std::vector<const SampleColumn*> found;
        for (const SampleColumn& column : sampleColumns())
            if (column.key != "x" && column.key != "frames" && column.key != "law_value" && !column.needsTime)
                found.push_back(&column);
        return found;
    }();
    return columns;
}

QString digits(double value) {
    return std::isfinite(value) ? QString::fromStdString(shortest(value)) : QString();
}

QString typedText(double value) {
    return std::isfinite(value) ? QString::fromStdString(shortest(value)).replace('-', QChar(0x2212)) : QString();
}

}  // namespace

// ---- the model

int SamplesTableModel::stateColumn() const {
    return firstValue + static_cast<int>(valueColumns().size());
}

const SampleColumn* SamplesTableModel::valueColumn(int column) const {
    return column >= firstValue && column < stateColumn() ? valueColumns()[static_cast<std::size_t>(column - firstValue)]
                                                          : nullptr;
}

int SamplesTableModel::rowCount(const QModelIndex&) const {
    return data_ ? static_cast<int>(data_->samples.size() + means_.size()) : 0;
}

bool SamplesTableModel::isSample(int row) const {
    return data_ && row >= 0 && row < static_cast<int>(data_->samples.size());
}

const ShownCondition& SamplesTableModel::condition(int row) const {
    const auto mean = static_cast<std::size_t>(row) - data_->samples.size();
    return data_->conditions[static_cast<std::size_t>(means_[mean])];
}

void SamplesTableModel::show(std::shared_ptr<const SamplesData> data) {
    std::vector<int> means;
    for (std::size_t i = 0; data && i < data->conditions.size(); ++i)
        if (data->conditions[i].hasRepeats()) means.push_back(static_cast<int>(i));
    const bool hasSameRows = data && data_ && data->samples.size() == data_->samples.size() && means.size() == means_.size();
    if (!hasSameRows) beginResetModel();
    data_ = std::move(data);
    means_ = std::move(means);
    if (!hasSameRows) return endResetModel();
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

QString SamplesTableModel::text(int row, int column) const {
    const bool isOwn = isSample(row);
    const SampleLine line = isOwn ? SampleLine(*sample(row).sample) : SampleLine(condition(row).joined);
    if (const SampleColumn* const values = valueColumn(column)) {
        const bool hasUnit = values->quantity.length != 0 || values->quantity.time != 0;
        const bool isOfOther = !(isOwn ? sample(row).whyNotDrawn : condition(row).whyNotDrawn).isEmpty();
        if (hasUnit && isOfOther) return {};  // its unit is not the header's
        const Unit unit = unitOf(*data_, *values);
        const SampleValue value = values->value(line, 0);
        return std::isfinite(value.value) ? withError(value.value * unit.perBase, value.error * unit.perBase, {}) : QString();
    }
    switch (column) {
        case name:
            return isOwn ? sample(row).name() : tr("%1, mean").arg(condition(row).name());
        case group:
            return isOwn ? QString::fromStdString(sample(row).entry.group) : tr("%1 repeats").arg(condition(row).joined.repeats);
        case x:
            return typedText(line.x);
        case frames:
            if (!isOwn) return {};
            return sample(row).sample->counts.frames == 0
                       ? QString()
                       : tr("%1 of %2").arg(sample(row).sample->counts.measured).arg(sample(row).sample->counts.frames);
        default:
            break;
    }
    if (column != stateColumn()) return {};
    if (isOwn) return sample(row).whyNotDrawn.isEmpty() ? sample(row).words : sample(row).whyNotDrawn;
    const ShownCondition& mean = condition(row);
    if (!mean.joined.problem.empty()) return translated(mean.joined.problem);
    QStringList notes;
    for (const std::string& note : mean.joined.notes)
        notes << translated(note);
    return mean.whyNotDrawn.isEmpty() ? notes.join(". ") : mean.whyNotDrawn;
}

QString SamplesTableModel::copied(int row, int column) const {
    const SampleLine line = isSample(row) ? SampleLine(*sample(row).sample) : SampleLine(condition(row).joined);
    if (const SampleColumn* const values = valueColumn(column)) {
        const Unit unit = unitOf(*data_, *values);
        const SampleValue value = text(row, column).isEmpty() ? SampleValue() : values->value(line, 0);
        return digits(value.value * unit.perBase) + '\t' + digits(value.error * unit.perBase);
    }
    if (column == x) return digits(line.x);
    return text(row, column);
}

QVariant SamplesTableModel::data(const QModelIndex& index, int role) const {
    if (!data_) return {};
    const int row = index.row(), column = index.column();
    const bool isOwn = isSample(row);
    switch (role) {
        case Qt::DisplayRole:
            return text(row, column);
        case Qt::EditRole:
            if (column == name && isOwn) return sample(row).name();
            return text(row, column);
        case Qt::CheckStateRole:
            if (column != name || !isOwn) return {};
            return int(sample(row).entry.isShown ? Qt::Checked : Qt::Unchecked);
        case Qt::DecorationRole: {
            if (column != name) return {};
            if (!isOwn) return sampleSwatch(condition(row).style, false, true, false, theme(), qApp->devicePixelRatio());
            const ShownSample& one = sample(row);
            return sampleSwatch(one.style, data_->isPale(one), false, one.isLookedAt, theme(), qApp->devicePixelRatio());
        }
        case Qt::TextAlignmentRole:
            return int(column == x || column == frames || valueColumn(column) ? Qt::AlignRight | Qt::AlignVCenter
                                                                              : Qt::AlignLeft | Qt::AlignVCenter);
        case Qt::ToolTipRole:
            if (const SampleColumn* const values = valueColumn(column); values && isOwn) {
                const SampleValue value = values->value(SampleLine(*sample(row).sample), 0);
                return value.law.empty() ? QVariant() : translated(growthModelNamed(value.law).label);
            }
            if (column == name && isOwn) return QString::fromStdString(sample(row).entry.path.string());
            return column == stateColumn() ? QVariant(text(row, column)) : QVariant();
        case Qt::ForegroundRole: {
            if (!isOwn) return condition(row).joined.problem.empty() ? theme().ink : theme().warn;
            const ShownSample& one = sample(row);
            if (column == stateColumn() && one.state == SampleState::failed) return theme().error;
            if (column == stateColumn() && !one.whyNotDrawn.isEmpty()) return theme().warn;
            return !one.entry.isShown || column == stateColumn() ? theme().ink3 : theme().ink;
        }
        case Qt::FontRole: {
            QFont font = QApplication::font();
            if (isOwn ? sample(row).isLookedAt && column == name : column == name) font.setWeight(QFont::DemiBold);
            return font;
        }
        default:
            return {};
    }
}

QVariant SamplesTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || !data_) return {};
    if (role == Qt::ToolTipRole) {
        if (const SampleColumn* const values = valueColumn(section)) return translated(values->about);
        if (section == x) return tr("The condition as a number: type it in the rows. A double click here says what it means.");
        if (section == group) return tr("Repeats of one condition have the same one: they are averaged");
        return {};
    }
    if (role == Qt::TextAlignmentRole)
        return int(section == x || section == frames || valueColumn(section) ? Qt::AlignRight | Qt::AlignVCenter
                                                                             : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    if (const SampleColumn* const values = valueColumn(section)) return labelOf(*data_, *values);
    switch (section) {
        case name:
            return tr("Sample");
        case group:
            return tr("Group");
        case x:
            return data_->xText();
        case frames:
            return tr("Measured");
        default:
            return tr("State");
    }
}

Qt::ItemFlags SamplesTableModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (!isSample(index.row())) return flags;
    if (index.column() == name) flags |= Qt::ItemIsUserCheckable;
    if (index.column() == name || index.column() == group || index.column() == x) flags |= Qt::ItemIsEditable;
    return flags;
}

bool SamplesTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!isSample(index.row())) return false;
    ProjectSeries entry = sample(index.row()).entry;
    const QString typed = value.toString().trimmed(), who = sample(index.row()).name();
    if (role == Qt::CheckStateRole && index.column() == name) {
        entry.isShown = value.toInt() == Qt::Checked;
        emit edited(index.row(), entry, entry.isShown ? tr("show %1").arg(who) : tr("hide %1").arg(who));
        return true;
    }
    if (role != Qt::EditRole) return false;
    switch (index.column()) {
        case name:
            if (typed == who) return false;
            entry.name = typed.toStdString();
            emit edited(index.row(), entry, typed.isEmpty() ? tr("own name of %1").arg(who) : tr("name %1").arg(typed));
            return true;
        case group:
            entry.group = typed.toStdString();
            emit edited(index.row(), entry, tr("group of %1").arg(who));
            return true;
        case x: {
            bool isWrong = false;
            const auto number = typedNumber(typed, isWrong);
            if (isWrong) {
                emit notANumber(typed);
                return false;
            }
            entry.x = number.value_or(Sample::nan);
            emit edited(index.row(), entry, tr("%1 of %2").arg(data_->xText(), who));
            return true;
        }
        default:
            return false;
    }
}

// ---- the view

SamplesTable::SamplesTable(QWidget* parent) : QTableView(parent), model_(new SamplesTableModel(this)) {
    setModel(model_);
    setAccessibleName(tr("Samples"));
    setObjectName("samples-table");
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(DoubleClicked | EditKeyPressed | AnyKeyPressed);
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(NoFrame);
    setIconSize({16, 16});
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(24);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    for (int column = 0; column < model_->stateColumn(); ++column)
        if (const SampleColumn* const values = model_->valueColumn(column))
            setColumnHidden(column, !usualColumns.contains(values->key));
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &SamplesTable::showHeaderMenu);
    connect(horizontalHeader(), &QHeaderView::sectionDoubleClicked, this, [this](int section) {
        if (section == SamplesTableModel::x) emit xLabelWanted();
    });
    connect(model_, &SamplesTableModel::edited, this, &SamplesTable::edited);
    connect(model_, &SamplesTableModel::notANumber, this, &SamplesTable::notANumber);
}

void SamplesTable::showHeaderMenu(const QPoint& at) {
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("sample-columns");
    menu->addAction(tr("What x means…"), this, &SamplesTable::xLabelWanted);
    menu->addSeparator();
    for (int column = SamplesTableModel::frames; column < model_->stateColumn(); ++column) {
        QAction* const one =
            menu->addAction(model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), this, [this, column] {
                setColumnHidden(column, !isColumnHidden(column));
                fitColumns();
            });
        one->setCheckable(true);
        one->setChecked(!isColumnHidden(column));
    }
    menu->popup(horizontalHeader()->mapToGlobal(at));
}

void SamplesTable::show(std::shared_ptr<const SamplesData> data) {
    data_ = data;
    model_->show(std::move(data));
    fitColumns();
}

/// Each as wide as what stands in it, the names up to a limit; what is left is for the state.
void SamplesTable::fitColumns() {
    constexpr int narrowest = 52, widestName = 146, widestOther = 150;  // px
    if (!data_) return;
    for (int column = 0; column < model_->stateColumn(); ++column) {
        if (isColumnHidden(column)) continue;
        const int wanted = std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column));
        const int width = std::clamp(wanted, narrowest, column == SamplesTableModel::name ? widestName : widestOther);
        if (columnWidth(column) != width) setColumnWidth(column, width);
    }
}

std::vector<int> SamplesTable::selectedSamples() const {
    std::vector<int> samples;
    for (const QModelIndex& row : selectionModel()->selectedRows())
        if (model_->isSample(row.row())) samples.push_back(row.row());
    return samples;
}

QString SamplesTable::tabSeparated() const {
    if (!data_) return {};
    QStringList lines;
    for (int row = -1; row < model_->rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model_->columnCount(); ++column) {
            if (isColumnHidden(column)) continue;
            const QString header = model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
            cells << (row >= 0                      ? model_->copied(row, column)
                      : model_->valueColumn(column) ? header + '\t' + tr("standard error")
                                                    : header);
        }
        lines << cells.join('\t');
    }
    return lines.join('\n') + '\n';
}

void SamplesTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return emit copyWanted();
    const bool isChoice = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const QModelIndex current = currentIndex();
    if (isChoice && state() != EditingState && model_->isSample(current.row())) return emit sampleChosen(current.row());
    const bool isEditable = current.isValid() && model_->flags(current) & (Qt::ItemIsEditable | Qt::ItemIsUserCheckable);
    const bool isMovement = event->key() >= Qt::Key_Home && event->key() <= Qt::Key_PageDown;
    const bool isPlain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    if (!isMovement && event->key() != Qt::Key_Tab && event->key() != Qt::Key_F2 &&
        !(isEditable && isPlain && !event->text().isEmpty()))
        return event->ignore();  // the letters are the window's where nothing can be typed
    QTableView::keyPressEvent(event);
}

void SamplesTable::contextMenuEvent(QContextMenuEvent* event) {
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex row = isByKey ? currentIndex() : indexAt(viewport()->mapFromGlobal(event->globalPos()));
    if (!row.isValid() || !model_->isSample(row.row())) return;
    emit menuWanted(row.row(), isByKey ? viewport()->mapToGlobal(visualRect(row).bottomLeft()) : event->globalPos());
}

}  // namespace coarsen::window
