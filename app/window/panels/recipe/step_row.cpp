// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/recipe/step_row.hpp"

#include "app/window/panels/parts/number_box.hpp"
#include "app/window/panels/parts/open_dialog.hpp"
#include "app/window/panels/parts/time_field.hpp"
#include "app/window/panels/recipe/advanced_fold.hpp"
#include "app/window/panels/recipe/kernel_view.hpp"
#include "app/window/panels/recipe/switch.hpp"
#include "app/window/theme/choice_words.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/values/offered_settings.hpp"
#include "core/base/csv_rows.hpp"
#include "core/preprocess/crop.hpp"
#include "core/preprocess/stroke.hpp"
#include "core/settings/fields.hpp"

#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWhatsThis>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {
constexpr int headHeight = 48, leftEdge = 34;  // two targets of 24 stand below each other at its right
constexpr int narrowestField = 96, widestField = 150;
constexpr double effectScale = 2;  // per cent at full bar

/// The text of a field, if it has one.
QLineEdit* lineOf(QWidget* field) {
    auto* const line = qobject_cast<QLineEdit*>(field);
    return line || !qobject_cast<QAbstractSpinBox*>(field) ? line : field->findChild<QLineEdit*>();
}

/// The path in a line of its own, above what is said of it.
QString textOfFile(const FieldValue& value) {
    const QString path = QString::fromStdString(std::get<std::string>(value));
    return path.isEmpty() ? path : path + '\n';
}

/// All that it can say is whole; of a file's name, which can be as long as it likes, the ends are.
void giveRoom(QWidget* field) {
    if (qobject_cast<QCheckBox*>(field)) return;
    field->ensurePolished();
    if (auto* const file = qobject_cast<QPushButton*>(field)) {
        const int besides = file->sizeHint().width() - file->fontMetrics().horizontalAdvance(file->text());
        file->setText(file->fontMetrics().elidedText(file->text(), Qt::ElideMiddle, widestField - besides));
    }
    const int wanted = field->sizeHint().width();
    const bool isList = qobject_cast<QComboBox*>(field) || qobject_cast<QAbstractSpinBox*>(field);
    field->setMinimumWidth(isList ? std::max(narrowestField, wanted) : narrowestField);
    field->setMaximumWidth(isList ? std::max(widestField, wanted) : widestField);
}

QFormLayout* formIn(QWidget* widget) {
    auto* const form = new QFormLayout(widget);
    form->setContentsMargins(0, 4, 0, 0);
    form->setVerticalSpacing(6);
    form->setLabelAlignment(Qt::AlignLeft);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    return form;
}

void selectText(QWidget* field) {
    if (auto* const box = qobject_cast<QAbstractSpinBox*>(field))
        box->selectAll();
    else if (auto* const line = lineOf(field))
        line->selectAll();
}
}  // namespace

StepRow::StepRow(QWidget* parent)
    : QWidget(parent),
      switch_(new Switch(this)),
      compare_(new QToolButton(this)),
      form_(new QWidget(this)),
      kernel_(new KernelView(this)) {
    setFocusPolicy(Qt::TabFocus);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(leftEdge, headHeight, 12, 8);
    layout->setSpacing(0);
    layout->addWidget(form_);
    layout->addWidget(kernel_);
    form_->hide();
    kernel_->hide();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    connect(switch_, &QAbstractButton::clicked, this, [this](bool on) { emit toggled(on); });
    compare_->setIcon(icon("wipe"));
    compare_->setIconSize({14, 14});
    compare_->setFixedSize(24, 24);
    compare_->setStyleSheet("padding: 0;");
    compare_->setFocusPolicy(Qt::TabFocus);
    compare_->setToolTip(tr("Compare before and after: a wipe between the frame before this step and after it (again: back)"));
    connect(compare_, &QAbstractButton::clicked, this, &StepRow::comparisonWanted);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] {  // fields take other room, warnings other colours
        if (!isOpen_) return;
        const Typing typing = typingNow(state_);
        buildForm();
        goOn(typing);
    });
}

void StepRow::show(const StepRowState& state, bool isOpen) {
    const bool formChanges = isOpen != isOpen_ || state.values != state_.values || state.timeUnits != state_.timeUnits ||
                             state.originS != state_.originS || state.clockStartS != state_.clockStartS ||
                             state.key != formKey_ || state.warnings.size() != state_.warnings.size() ||
                             !std::equal(state.warnings.begin(), state.warnings.end(), state_.warnings.begin(),
                                         [](const Warning& a, const Warning& b) { return a.text == b.text; });
    const Typing typing = formChanges ? typingNow(state) : Typing{};
    state_ = state;
    isOpen_ = isOpen;
    setAccessibleName(state.summary.isEmpty() ? state.name : QStringLiteral("%1: %2").arg(state.name, state.summary));
    setToolTip(state.help);
    switch_->setVisible(state.canSwitch);
    switch_->setChecked(state.on);
    switch_->setAccessibleName(tr("%1 on or off").arg(state.name));
    switch_->setToolTip(switch_->accessibleName());
    switch_->setObjectName("switch-" + state.key);
    compare_->setVisible(state.hasEffect && state.on && state.canCompare);
    compare_->setAccessibleName(tr("%1: compare before and after").arg(state.name));
    compare_->setObjectName("compare-" + state.key);
    if (formChanges && isOpen) buildForm();
    nameZeros();
    form_->setVisible(isOpen);
    kernel_->show(isOpen ? state.kernel : nullptr, state.engine);
    if (isOpen) goOn(typing);
    layout()->setContentsMargins(leftEdge, headHeight, 12, isOpen ? 8 : 0);
    updateGeometry();
    update();
}

/// The field that has the focus now and will be made anew for `next`.
StepRow::Typing StepRow::typingNow(const StepRowState& next) const {
    QWidget* const field = window()->focusWidget();
    if (!field || !form_->isAncestorOf(field) || next.key != state_.key) return {};
    Typing typing{field->objectName(), std::nullopt, 0};
    const auto valueIn = [name = field->objectName().section('.', 1).toStdString()](const StepRowState& state) {
        const auto found = state.values.find(name);
        return found == state.values.end() ? std::optional<FieldValue>() : std::optional(found->second);
    };
    const QLineEdit* const line = lineOf(field);
    if (line && line->isModified() && line->selectedText() != line->text() && valueIn(next) == valueIn(state_)) {
        typing.unfinished = line->text();
        typing.cursor = line->cursorPosition();
    }
    return typing;
}

void StepRow::goOn(const Typing& typing) {
    auto* const field = typing.field.isEmpty() ? nullptr : form_->findChild<QWidget*>(typing.field);
    if (!field) return;
    field->setFocus();
    selectText(field);
    if (!typing.unfinished) return;
    QLineEdit* const line = lineOf(field);
    line->setText(*typing.unfinished);
    line->setModified(true);
    line->setCursorPosition(typing.cursor);
}

/// Shows words in the place of a 0 that is no number; what is typed replaces them as a whole.
void StepRow::nameZeros() {
    for (const auto& [field, words] : state_.zeroWords)
        if (auto* const box = form_->findChild<QSpinBox*>(state_.key + "." + QString::fromStdString(field))) {
            box->setSpecialValueText(words);
            giveRoom(box);
            box->installEventFilter(this);
        }
}

bool StepRow::eventFilter(QObject* watched, QEvent* event) {
    auto* const box = qobject_cast<QSpinBox*>(watched);
    if (box && event->type() == QEvent::FocusIn && !box->specialValueText().isEmpty() && box->value() == box->minimum())
        QTimer::singleShot(0, box, &QSpinBox::selectAll);  // after the click has placed the cursor
    if (event->type() == QEvent::ShortcutOverride) {
        // With nothing typed to take back, undo and redo are the window's.
        const auto& key = *static_cast<QKeyEvent*>(event);
        const QLineEdit* const line = lineOf(qobject_cast<QWidget*>(watched));
        if (line && ((key.matches(QKeySequence::Undo) && !line->isUndoAvailable()) ||
                     (key.matches(QKeySequence::Redo) && !line->isRedoAvailable()))) {
            event->ignore();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

/// An end of the fit range is read off the chart, where time has the series' origin.
bool StepRow::countsFromOrigin(const FieldDescription& field) const {
    return field.unit == nameOf(TimeUnit::second) && field.kind != FieldKind::real && state_.originS != 0;
}

QWidget* StepRow::timeEditorOf(const FieldDescription& field, const FieldValue& value) {
    const QString name = QString::fromStdString(field.name);
    auto* const line = new TimeField(field.isOptional                ? tr("not known")
                                     : field.kind == FieldKind::real ? QString()
                                     : name == "from"                ? tr("from the start")
                                                                     : tr("to the end"));
    const auto known = state_.timeUnits.find(field.name);
    const TimeUnit unit = known == state_.timeUnits.end() ? TimeUnit::second : known->second;
    const auto time = typedTime(textOf(value));
    if (countsFromOrigin(field)) line->setOrigin(state_.originS);
    line->setMoment(state_.clockStartS);
    line->setTime(time ? std::optional(time->seconds) : std::nullopt, unit);
    line->setCountsFrames(unit == TimeUnit::automatic);
    connect(line, &TimeField::chosen, this,
            [this, name](std::optional<double> seconds, TimeUnit typed) { emit timeChosen(name, seconds, typed); });
    return line;
}

QWidget* StepRow::editorOf(const FieldDescription& field, const FieldValue& value) {
    if (field.unit == nameOf(TimeUnit::second)) return timeEditorOf(field, value);
    const QString name = QString::fromStdString(field.name),
                  unit = field.unit.empty() ? QString() : " " + QString::fromStdString(field.unit);
    switch (field.kind) {
        case FieldKind::boolean: {
            auto* const box = new QCheckBox;
            box->setChecked(std::get<bool>(value));
            connect(box, &QCheckBox::clicked, this, [=, this](bool on) { emit valueChosen(name, on); });
            return box;
        }
        case FieldKind::integer: {
            auto* const box = new WholeNumberBox;
            box->setRange(static_cast<int>(field.lowest), static_cast<int>(field.highest));
            box->setSuffix(unit);
            box->setValue(static_cast<int>(std::get<std::int64_t>(value)));
            box->setKeyboardTracking(false);
            connect(box, &QSpinBox::valueChanged, this, [=, this](int number) { emit valueChosen(name, std::int64_t{number}); });
            return box;
        }
        case FieldKind::real: {
            if (field.isOptional) return optionalNumberEditorOf(field, value);
            auto* const box = new NumberBox;
            box->setDecimals(field.highest <= 1 ? 3 : field.highest <= 100 ? 1 : 0);
            if (const double number = std::get<double>(value); number != std::round(number))
                box->setDecimals(std::max(box->decimals(), 2));
            box->setRange(std::max(field.lowest, -1e12), std::min(field.highest, 1e12));
            box->setSingleStep(field.highest <= 1 ? 0.005 : field.highest <= 100 ? 0.5 : 5);
            box->setSuffix(unit);
            box->setValue(std::get<double>(value));
            box->setKeyboardTracking(false);
            connect(box, &QDoubleSpinBox::valueChanged, this, [=, this](double number) { emit valueChosen(name, number); });
            return box;
        }
        case FieldKind::choice: {
            auto* const box = new QComboBox;
            const QString setting = state_.key + "." + name;
            const auto isPlain = [key = setting.toStdString()](const std::string& one) { return !isForExperts(key, one); };
            std::vector<std::string> choices = field.choices;
            const auto experts = std::ranges::stable_partition(choices, isPlain).begin();
            for (auto choice = choices.begin(); choice != choices.end(); ++choice) {
                if (choice == experts && choice != choices.begin()) box->insertSeparator(box->count());
                box->addItem(choiceWords(setting, *choice), QString::fromStdString(*choice));
            }
            box->setCurrentIndex(box->findData(QString::fromStdString(std::get<std::string>(value))));
            connect(box, &QComboBox::activated, this,
                    [=, this](int index) { emit valueChosen(name, box->itemData(index).toString().toStdString()); });
            return box;
        }
        case FieldKind::file:
            return fileEditorOf(field, value);
        case FieldKind::strokes: {
            const int strokes = static_cast<int>(strokesFromText(std::get<std::string>(value), field.name).size());
            auto* const button = new QPushButton(strokes == 0 ? tr("Paint…  B") : counted(strokes, tr("stroke"), tr("strokes")));
            connect(button, &QPushButton::clicked, this, &StepRow::paintingWanted);
            return button;
        }
        case FieldKind::list:
        case FieldKind::text:
            break;
    }
    if (state_.key == Crop::key && name == "shapes") {  // they are drawn on the frame
        const int shapes =
            static_cast<int>(regionFrom(std::get<std::string>(value) == "none" ? "" : std::get<std::string>(value), "").size());
        return new QLabel(shapes == 0 ? tr("none") : counted(shapes, tr("shape"), tr("shapes")));
    }
    auto* const line = new QLineEdit(QString::fromStdString(std::get<std::string>(value)));
    line->setPlaceholderText(tr("all"));
    connect(line, &QLineEdit::editingFinished, this, [=, this] {
        if (line->isModified()) emit valueChosen(name, line->text().toStdString());
    });
    return line;
}

/// Empty is a choice of its own: the program finds the number.
QWidget* StepRow::optionalNumberEditorOf(const FieldDescription& field, const FieldValue& value) {
    auto* const line = new QLineEdit(QString::fromStdString(coarsen::textOf(value)));
    line->setPlaceholderText(tr("automatic"));
    connect(line, &QLineEdit::editingFinished, this, [this, line, name = QString::fromStdString(field.name)] {
        if (!line->isModified()) return;
        const std::string text = line->text().trimmed().toStdString();
        const auto number = csvNumber(text, ' ');  // a comma is its decimal point
        emit valueChosen(name, number ? FieldValue(*number) : FieldValue(text));
    });
    return line;
}

QWidget* StepRow::fileEditorOf(const FieldDescription& field, const FieldValue& value) {
    const QString name = QString::fromStdString(field.name), title = tr("Choose: %1").arg(translated(field.label));
    const QString file = QString::fromStdString(std::get<std::string>(value));
    auto* const button = new QPushButton(file.isEmpty() ? tr("Choose…") : QFileInfo(file).fileName());
    connect(button, &QPushButton::clicked, this, [=, this] {
        const QString chosen =
            chosenFile(this, FileKind::correction, title, {}, file.isEmpty() ? QString() : QFileInfo(file).path());
        if (!chosen.isEmpty()) emit valueChosen(name, chosen.toStdString());
    });
    return button;
}

/// Adds the place of the fields for experts, which is open while something is to be said of one of them.
QFormLayout* StepRow::addAdvanced(QFormLayout* below) {
    auto* const folded = new QWidget;
    QFormLayout* const form = formIn(folded);
    auto* const fold = new AdvancedFold(folded, state_.changedAdvanced.size());
    fold->button()->setObjectName("advanced-" + state_.key);
    fold->setOpen(isAdvancedOpen_ || std::ranges::any_of(state_.warnings, [this](const Warning& warning) {
                      return state_.advanced.contains(QString::fromStdString(warning.key).section('.', 1).toStdString());
                  }));
    connect(fold, &AdvancedFold::toggled, this, [this](bool isOpen) {
        isAdvancedOpen_ = isOpen;
        updateGeometry();
    });
    below->addRow(fold);
    return form;
}

void StepRow::buildForm() {
    // The widget that raised the change may still be in its own signal: it is deleted later.
    QWidget* const formBefore = form_;
    form_ = new QWidget(this);
    layout()->replaceWidget(formBefore, form_);
    for (QWidget* field : formBefore->findChildren<QWidget*>())
        field->blockSignals(true);  // hidden, it would take what is half typed in it
    formBefore->hide();
    formBefore->deleteLater();
    formKey_ = state_.key;
    QFormLayout* const plain = formIn(form_);
    QWidget* before = compare_;  // in the order of Tab
    const auto follows = [&before](QWidget* next) { setTabOrder(std::exchange(before, next), next); };
    std::vector<FieldDescription> fields = state_.fields;  // those for experts last
    std::ranges::stable_partition(fields,
                                  [this](const FieldDescription& field) { return !state_.advanced.contains(field.name); });
    QFormLayout* form = plain;
    for (const FieldDescription& field : fields) {
        if (!isShown(field, [this](const std::string& name) { return state_.values.at(name); })) continue;
        if (form == plain && state_.advanced.contains(field.name)) {
            form = addAdvanced(plain);
            follows(form_->findChild<QToolButton*>("advanced-" + state_.key));
        }
        QWidget* const editor = editorOf(field, state_.values.at(field.name));
        editor->installEventFilter(this);
        const QString file = field.kind == FieldKind::file ? textOfFile(state_.values.at(field.name)) : QString();
        editor->setToolTip(file + translated(field.help) +
                           (countsFromOrigin(field) ? " " + tr("It counts from the same time as the chart's axis.") : QString()));
        editor->setAccessibleName(translated(field.label));
        editor->setObjectName(state_.key + "." + QString::fromStdString(field.name));
        giveRoom(editor);
        auto* const label = new QLabel(translated(field.label));
        label->setToolTip(editor->toolTip());
        form->addRow(label, editor);
        follows(editor);
        if (auto* const time = qobject_cast<TimeField*>(editor)) form->addRow(time->explanation());
        for (const Warning& warning : state_.warnings) {
            if (warning.key != (state_.key.toStdString() + "." + field.name)) continue;
            auto* const box = new QWidget;
            box->setObjectName("warning");
            box->setStyleSheet(QStringLiteral("#warning { background: %1; border-radius: 5px; }").arg(theme().warnSoft.name()));
            auto* const inner = new QVBoxLayout(box);
            inner->setContentsMargins(8, 6, 8, 6);
            inner->setSpacing(2);
            auto* const words = new QLabel(translated(warning.text).replace("R_max", rMaxText()));
            words->setWordWrap(true);
            words->setStyleSheet(QStringLiteral("color: %1;").arg(theme().dark ? theme().ink.name() : QStringLiteral("#4A3300")));
            inner->addWidget(words);
            form->addRow(box);
            if (!warning.remedyKey.empty()) {
                auto* const remedy = new QPushButton(translated(warning.remedyLabel));
                remedy->setProperty("link", true);
                connect(remedy, &QPushButton::clicked, this, [this, warning] {
                    emit remedyChosen(QString::fromStdString(warning.remedyKey), QString::fromStdString(warning.remedyValue));
                });
                inner->addWidget(remedy, 0, Qt::AlignLeft);
                follows(remedy);
            }
        }
    }
}

void StepRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& t = theme();
    painter.fillRect(rect(), isOpen_ ? t.raised : t.panel);
    painter.fillRect(QRect(0, height() - 1, width(), 1), t.line);
    if (isOpen_) painter.fillRect(QRect(0, 0, 3, height()), t.accent);
    painter.drawPixmap(10, 8, iconPixmap(state_.icon, 16, state_.on ? t.ink2 : t.ink3, devicePixelRatioF()));

    QFont font = painter.font();
    font.setPixelSize(12);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(state_.on ? t.ink : t.ink3);
    painter.drawText(QRect(leftEdge, 6, 120, 18), Qt::AlignLeft | Qt::AlignVCenter, state_.name);

    switch_->move(width() - 43, 0);
    compare_->move(width() - 38, 24);
    font.setWeight(QFont::Normal);
    font.setPixelSize(11);
    painter.setFont(font);
    const int right = state_.canSwitch ? width() - 46 : width() - 12;
    if (state_.hasEffect && state_.on && state_.canSwitch) {
        painter.setPen(t.ink2);
        painter.drawText(QRect(right - 64, 6, 60, 18), Qt::AlignRight | Qt::AlignVCenter,
                         state_.effect ? signedPercent(*state_.effect) : QStringLiteral("—"));
        if (state_.effect && std::isfinite(*state_.effect)) {
            const double part = std::clamp(*state_.effect / effectScale, -1.0, 1.0);
            const int centre = right - 84, length = static_cast<int>(std::abs(part) * 16);
            painter.fillRect(QRect(centre - 16, 15, 33, 1), t.line);
            painter.fillRect(QRect(part < 0 ? centre - length : centre, 12, std::max(1, length), 7), t.rmax);
        }
    }
    painter.setPen(t.ink3);
    const QString time =
        state_.milliseconds < 0 ? QString() : tr("%1 ms").arg(state_.milliseconds, 0, 'f', state_.milliseconds < 1 ? 1 : 0);
    painter.drawText(QRect(width() - 110, 28, state_.hasEffect ? 70 : 98, 15), Qt::AlignRight | Qt::AlignVCenter, time);
    painter.setPen(t.ink2);
    const int room = width() - leftEdge - (state_.hasEffect ? 96 : 74);
    painter.drawText(QRect(leftEdge, 28, room, 15), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(font).elidedText(state_.summary, Qt::ElideRight, room));
    if (!state_.warnings.empty() && !isOpen_) painter.drawPixmap(12, 29, iconPixmap("warning", 13, t.warn, devicePixelRatioF()));
    if (hasFocus()) {
        painter.setPen(QPen(t.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -2));
    }
}

void StepRow::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && event->position().y() < headHeight) emit openWanted();
}

void StepRow::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) return QWidget::keyPressEvent(event);
    QWidget* const field = window()->focusWidget();
    if (field && form_->isAncestorOf(field))
        selectText(field);  // which has taken its value
    else
        emit openWanted();
}

void StepRow::contextMenuEvent(QContextMenuEvent* event) {
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("step-menu");
    menu->addAction(isOpen_ ? tr("Close") : tr("Open"), this, &StepRow::openWanted);
    if (state_.hasEffect && state_.canCompare)
        menu->addAction(tr("Compare before and after"), this, &StepRow::comparisonWanted)->setEnabled(state_.on);
    if (state_.canSwitch)
        menu->addAction(state_.on ? tr("Switch off") : tr("Switch on"), this, [this] { emit toggled(!state_.on); });
    menu->addAction(tr("Reset"), this, &StepRow::resetWanted);
    menu->addAction(tr("Why does this matter?"), this, [this, at = event->globalPos()] {
        QWhatsThis::showText(at, QStringLiteral("<b>%1</b><br>%2").arg(state_.name, state_.help).replace("R_max", rMaxText()),
                             this);
    });
    menu->popup(event->globalPos());
}

}  // namespace coarsen::window
