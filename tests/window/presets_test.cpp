// SPDX-License-Identifier: GPL-3.0-or-later
// The menu Recipe: recipes that ship with the program, and the user's own under a name.
#include "app/window/document/presets.hpp"

#include "app/window/commands/command_list.hpp"
#include "core/base/files.hpp"
#include "core/recipe/presets.hpp"
#include "core/recipe/recipe_json.hpp"
#include "tests/window/menu_fixture.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QAbstractButton>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>

namespace coarsen::window {

class PresetsTest : public WindowTest {
    Q_OBJECT

    QString fileOf(const QString& name) const { return inFolder("settings/presets/" + name + ".json"); }

    QMenu* recipeMenu() {
        for (const QAction* menu : part<QMenuBar>("menus")->actions())
            if (menu->text() == "&Recipe") return menu->menu();
        return nullptr;
    }
    QMenu* presetsMenu() {
        auto* const menu = part<QMenu>("presets");
        emit menu->aboutToShow();
        return menu;
    }
    QAction* preset(const QString& words) {
        for (QAction* line : presetsMenu()->actions())
            if (line->text() == words) return line;
        return nullptr;
    }
    QAction* line(const QString& words) {
        for (QAction* one : recipeMenu()->actions())
            if (one->text() == words) return one;
        return nullptr;
    }
    QStringList own() {
        QStringList names;
        bool isOwn = false;
        for (const QAction* line : presetsMenu()->actions())
            if (line->isSeparator())
                isOwn = true;
            else if (isOwn)
                names << line->text();
        return names;
    }
    QDialog* dialog() {
        takeEvents();
        return qobject_cast<QDialog*>(QApplication::activeModalWidget());
    }
    /// Saves the recipe as a preset of that name, as far as the first dialog.
    void saveAs(const QString& name) {
        line("Save as preset…")->trigger();
        QVERIFY(dialog());
        dialog()->findChild<QLineEdit*>()->setText(name);
        dialog()->accept();
        takeEvents();
    }
    std::string methodOfLight() { return std::get<std::string>(valueOf(document().recipe(), "flatten.method")); }

private slots:
    void initTestCase() { writeGrowingSeries(folder_.filePath("growing"), 3, 12, 20); }
    void init() {
        QDir(inFolder("settings/presets")).removeRecursively();
        newWindow();
        emit recipeMenu()->aboutToShow();
        open("growing");
    }
    void cleanup() { window_.reset(); }

    void thePresetsOfTheProgramAreChosenAndUndone() {
        QVERIFY(preset("No corrections") && preset("As in Lu et al. 2010"));
        QVERIFY(!preset("As in Lu et al. 2010")->toolTip().isEmpty() && !preset("Default")->toolTip().isEmpty());
        QVERIFY(preset("Default")->isChecked());
        document().changes().setValue("crop.width", std::int64_t{200});
        preset("As in Lu et al. 2010")->trigger();
        settle();

        QVERIFY(document().recipe() == presetFor(presetNamed("lu2010"), document().recipe()));
        QCOMPARE(methodOfLight(), "overlay");
        QCOMPARE(std::get<std::int64_t>(valueOf(document().recipe(), "crop.width")), 200);  // of the series, not of the method
        QVERIFY(preset("As in Lu et al. 2010")->isChecked() && !preset("Default")->isChecked());
        QCOMPARE(part<QLabel>("recipe-name")->text(), "As in Lu et al. 2010");
        QCOMPARE(document().changes().undoStack().undoText(), "choice of preset As in Lu et al. 2010");

        document().changes().undoStack().undo();
        settle();
        QCOMPARE(methodOfLight(), "auto");
        QCOMPARE(part<QLabel>("recipe-name")->text(), "default, 1 change");
        QVERIFY(preset("Default")->isChecked());
    }

    void aRecipeIsKeptUnderANameAndTakenAgain() {
        QVERIFY(own().isEmpty() && !line("Remove preset…")->isEnabled());
        document().changes().setValue("flatten.method", std::string("blur"));
        settle();
        const Recipe kept = document().recipe();
        saveAs("my light");
        COMES_TRUE(own() == QStringList{"my light"});
        const auto bytes = readWhole(fileOf("my light").toStdString());
        QVERIFY(recipeFromJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "x") == kept);

        preset("No corrections")->trigger();
        settle();
        preset("my light")->trigger();
        COMES_TRUE(document().recipe() == kept);
        QCOMPARE(document().changes().undoStack().undoText(), "choice of preset my light");
    }

    void aFileThatSomebodyGaveIsOffered() {
        QDir().mkpath(inFolder("settings/presets"));
        writeWhole(fileOf("of a friend").toStdString(), std::string_view(recipeJson(presetNamed("plain").recipe())));
        QVERIFY(own().isEmpty());
        emit recipeMenu()->aboutToShow();
        COMES_TRUE(own() == QStringList{"of a friend"});
    }

    void oneOfThatNameIsReplacedWhenTheUserSaysSo() {
        saveAs("mine");
        COMES_TRUE(own() == QStringList{"mine"});
        document().changes().setValue("flatten.method", std::string("blur"));
        settle();
        const auto before = readWhole(fileOf("mine").toStdString());

        saveAs("mine");
        auto* question = qobject_cast<QMessageBox*>(dialog());
        QVERIFY(question && question->text().contains("mine"));
        question->reject();
        takeEvents();
        QCOMPARE(readWhole(fileOf("mine").toStdString()), before);

        saveAs("mine");
        question = qobject_cast<QMessageBox*>(dialog());
        QVERIFY(question);
        for (QAbstractButton* button : question->buttons())
            if (button->text() == "Replace") button->click();
        COMES_TRUE(readWhole(fileOf("mine").toStdString()) != before);
        QCOMPARE(own(), QStringList{"mine"});
    }

    void oneIsRemoved() {
        for (const char* const name : {"a", "b"}) {
            saveAs(name);
            COMES_TRUE(own().contains(name));
        }
        emit recipeMenu()->aboutToShow();
        QVERIFY(line("Remove preset…")->isEnabled());
        line("Remove preset…")->trigger();
        QVERIFY(dialog());
        dialog()->findChild<QComboBox*>()->setCurrentText("b");
        dialog()->accept();
        COMES_TRUE(own() == QStringList{"a"});
        QVERIFY(!QFile::exists(fileOf("b")) && QFile::exists(fileOf("a")));
    }

    void oneThatIsDamagedIsSaidAndChangesNothing() {
        QDir().mkpath(inFolder("settings/presets"));
        writeWhole(fileOf("torn").toStdString(), std::string_view("{\"schema\":1,"));
        emit recipeMenu()->aboutToShow();
        COMES_TRUE(own() == QStringList{"torn"});
        const Recipe before = document().recipe();
        preset("torn")->trigger();
        COMES_TRUE(!document().notices().list().empty());
        QCOMPARE(document().notices().list().back().title, "The preset was not loaded");
        QVERIFY(document().notices().list().back().text.contains("torn.json"));
        QVERIFY(document().recipe() == before);
    }

    void namesAreThoseOfFiles() {
        QCOMPARE(presetName("  lab  2 "), "lab 2");
        QCOMPARE(presetName("../../etc/passwd"), "etc passwd");
        QCOMPARE(presetName("a/b\\c\n"), "a b c");
        QCOMPARE(presetName(" . "), "");
        QCOMPARE(presetName(QString(200, 'x')).size(), 60);
        saveAs(" .. ");
        QVERIFY(!dialog());
        emit recipeMenu()->aboutToShow();
        letPass(50);
        QVERIFY(own().isEmpty());
    }

    void withoutASeriesThereIsNoRecipeToChange() {
        window_.reset();
        newWindow();
        emit recipeMenu()->aboutToShow();
        QVERIFY(!preset("Default")->isEnabled() && !line("Save as preset…")->isEnabled());
        QVERIFY(line("Load recipe…") && line("Save recipe…"));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(PresetsTest)
#include "presets_test.moc"
