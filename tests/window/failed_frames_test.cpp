// SPDX-License-Identifier: GPL-3.0-or-later
// A frame that cannot be read: what its views show, and how often it is told.
#include "app/window/figures/figures.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/panels/notices/notice_callout.hpp"
#include "app/window/panels/recipe/histogram_view.hpp"
#include "app/window/panels/recipe/recipe_panel.hpp"
#include "app/window/panels/recipe/recipe_rail.hpp"
#include "app/window/views/empty_words.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/views/map_view.hpp"
#include "app/window/views/profile_view.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QDir>
#include <QEnterEvent>
#include <QLabel>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace coarsen::window {

class FailedFramesTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 5, broken = 2;

    QString fileOf(int frame) const {
        const QDir series(folder_.filePath("series"));
        return series.filePath(series.entryList({"*.png"}, QDir::Files, QDir::Name)[frame]);
    }
    void writeBroken() {
        QFile file(fileOf(broken));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("no picture");
    }
    int failuresOf(int frame) {
        return static_cast<int>(std::ranges::count_if(document().notices().list(), [frame](const Notice& notice) {
            return notice.frame == frame && notice.kind == Notice::Kind::failure;
        }));
    }
    /// Number of words and curves that are drawn in the plot.
    static int drawnIn(QCustomPlot* plot) {
        int drawn = 0;
        for (int i = 0; i < plot->graphCount(); ++i)
            drawn += plot->graph(i)->dataCount();
        for (int i = 0; i < plot->itemCount(); ++i)
            if (const auto* text = qobject_cast<QCPItemText*>(plot->item(i)); text && text->visible())
                drawn += !text->text().isEmpty();
        return drawn;
    }

    /// Words in the place of a plot that has nothing to draw.
    static bool saysWhy(const QWidget* plot) {
        const auto* const words = plot->findChild<EmptyWords*>();
        return words->isSaying() && words->text().contains("could not be read") && words->geometry() == plot->rect();
    }

private slots:
    void init() {
        QDir(folder_.filePath("series")).removeRecursively();
        writeGrowingSeries(folder_.filePath("series"), frames, 12, 20);
        writeBroken();
        newWindow({1920, 1080});
        open("series");
    }
    void cleanup() { window_.reset(); }

    void itsViewsAreEmptyAndNoneShowsAnotherFrame() {
        auto* const histogram = window_->findChild<HistogramView*>();
        auto* const recipe = window_->findChild<RecipePanel*>();
        const auto captionOf = [&](int frame) {
            const auto all = recipe->findChildren<QLabel*>();
            return std::ranges::any_of(
                all, [&](const QLabel* label) { return label->text().contains(QString("frame %1").arg(frame)); });
        };
        document().frame().show(1);
        settle();
        QVERIFY(captionOf(1));
        const QImage before = histogram->grab().toImage();
        for (const ProfileMode mode : {ProfileMode::profile, ProfileMode::spectrum, ProfileMode::sectors}) {
            window_->setProfileMode(mode);
            document().frame().show(1);
            settle();
            QVERIFY(drawnIn(window_->findChild<ProfileView*>()->plot()) > 0);

            document().frame().show(broken);
            settle();

            QCOMPARE(drawnIn(window_->findChild<ProfileView*>()->plot()), 0);
            QVERIFY(saysWhy(window_->findChild<ProfileView*>()->plot()));
            document().frame().show(1);
            settle();
            QVERIFY(!saysWhy(window_->findChild<ProfileView*>()->plot()));
            document().frame().show(broken);
            settle();
        }
        QVERIFY(captionOf(broken) && !captionOf(1));
        const QImage after = histogram->grab().toImage();
        QVERIFY(after != before);
        const QColor accent = theme().accent;
        for (int y = 0; y < after.height(); ++y)
            for (int x = 0; x < after.width(); ++x)
                QVERIFY2(after.pixelColor(x, y) != accent, "a handle of the contrast");
        QVERIFY(window_->findChild<ImageView*>()->shown().empty());
        auto* const map = window_->findChild<MapView*>()->plot();
        int maps = 0;
        for (int i = 0; i < map->plottableCount(); ++i)
            if (const auto* one = qobject_cast<QCPColorMap*>(map->plottable(i)))
                maps += one->visible() && !one->data()->isEmpty();
        QCOMPARE(maps, 0);
        QVERIFY(saysWhy(map));
        document().frame().show(1);
        settle();
        QVERIFY(!saysWhy(map));
        document().frame().show(broken);
        settle();
        for (const QToolButton* step : window_->findChild<RecipeRail*>()->findChildren<QToolButton*>())
            QVERIFY2(step->text().isEmpty() || step->text() == "off", qPrintable(step->text()));
    }

    void itIsListedOnceHoweverOftenItIsMeasured() {
        analyseAll();
        QCOMPARE(failuresOf(broken), 1);
        const QString said = document().notices().list().back().text;
        QVERIFY2(said.contains("? The frame keeps") && !said.contains("?."), qPrintable(said));
        document().run().analyse(true);
        settle();
        document().run().analyse(true);
        settle();
        QCOMPARE(failuresOf(broken), 1);

        const QString whole = fileOf(1), file = fileOf(broken);
        QVERIFY(QFile::remove(file) && QFile::copy(whole, file));
        document().run().analyse(true);
        settle();
        QCOMPARE(failuresOf(broken), 0);  // it holds no longer
    }

    void measuredAgainOnceItsFileIsWholeItIsShownAtOnce() {
        analyseAll();
        document().frame().show(broken);
        settle();
        QVERIFY(!document().frame().preview()->stages);
        const auto* const callout = window_->findChild<NoticeCallout*>();
        QVERIFY(callout->isVisible());
        const QString file = fileOf(broken);
        QVERIFY(QFile::copy(fileOf(1), folder_.filePath("whole.png")));
        QVERIFY(QFile::remove(file) && QFile::rename(folder_.filePath("whole.png"), file));

        document().run().measureAgain({broken});
        settle();

        QCOMPARE(failuresOf(broken), 0);
        QVERIFY(!callout->isVisible());
        QCOMPARE(document().session().results.at(broken)->status, FrameStatus::ok);
        QVERIFY(document().frame().preview()->stages);
    }

    void whatWasMeasuredStandsWhenItsFileGoesAway() {
        analyseAll();
        const double px = document().session().results.at(1)->rMax.px;
        QVERIFY(QFile::rename(fileOf(1), folder_.filePath("away.png")));
        const QString name = QString::fromStdString(document().session().series.frames[1].file.string());
        document().run().measureAgain({1});
        settle();
        QVERIFY(QFile::rename(folder_.filePath("away.png"), name));

        QCOMPARE(failuresOf(1), 1);
        QCOMPARE(document().session().results.at(1)->rMax.px, px);
        analyseAll();
        QCOMPARE(failuresOf(1), 0);
        QCOMPARE(document().run().framesToMeasure(), 0);
    }

    void aSessionThatIsOpenedListsItsFailedFrames() {
        analyseAll();
        const QString session = folder_.filePath("failed.coarsen");
        document().saveSession(session.toStdString());
        settle();
        newWindow({1920, 1080});
        open(session);

        QCOMPARE(failuresOf(broken), 1);
        QVERIFY(!window_->findChild<NoticeCallout*>()->isVisible());
        QVERIFY(window_->findChild<QToolButton*>("notices")->isVisible());
    }

    void aNoticeOfWhatIsDoneGoesByItselfUnlessTheMouseIsOnIt() {
        auto* const callout = window_->findChild<NoticeCallout*>();
        auto* const over = callout->findChild<QTimer*>();
        QVERIFY(over);
        document().notices().raise({.kind = Notice::Kind::information,
                                    .title = "11 files exported",
                                    .text = "They are in the folder.",
                                    .remedies = {Remedy::showFolder}});
        QVERIFY(callout->isVisible() && over->isActive());
        QEnterEvent enter({5, 5}, {5, 5}, callout->mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(callout, &enter);
        QVERIFY(!over->isActive());
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(callout, &leave);
        QVERIFY(over->isActive());
        over->start(1);
        COMES_TRUE(!callout->isVisible());

        document().notices().raise({Notice::Kind::failure, "The export stopped", "The disk is full.", -1});
        QVERIFY(callout->isVisible() && !over->isActive());
    }

    void aFailureComesBeforeANoticeThatIsOpen() {
        const auto* const callout = window_->findChild<NoticeCallout*>();
        document().notices().raise({Notice::Kind::warning, "Times go back", "Frame 2 is older than frame 1.", -1});
        QVERIFY(callout->isVisible());
        document().notices().raise({Notice::Kind::warning, "Sizes differ", "Frame 2 is smaller.", -1});
        QCOMPARE(callout->notice().title, QString("Times go back"));

        document().notices().raise({Notice::Kind::failure, "The export stopped", "The disk is full.", -1});

        QVERIFY(callout->isVisible());
        QCOMPARE(callout->notice().title, QString("The export stopped"));
    }

    void aChartWithoutAPointSaysWhyAndWhatToDo() {
        auto* const words = window_->growth().view()->plot()->findChild<EmptyWords*>();
        QVERIFY(words->text().contains("F5"));
        for (int frame = 0; frame < frames; ++frame) {
            QFile file(fileOf(frame));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("no picture");
        }
        analyseAll();

        QVERIFY(words->isSaying());
        QVERIFY2(words->text().startsWith("None of the 5 frames could be read.\nFrame 0: ") && words->text().contains("Shift+F5"),
                 qPrintable(words->text()));
        QImage figure(600, 400, QImage::Format_RGB32);
        figure.fill(Qt::white);
        QCPPainter painter(&figure);
        growthFigure(document().growth().data(), false).draw(painter, figure.size());
        for (int y = 0; y < figure.height(); ++y)  // no axis from 0 to 1: nothing at the left edge
            QCOMPARE(figure.pixelColor(8, y), QColor(Qt::white));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(FailedFramesTest)
#include "failed_frames_test.moc"
