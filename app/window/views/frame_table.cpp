// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/frame_table.hpp"

#include "app/window/plots/other_session_words.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/numbers.hpp"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

#include <cmath>

namespace coarsen::window {

namespace {

enum Column { frameNumber, time, rMaxLength, rMaxError, cAtMax, quality, status, file, trueLength, otherLength, otherDifference };
constexpr const char* columnKeys[] = {"frame", "time",    "r_max",  "r_max_err",
                                      "c_max", "quality", "status", "file"};  // in the settings

bool isNumber(int column) {
    return column <= cAtMax || column >= trueLength;
}

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

void FrameTableModel::show(std::shared_ptr<const GrowthData> data) {
    if (data_ && data && data_->points.size() == data->points.size()) {
        data_ = std::move(data);
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        return;
    }
    beginResetModel();
    data_ = std::move(data);
    endResetModel();
}

void FrameTableModel::setCurrentFrame(int frame) {
    const int before = std::exchange(current_, frame);
    for (const int row : {before, frame})
        if (row >= 0 && row < rowCount()) emit dataChanged(index(row, 0), index(row, columnCount() - 1));
}

QString FrameTableModel::text(const GrowthData::Point& point, int column) const {
    const FrameResult& row = point.result();
    switch (column) {
        case frameNumber:
            return QString::number(row.frame);
        case time:
            return std::isfinite(row.timeS) ? number(data_->timeOf(row), data_->timesAreSeconds ? 2 : 0) : QString();
        case trueLength: {
            const double truth = data_->truthOf(row.frame);
            return std::isfinite(truth) ? significant(truth, 5) : QString();
        }
        case otherLength: {
            const ComparedFrame* const one = data_->otherSession ? data_->otherSession->comparison.find(row.frame) : nullptr;
            LengthScale other;
            if (one) other.px = one->otherPx;
            return one ? significant(data_->lengthOf(other), 5) : QString();
        }
        case otherDifference:
            return differenceText(*data_, row.frame);
        case file:
            return QString::fromStdString(row.message.empty() || row.status != FrameStatus::failed ? row.file : row.message);
        default:
            break;
    }
    if (!point.isMeasured) return column == status ? tr("waiting") : QString();
    const LengthScale& leading = data_->leading(row);
    const bool found = leading.isFound();
    const double length = data_->lengthOf(leading), error = data_->errorOf(leading);
    const bool hasError = error > 0;
    switch (column) {
        case rMaxLength:
            if (!found) return {};
            return hasError ? QString::fromStdString(roundedToError(length, error).value) : significant(length, 4);
        case rMaxError:
            return found && hasError ? QString::fromStdString(roundedToError(length, error).error) : QString();
        case cAtMax:
            return found && std::isfinite(leading.c1d) ? number(leading.c1d, 3) : QString();
        case quality:
            return fromView(nameOf(leading.quality)) + (point.isOff ? tr(", off") : QString());
        case status:
            if (point.isStale) return tr("out of date");
            return point.isExcluded ? tr("excluded") : fromView(nameOf(row.status));
        default:
            return {};
    }
}

QVariant FrameTableModel::data(const QModelIndex& index, int role) const {
    const GrowthData::Point& point = data_->points[static_cast<std::size_t>(index.row())];
    const bool failed = point.isMeasured && point.result().status == FrameStatus::failed;
    switch (role) {
        case Qt::DisplayRole:
            return text(point, index.column());
        case Qt::TextAlignmentRole:
            return int(isNumber(index.column()) ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
        case Qt::ToolTipRole:
            if (point.isOff && index.column() == quality)
                return tr("Far from the frames before and after it: %1").arg(data_->doubtText(index.row()));
            return point.result().message.empty() ? QVariant() : translated(point.result().message);
        case Qt::ForegroundRole:
            if (failed && !isNumber(index.column())) return theme().error;
            if (point.isStale || point.isExcluded || index.column() == file) return theme().ink3;
            return theme().ink;
        case Qt::FontRole: {
            QFont font = QApplication::font();
            font.setItalic(point.isStale);
            font.setBold(index.row() == current_ && index.column() == rMaxLength);
            return font;
        }
        default:
            return {};
    }
}

QVariant FrameTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || !data_) return {};
    if (role == Qt::TextAlignmentRole)
        return int(isNumber(section) ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const QString length = data_->lengthUnit().name, timeName = data_->timeUnit().name;
    switch (section) {
        case frameNumber:
            return tr("Frame");
        case time:
            return data_->timesAreSeconds ? tr("Time (%1)").arg(timeName) : tr("Time");
        case rMaxLength:
            return data_->leadingLabel() + QStringLiteral(" (%1)").arg(length);
        case rMaxError:
            return QStringLiteral("± (%1)").arg(length);
        case trueLength:
            return tr("True (%1)").arg(length);
        case otherLength:
            return tr("Other %1 (%2)").arg(data_->lengthLabel(), length);
        case otherDifference:
            return tr("Difference (%1; errors)").arg(length);
        case cAtMax:
            return tr("C at %1").arg(data_->leadingLabel());
        case quality:
            return tr("Quality");
        case status:
            return tr("Status");
        default:
            return tr("File");
    }
}

FrameTable::FrameTable(QWidget* parent) : QTableView(parent), model_(new FrameTableModel(this)) {
    setModel(model_);
    setAccessibleName(tr("Results"));
    setObjectName("frame-table");
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(NoFrame);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(24);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setHighlightSections(false);
    static constexpr int widths[] = {56, 82, 92, 78, 86, 82, 96};
    for (int i = 0; i < 7; ++i)
        setColumnWidth(i, widths[i]);
    setColumnWidth(trueLength, widths[rMaxError]);
    horizontalHeader()->moveSection(trueLength, cAtMax);  // beside what was measured
    setColumnHidden(trueLength, true);
    for (const int column : {otherLength, otherDifference}) {
        setColumnWidth(column, column == otherLength ? 110 : 150);
        horizontalHeader()->moveSection(column, horizontalHeader()->visualIndex(cAtMax));
        setColumnHidden(column, true);
    }
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        auto* const menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->setObjectName("column-menu");
        for (int i = time; i <= file; ++i) {  // the frame's number stays, and the truth comes with its series
            QAction* const column =
                menu->addAction(model_->headerData(i, Qt::Horizontal, Qt::DisplayRole).toString(), this, [this, i] {
                    setColumnHidden(i, !isColumnHidden(i));
                    emit columnsHidden(hiddenColumns());
                });
            column->setCheckable(true);
            column->setChecked(!isColumnHidden(i));
        }
        menu->popup(horizontalHeader()->mapToGlobal(at));
    });
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) { emit frameChosen(index.row()); });
}

void FrameTable::setHiddenColumns(const QStringList& keys) {
    for (int i = time; i <= file; ++i)
        setColumnHidden(i, keys.contains(columnKeys[i]));
}

QStringList FrameTable::hiddenColumns() const {
    QStringList keys;
    for (int i = time; i <= file; ++i)
        if (isColumnHidden(i)) keys << columnKeys[i];
    return keys;
}

void FrameTable::show(std::shared_ptr<const GrowthData> data, int currentFrame) {
    data_ = data;
    if (data_->trueRMaxPx.empty() != isColumnHidden(trueLength)) setColumnHidden(trueLength, data_->trueRMaxPx.empty());
    for (const int column : {otherLength, otherDifference})
        if (isColumnHidden(column) != !data_->otherSession) setColumnHidden(column, !data_->otherSession);
    model_->show(std::move(data));
    for (int column = 0; column < model_->columnCount(); ++column)  // a unit may be longer than the one before
        if (const int wanted = horizontalHeader()->sectionSizeHint(column);
            wanted > columnWidth(column) && !isColumnHidden(column))
            setColumnWidth(column, wanted);
    setCurrentFrame(currentFrame);
}

void FrameTable::setCurrentFrame(int frame) {
    model_->setCurrentFrame(frame);
    if (frame < 0 || frame >= model_->rowCount() || currentIndex().row() == frame) return;
    const QSignalBlocker quiet(this);
    selectRow(frame);
    scrollTo(model_->index(frame, 0));
}

QString FrameTable::tabSeparated() const {
    if (!data_) return {};
    const QString length = data_->lengthUnit().name;
    QString text = QStringLiteral("frame\ttime_s\tr_max_%1\tr_max_err_%1\tc_max\tquality\tstatus\tfile").arg(length);
    if (data_->otherSession)
        text += QStringLiteral("\tother_%1_%2\tdifference_errors").arg(QString::fromStdString(data_->settings.length), length);
    text += '\n';
    for (const GrowthData::Point& point : data_->points) {
        const FrameResult& row = point.result();
        const auto digits = [](double value) { return QString::fromStdString(shortest(value)); };
        text += QStringList{QString::number(row.frame),
                            digits(row.timeS),
                            digits(data_->lengthOf(row.rMax)),
                            digits(data_->errorOf(row.rMax)),
                            digits(row.rMax.c1d),
                            point.isMeasured ? fromView(nameOf(row.rMax.quality)) : QString(),
                            point.isExcluded   ? QStringLiteral("excluded")
                            : point.isStale    ? QStringLiteral("out of date")
                            : point.isMeasured ? fromView(nameOf(row.status))
                                               : QString(),
                            QString::fromStdString(row.file)}
                    .join('\t');
        if (data_->otherSession) {
            const ComparedFrame* const one = data_->otherSession->comparison.find(row.frame);
            LengthScale other;
            if (one) other.px = one->otherPx;
            text += '\t' + digits(data_->lengthOf(other)) + '\t' + digits(one ? one->differenceInErrors() : std::nan(""));
        }
        text += '\n';
    }
    return text;
}

void FrameTable::contextMenuEvent(QContextMenuEvent* event) {
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex row = isByKey ? currentIndex() : indexAt(viewport()->mapFromGlobal(event->globalPos()));
    if (!row.isValid()) return;
    emit frameChosen(row.row());
    emit frameMenuWanted(row.row(), isByKey ? viewport()->mapToGlobal(visualRect(row).bottomLeft()) : event->globalPos());
}

void FrameTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return emit copyWanted();
    const bool isMovement = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down || event->key() == Qt::Key_PageUp ||
                            event->key() == Qt::Key_PageDown;
    if (!isMovement) return event->ignore();  // the letters are the window's: the table does not search by them
    QTableView::keyPressEvent(event);
    if (currentIndex().isValid()) emit frameChosen(currentIndex().row());
}

}  // namespace coarsen::window
