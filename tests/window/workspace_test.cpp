// SPDX-License-Identifier: GPL-3.0-or-later
// What makes the window the user's own: settings, recent series, names of changes, panels.
#include "app/window/document/preferences.hpp"
#include "app/window/document/recent_series.hpp"
#include "app/window/main_window.hpp"
#include "app/window/panels/recipe/histogram_view.hpp"
#include "app/window/panels/recipe/recipe_panel.hpp"
#include "app/window/panels/recipe/recipe_rail.hpp"
#include "app/window/panels/sheets/popovers.hpp"
#include "app/window/panels/sheets/preferences_dialog.hpp"
#include "app/window/panels/start/recent_card.hpp"
#include "app/window/panels/start/tour.hpp"
#include "app/window/theme/choice_words.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/views/map_view.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include <algorithm>

namespace coarsen::window {

class WorkspaceTest : public WindowTest {
    Q_OBJECT

    QString series() const { return folder_.filePath("series"); }

private slots:
    void initTestCase() {
        RingSettings settings;
        settings.width = 240, settings.height = 180, settings.frames = 5;
        settings.rMaxFromPx = 12, settings.rMaxToPx = 24;
        writeRingSeries(series().toStdString(), settings);
        QFile::remove(series() + "/truth.csv");
        QFile::remove(series() + "/truth.json");
    }
    void init() { newWindow(); }
    void cleanup() {
        window_.reset();
        setPreferences({});
    }

    void anOpenStepKeepsItsHeightInANarrowWindow() {
        open("series");
        auto* const recipe = window_->findChild<RecipePanel*>();
        emit window_->findChild<RecipeRail*>()->stepWanted("fit");
        auto* const row = recipe->findChild<QWidget*>("step-fit");
        COMES_TRUE(row->isVisible());
        takeEvents();  // all fields have their places
        int bottom = 0, fields = 0;
        for (QWidget* field : row->findChildren<QWidget*>()) {
            const bool isField = qobject_cast<QComboBox*>(field) || qobject_cast<QAbstractSpinBox*>(field);
            if (!isField || !field->isVisible()) continue;
            ++fields;
            COMES_TRUE(field->mapTo(row, QPoint(0, field->height())).y() <= row->height());
            QVERIFY(field->mapTo(row, QPoint()).y() >= bottom);  // below the field before it
            bottom = field->mapTo(row, QPoint(0, field->height())).y();
            QVERIFY(field->mapTo(recipe, QPoint(field->width(), 0)).x() <= recipe->width());
        }
        QVERIFY(fields > 3);
    }

    void whatExpertsKnowByNameIsLast() {
        newWindow({1600, 900});
        open("series");
        document().changes().setValue("filter.on", true);
        auto* const recipe = window_->findChild<RecipePanel*>();
        recipe->openStep("filter");
        settle();
        const auto* const kinds = part<QComboBox>("filter.kind");
        QStringList found;
        for (int i = 0; i < kinds->count(); ++i)
            found << kinds->itemData(i).toString();
        QCOMPARE(found, (QStringList{"gaussian", "mean", "dog", "", "laplacian", "gabor", "file"}));
        QVERIFY(part<QWidget>("filter.sigma")->isVisible());
        QVERIFY(!part<QWidget>("filter.border")->isVisible());
        QVERIFY(part<QToolButton>("advanced-filter")->isVisible());
        for (const char* kind : {"gabor", "gaussian"}) {  // both sides of the line are shown as chosen
            document().changes().setValue("filter.kind", std::string(kind));
            settle();
            QCOMPARE(part<QComboBox>("filter.kind")->currentData().toString(), QString(kind));
        }
    }

    void noMapOfAnotherSeriesStays() {
        open("series");
        const auto* const map = window_->findChild<MapView*>();
        const auto isDrawn = [map] {
            for (int i = 0; i < map->plot()->plottableCount(); ++i)
                if (const auto* one = qobject_cast<QCPColorMap*>(map->plot()->plottable(i)); one && one->visible()) return true;
            return false;
        };
        QVERIFY(isDrawn());
        document().close();
        QVERIFY(!isDrawn());
        open("series");
        QVERIFY(isDrawn());
    }

    void choicesAreReadInWordsAndKeptAsKeys() {
        open("series");
        emit window_->findChild<RecipeRail*>()->stepWanted("fit");
        const auto list = [this](const char* name) { return window_->findChild<RecipePanel*>()->findChild<QComboBox*>(name); };
        const auto texts = [](const QComboBox* box) {
            QStringList all;
            for (int i = 0; i < box->count(); ++i)
                all << box->itemText(i);
            return all;
        };
        COMES_TRUE(list("fit.weights") && list("fit.weights")->isVisible());
        QCOMPARE(texts(list("fit.weights")), QStringList({"each frame's error", "1/R⁴", "equal", "1/R²"}));
        QCOMPARE(texts(list("fit.length")).mid(0, 4), QStringList({"Automatic", rMaxText(), "first minimum", "first zero"}));
        QCOMPARE(list("fit.length")->currentText(), QString("Automatic"));

        list("fit.weights")->setCurrentIndex(1);
        QTest::keyClick(list("fit.weights"), Qt::Key_Down);

        QCOMPARE(document().recipe().fit.weights, FitWeights::none);
        QCOMPARE(std::get<std::string>(valueOf(document().recipe(), "fit.weights")), std::string("none"));
        QCOMPARE(document().changes().undoStack().undoText(), QString("change of weights"));
        for (const char* key : {"grey", "flatten", "dust", "stabilise", "measure", "fit"}) {
            emit window_->findChild<RecipeRail*>()->stepWanted(key);
            for (const QComboBox* box : window_->findChild<QWidget*>(QString("step-") + key)->findChildren<QComboBox*>())
                QVERIFY2(box->sizeHint().width() <= box->maximumWidth(), qUtf8Printable(box->objectName()));
        }
        for (const Step& step : document().recipe().steps)
            for (const FieldDescription& field : step.fields())
                for (const std::string& choice : field.choices) {
                    const QString words = choiceWords(QString::fromStdString(step.key() + "." + field.name), choice);
                    QVERIFY2(!words.isEmpty() && !words.contains('-') && !words.contains('_'), qUtf8Printable(words));
                }
    }

    void anIntervalThatIsTypedIsMeantInItsUnit() {
        open("series");
        auto* const chip = window_->findChild<QWidget*>("export");
        showTimePopover(document(), chip);
        QWidget* const sheet = QApplication::activePopupWidget();
        QVERIFY(sheet);
        const auto fields = sheet->findChildren<QLineEdit*>();
        fields[0]->selectAll();
        QTest::keyClicks(fields[0], "2 h");
        fields[1]->selectAll();
        QTest::keyClicks(fields[1], "-30 min");
        QTest::keyClick(fields[1], Qt::Key_Return);
        settle();

        QCOMPARE(document().session().times.kind, TimeChoice::Kind::interval);
        QCOMPARE(document().session().times.intervalS, 7200.0);
        QCOMPARE(document().recipe().fit.t0S, -1800.0);
        QCOMPARE(document().growth().data()->timeUnit().name, QString("h"));
    }

    void theStartPageOffersTheSessionInPlaceOfItsImages() {
        open("series");
        const QString session = folder_.filePath("kept.coarsen");
        document().saveSession(session.toStdString());
        COMES_TRUE(QFile::exists(session));
        settle();

        const auto known = recentSeries();
        QVERIFY(std::ranges::any_of(known, [&](const RecentSeries& one) { return one.path == session; }));
        QVERIFY(std::ranges::none_of(known, [&](const RecentSeries& one) { return one.path == series(); }));
    }

    void settingsHoldAtOnceAreKeptAndReset() {
        auto* const dialog = new PreferencesDialog(window_.get());
        connect(dialog, &PreferencesDialog::changed, window_.get(), &MainWindow::adopt);
        const auto boxes = dialog->findChildren<QComboBox*>();
        const auto numbers = dialog->findChildren<QSpinBox*>();
        QCOMPARE(boxes.size(), 2);
        QCOMPARE(numbers.size(), 2);

        boxes[0]->setCurrentIndex(2);
        emit boxes[0]->activated(2);
        numbers[0]->setValue(4096);

        QVERIFY(theme().dark);
        QCOMPARE(document().run().machine().memoryMb, 4096);
        newWindow();
        QVERIFY(theme().dark);
        QCOMPARE(document().run().machine().memoryMb, 4096);

        auto* const again = new PreferencesDialog(window_.get());
        connect(again, &PreferencesDialog::changed, window_.get(), &MainWindow::adopt);
        for (QPushButton* button : again->findChildren<QPushButton*>())
            if (button->text() == "Reset all") button->click();
        QVERIFY(preferences() == Preferences{});
        QVERIFY(!theme().dark);
        QCOMPARE(document().run().machine().memoryMb, Preferences::usualMemoryMb());
    }

    void aSeriesIsRememberedWithItsPicturesAndResult() {
        open("series");
        COMES_TRUE(!recentPicture(series()).isNull());
        analyseAll();

        const RecentSeries known = recentSeries().front();
        QCOMPARE(known.path, series());
        QVERIFY2(known.note.startsWith("5 frames, v = "), qPrintable(known.note));
        newWindow();
        COMES_TRUE(!window_->findChildren<RecentCard*>().isEmpty());
        settle();
        for (RecentCard* card : window_->findChildren<RecentCard*>())
            QVERIFY(card->isThere());
    }

    void aSeriesThatHasMovedIsShownAsMoved() {
        rememberSeries({folder_.filePath("gone"), "gone", "3 frames"});
        newWindow();

        const auto moved = [&] {
            int count = 0;
            for (RecentCard* card : window_->findChildren<RecentCard*>())
                count += !card->isThere();
            return count;
        };
        COMES(moved(), 1);  // cards of an earlier list go with the next event
        forgetSeries(folder_.filePath("gone"));
        for (const RecentSeries& one : recentSeries())
            QVERIFY(one.name != "gone");
    }

    void changesHaveNamesThatSayWhatWasChanged() {
        open("series");

        document().changes().setValue("flatten.order", std::int64_t{3});
        QCOMPARE(document().changes().undoStack().undoText(), QString("change of order (flatten)"));
        document().changes().setValue("dust.on", false);
        QCOMPARE(document().changes().undoStack().undoText(), QString("switching dust off"));
        document().changes().setValue("measure.max_lag", std::int64_t{60});
        QVERIFY(document().changes().undoStack().undoText().endsWith(" (measure)"));
        document().changes().setValue("fit.model", std::string("origin-line"));
        QCOMPARE(document().changes().undoStack().undoText(), QString("change of law"));
    }

    void theTourLightsOnePlaceAfterTheOtherAndEnds() {
        for (QPushButton* button : window_->findChildren<QPushButton*>())
            if (button->objectName() == "open-sample") button->click();
        COMES_TRUE(window_->findChild<Tour*>() != nullptr);
        auto* const tour = window_->findChild<Tour*>();
        const int before = document().frame().index();

        QTest::keyClick(tour, Qt::Key_Right);
        QTest::keyClick(tour, Qt::Key_Right);
        QCOMPARE(tour->stop(), 2);
        QCOMPARE(document().frame().index(), before);
        QTest::keyClick(tour, Qt::Key_Left);
        QCOMPARE(tour->stop(), 1);
        QTest::keyClick(tour, Qt::Key_Escape);

        COMES_TRUE(window_->findChild<Tour*>() == nullptr);
        settle();
        for (QPushButton* button : window_->findChildren<QPushButton*>())
            if (button->objectName() == "open-sample") button->click();
        settle();
        QVERIFY(window_->findChild<Tour*>() == nullptr);  // only the first time
    }

    void aSyntheticSeriesIsMadeAndOpened() {
        for (QPushButton* button : window_->findChildren<QPushButton*>())
            if (button->objectName() == "open-synthetic") button->click();
        COMES_TRUE(document().isOpen());
        settle();

        QCOMPARE(document().frameCount(), 20);
        QVERIFY(document().frame().preview()->lengths.rMax.isFound());
    }

    void theContrastIsDraggedOnTheHistogramInOneStep() {
        window_->resize(1920, 1080);
        open("series");
        auto* const histogram = window_->findChild<HistogramView*>();
        QVERIFY(histogram->isVisible());
        const int y = histogram->height() / 2, right = histogram->width() - 13;
        int from = right;  // the handle of 99.5 %: where the cursor says so
        for (; from > 20; --from) {
            QTest::mouseMove(histogram, QPoint(from, y));
            if (histogram->cursor().shape() == Qt::SizeHorCursor) break;
        }
        const int steps = document().changes().undoStack().count();

        QTest::mousePress(histogram, Qt::LeftButton, {}, QPoint(from - 4, y));
        for (int x = from - 4; x > histogram->width() / 2; x -= 3)
            QTest::mouseMove(histogram, QPoint(x, y));
        QTest::mouseRelease(histogram, Qt::LeftButton, {}, QPoint(histogram->width() / 2, y));
        settle();

        QCOMPARE(document().changes().undoStack().count(), steps + 1);
        const double high = std::get<double>(valueOf(document().recipe(), "contrast.high"));
        QVERIFY2(high < 95 && high > 5, qPrintable(QString::number(high)));
        QCOMPARE(std::get<double>(valueOf(document().recipe(), "contrast.low")), 0.5);
        QCOMPARE(document().run().framesToMeasure(), document().frameCount());
        document().changes().undoStack().undo();
        QVERIFY(document().recipe() == recipeOfTests());
    }

    void controlAndADigitGiveOnePanelAllTheRoom() {
        open("series");
        auto* const image = window_->findChild<ImageView*>();
        auto* const map = window_->findChild<MapView*>();
        const int before = image->width();

        QTest::keyClick(window_.get(), Qt::Key_2, Qt::ControlModifier);
        COMES_TRUE(map->isVisible());
        QVERIFY(!image->isVisible());
        QTest::keyClick(window_.get(), Qt::Key_1, Qt::ControlModifier);
        COMES_TRUE(image->isVisible());
        COMES_TRUE(image->width() > before);
        QTest::keyClick(window_.get(), Qt::Key_1, Qt::ControlModifier);
        QVERIFY(map->isVisible());
        COMES(image->width(), before);
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(WorkspaceTest)
#include "workspace_test.moc"
