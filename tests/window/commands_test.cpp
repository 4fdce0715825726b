// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, keys and the sheet of shortcuts say the same: all of them are made from one list.
#include "app/window/commands/command_list.hpp"
#include "app/window/commands/shortcut_sheet.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/panels/recipe/recipe_panel.hpp"
#include "app/window/panels/sheets/help_window.hpp"
#include "app/window/panels/sheets/manual.hpp"
#include "app/window/panels/sheets/manual_window.hpp"
#include "app/window/views/frame_table.hpp"
#include "app/window/views/image_view.hpp"
#include "core/base/version.hpp"
#include "core/growth/growth_fit.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QAbstractButton>
#include <QClipboard>
#include <QDirIterator>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QToolButton>

#include <set>

namespace coarsen::window {

class CommandsTest : public WindowTest {
    Q_OBJECT

    std::vector<Command> all() {
        std::vector<Command> commands;
        for (const CommandGroup& group : window_->commands().groups())
            commands.insert(commands.end(), group.commands.begin(), group.commands.end());
        return commands;
    }

    static QString wordsOf(const QAction* line) { return line->text().section('\t', 0, 0); }

    /// The lines of a menu and of those that it opens, but of those that change with what is open, of which only the line itself.
    static QStringList linesOf(const QMenu* menu) {
        QStringList lines;
        for (const QAction* line : menu->actions()) {
            if (line->isSeparator()) continue;
            const bool isFixed = line->menu() && line->menu()->objectName().isEmpty();
            if (isFixed)
                lines << linesOf(line->menu());
            else
                lines << wordsOf(line);
        }
        return lines;
    }

private slots:
    void initTestCase() { writeGrowingSeries(folder_.filePath("growing"), 3, 12, 20); }
    void init() { newWindow(); }
    void cleanup() { window_.reset(); }

    void everyCommandHasWordsAndDoesSomething() {
        std::set<QString> keys;
        for (const Command& command : all()) {
            QVERIFY2(!command.words.isEmpty(), qPrintable(command.key));
            QVERIFY2(keys.insert(command.key).second, qPrintable(command.key + " twice"));
            QVERIFY2(static_cast<bool>(command.run) != static_cast<bool>(command.menu), qPrintable(command.key));
        }
        QVERIFY(keys.size() > 60);
    }

    void noTwoCommandsHaveTheSameShortcut() {
        std::map<QString, QString> owners;
        for (const Command& command : all())
            for (const QKeySequence& keys : command.shortcuts) {
                QVERIFY2(!keys.isEmpty(), qPrintable(command.key));
                const auto [owner, isNew] = owners.emplace(keys.toString(), command.key);
                QVERIFY2(isNew, qPrintable(command.key + " and " + owner->second + ": " + keys.toString()));
            }
    }

    void theMenusHoldExactlyTheCommands() {
        QStringList wanted, found;
        for (const CommandGroup& group : window_->commands().groups())
            if (group.isMenu)
                for (const Command& command : group.commands)
                    wanted << command.words;
        for (const QAction* menu : part<QMenuBar>("menus")->actions())
            found << linesOf(menu->menu());

        QCOMPARE(found, wanted);
    }

    void theTableIsTickedWhereItIsSeen() {
        open("growing");
        const auto isTicked = [this] {
            for (const QAction* menu : part<QMenuBar>("menus")->actions())
                emit menu->menu()->aboutToShow();  // where ticks are set
            for (const QAction* line : window_->actions())
                if (line->text().startsWith("Table\t")) return line->isChecked();
            return false;
        };
        const auto isSeen = [this] { return window_->growth().table()->isVisible(); };
        for (const QSize size : {QSize(1366, 768), QSize(1920, 1080)}) {
            resizeTo(size);
            for (int press = 0; press < 3; ++press) {
                QCOMPARE(isTicked(), isSeen());
                const bool before = isSeen();
                QTest::keyClick(window_.get(), Qt::Key_T);
                takeEvents();
                QCOMPARE(isSeen(), !before);
            }
        }
        if (!isSeen()) QTest::keyClick(window_.get(), Qt::Key_T);
    }

    void digitsCountTheStagesThatCanBeChosen() {
        open("growing");
        resizeTo({1920, 1080});
        int number = 0;
        for (const char* key : {"raw", "grey", "flatten", "dust", "crop", "contrast"}) {
            auto* const stage = button(QString("stage-") + key);
            QVERIFY2(stage->isVisible() && stage->isEnabled(), key);
            QTest::keyClick(window_.get(), static_cast<Qt::Key>(Qt::Key_1 + number++));
            QVERIFY2(stage->isChecked(), key);
            QVERIFY2(stage->toolTip().endsWith(QString(" (%1)").arg(number)), qPrintable(stage->toolTip()));
        }
        document().changes().setValue("median.on", true);
        settle();
        QTest::keyClick(window_.get(), Qt::Key_5);
        QVERIFY(button("stage-median")->isChecked());
        document().changes().undoStack().undo();
        settle();
    }

    void everyShortcutStandsInTheSheetBesideWhatItDoes() {
        QTextDocument sheet;
        sheet.setHtml(shortcutSheet(window_->commands().groups()));
        const QStringList cells = sheet.toPlainText().split('\n');
        for (const Command& command : all())
            for (const QKeySequence& keys : command.shortcuts) {
                const QString words = command.sheet.isEmpty() ? QString(command.words).remove(QChar(0x2026)) : command.sheet;
                const qsizetype row = cells.indexOf(words);
                QVERIFY2(row > 0, qPrintable(words));
                QVERIFY2(cells[row - 1].split(' ').contains(nameOf(keys)), qPrintable(words + ": " + cells[row - 1]));
            }
    }

    /// "Wipe (W)", "Press F5": what buttons and pages of help say of a key must be one that is heard.
    void theKeysThatButtonsAndHelpNameAreHeard() {
        open("growing");
        std::set<QString> known{"Ctrl+wheel"};
        for (const Command& command : all())
            for (const QKeySequence& keys : command.shortcuts)
                known.insert(keys.toString(QKeySequence::NativeText));
        static const QRegularExpression named(R"re(\(((?:Ctrl\+|Shift\+)*(?:F\d+|[A-Z]|Esc|Del))\))re");
        QStringList texts;
        for (const QWidget* widget : window_->findChildren<QWidget*>())
            texts << widget->toolTip();
        for (QDirIterator pages(":/coarsen/help"); pages.hasNext();)
            texts << helpText(QFileInfo(pages.next()).baseName());
        for (QDirIterator pages(":/coarsen/manual"); pages.hasNext();)
            texts << manualText(QFileInfo(pages.next()).baseName());
        int count = 0;
        for (const QString& text : texts)
            for (auto match = named.globalMatch(text); match.hasNext(); ++count) {
                const QString keys = match.next().captured(1);
                QVERIFY2(known.contains(keys), qPrintable(keys + " in: " + text));
            }
        QVERIFY(count > 10);
    }

    void thePagesOfHelpAreThere() {
        for (const char* page : {"about", "citation", "crossover", "mouse"})
            QVERIFY2(helpText(page).contains('<'), page);
    }

    void aCommandThatNeedsASeriesWaitsForIt() {
        const auto line = [this](const QString& words) {
            for (QAction* action : window_->actions())
                if (wordsOf(action) == words) return action;
            return static_cast<QAction*>(nullptr);
        };
        QVERIFY(!line("Save session")->isEnabled() && !line("Exclude or include this frame")->isEnabled());
        QVERIFY(line("Open folder…")->isEnabled() && !line("Undo")->isEnabled());
        open("growing");
        QVERIFY(line("Save session")->isEnabled() && line("Exclude or include this frame")->isEnabled());

        document().changes().toggleExcluded(1);
        settle();
        QCOMPARE(line("Undo exclusion of frame 1") != nullptr, true);
        QVERIFY(line("Undo exclusion of frame 1")->isEnabled());
        line("Undo exclusion of frame 1")->trigger();
        settle();
        QVERIFY(document().session().excluded.empty() && !line("Undo")->isEnabled());
    }

    void aKeyThatIsHeldRepeatsOnlyWhatGoesOn() {
        open("growing");
        const auto hold = [this](Qt::Key key) {
            QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier, {}, true);
            QCoreApplication::sendEvent(window_.get(), &event);
        };
        hold(Qt::Key_X);
        QVERIFY(document().session().excluded.empty());
        hold(Qt::Key_Right);
        QCOMPARE(document().frame().index(), 1);
        QTest::keyClick(window_.get(), Qt::Key_X, Qt::ShiftModifier);  // Shift is the key's own
        QCOMPARE(document().session().excluded, std::set{1});
        QTest::keyClick(window_.get(), Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(document().frame().index(), 0);
        settle();
    }

    void aLineThatCannotActSaysWhy() {
        int off = 0;
        for (const QAction* line : window_->actions()) {
            if (!line->isVisible()) continue;
            off += !line->isEnabled();
            QVERIFY2(line->isEnabled() || line->toolTip().size() > 10, qPrintable(line->text()));
            QCOMPARE(line->statusTip().isEmpty(), line->isEnabled());
        }
        QVERIFY(off > 20);
        for (const QAction* menu : part<QMenuBar>("menus")->actions())
            QVERIFY(menu->menu()->toolTipsVisible());
        // What is on where nothing is open acts there.
        QStringList on;
        for (const QAction* line : window_->actions())
            if (line->isEnabled() && line->isVisible()) on << wordsOf(line);
        for (const char* inert : {"Load recipe…", "Save recipe…", "Presets", "Before and after", "Reset layout", "Cancel"})
            QVERIFY2(!on.contains(inert), inert);
        for (const char* acts : {"Open folder…", "Settings…", "Engine…", "Demonstration series", "Tour", "Steps and growth laws"})
            QVERIFY2(on.contains(acts), acts);
        open("growing");
        for (const QAction* line : window_->actions())
            QVERIFY2(line->isEnabled() || !line->toolTip().contains("Open a series"), qPrintable(line->text()));
    }

    void theManualHasAllStepsAndLawsThereAre() {
        const QString page = manualPage();
        for (const std::string& owner : ownersIn(defaultRecipe())) {
            const StepAdvice advice = stepAdvice(QString::fromStdString(owner));
            QVERIFY2(advice.use.size() > 10 && advice.spoils.size() > 10, owner.c_str());
            QVERIFY2(page.contains(advice.use) && page.contains(advice.spoils), owner.c_str());
        }
        for (const GrowthModel& model : growthModels()) {
            QVERIFY2(whenLawHolds(QString::fromStdString(model.key)).size() > 10, model.key.c_str());
            QVERIFY2(page.contains(QString::fromStdString(model.formula)), model.key.c_str());
        }
        HelpWindow help("Manual", page, window_.get());
        QVERIFY(help.width() <= window_->width() && help.height() <= window_->height());
    }

    void aboutNamesWhatTheProgramSaysOfItself() {
        QApplication::setApplicationVersion("9.8.7, commit 1234567");
        for (const Command& command : all())
            if (command.key == "help.about") command.run();
        const auto* const page = window_->findChild<HelpWindow*>();
        QVERIFY(page);
        const QString words = page->findChild<QTextBrowser*>()->toPlainText();
        QVERIFY2(words.startsWith("Coarsen 9.8.7, commit 1234567"), qPrintable(words));
    }

    void aboutNamesTheLibrariesAndTheirLicences() {
        for (const Command& command : all())
            if (command.key == "help.about") command.run();
        const QString words = window_->findChild<HelpWindow*>()->findChild<QTextBrowser*>()->toPlainText();
        for (const char* library : {"Qt",   "QCustomPlot", "OpenCV",        "FFTW",    "GSL",           "libspng", "pugixml",
                                    "zlib", "libtiff",     "libjpeg-turbo", "LibRaw",  "HDF5",          "blosc",   "zstd",
                                    "GDCM", "exiv2",       "FFmpeg",        "OpenSSL", "nlohmann-json", "CLI11"})
            QVERIFY2(words.contains(library), library);
    }

    void thePagesOfTheManualLeadToEachOther() {
        ManualWindow::open("README", window_.get());
        auto* const manual = window_->findChild<ManualWindow*>();
        auto* const text = manual->findChild<QTextBrowser*>("manual-text");
        auto* const back = manual->findChild<QPushButton*>("manual-back");
        QVERIFY(text->toPlainText().startsWith("Manual of Coarsen") && !back->isEnabled());
        QVERIFY(manual->width() <= window_->width() && manual->height() <= window_->height());

        emit text->anchorClicked(QUrl("volumes.md"));
        QVERIFY(text->toPlainText().startsWith("Volumes") && !text->toPlainText().contains("R_max"));
        ManualWindow::open("window#growth", window_.get());
        QCOMPARE(window_->findChildren<ManualWindow*>().size(), 1);
        QCOMPARE(text->textCursor().block().text(), QString("Growth"));
        emit text->anchorClicked(QUrl("#saving"));
        QCOMPARE(text->textCursor().block().text(), QString("Saving"));
        QTest::mouseClick(back, Qt::LeftButton);
        QCOMPARE(text->textCursor().block().text(), QString("Growth"));
        QTest::mouseClick(back, Qt::LeftButton);
        QVERIFY(text->toPlainText().startsWith("Volumes"));
    }

    /// A "?" beside a panel, and each line of the help menu that opens the manual, lead to a place that is there.
    void eachQuestionMarkOpensItsPlaceInTheManual() {
        open("growing");
        int pressed = 0;
        for (QToolButton* button : window_->findChildren<QToolButton*>()) {
            if (!button->objectName().startsWith("manual:")) continue;
            button->click();
            ++pressed;
            const QString place = button->objectName().section(':', 1), heading = place.section('#', 1);
            const auto* const text = window_->findChild<ManualWindow*>()->findChild<QTextBrowser*>("manual-text");
            QVERIFY2(text->toPlainText().size() > 500, qPrintable(place));
            if (heading.isEmpty()) continue;
            const QString found = text->textCursor().block().text().toLower().replace(' ', '-');
            QCOMPARE(found, heading);
        }
        QCOMPARE(pressed, 6);  // of the frame, recipe, map, profile, growth and samples
        for (const Command& command : all()) {
            if (!QStringList{"help.contents", "help.r-max", "help.trust", "help.files", "help.channels", "help.volumes"}.contains(
                    QString(command.key)))
                continue;
            command.run();
            const auto* const text = window_->findChild<ManualWindow*>()->findChild<QTextBrowser*>("manual-text");
            QVERIFY2(text->toPlainText().size() > 500, qPrintable(command.words));
        }
    }

    void theReferencesAreCopiedAsBibtex() {
        for (const Command& command : all())
            if (command.key == "help.citation") command.run();
        auto* const page = window_->findChild<HelpWindow*>();
        QVERIFY(page && page->findChild<QTextBrowser*>()->toPlainText().contains("@article{lu2010"));
        QTest::mouseClick(page->findChild<QPushButton*>("copy-help"), Qt::LeftButton);
        const QString copied = QApplication::clipboard()->text();
        for (const char* entry :
             {"@software{coarsen,", "@article{lu2010,", "@techreport{bordawekar2010,", "10.1007/s11554-009-0133-1"})
            QVERIFY2(copied.contains(entry), entry);
        QVERIFY(copied.contains(QString("version = {%1}").arg(version)));
        QCOMPARE(copied.count('{'), copied.count('}'));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(CommandsTest)
#include "commands_test.moc"
