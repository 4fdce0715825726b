// SPDX-License-Identifier: GPL-3.0-or-later
// The frame looked at closely: stages compared, loupe, readout, pixel size from a line, line profile; by mouse and keys.
#include "app/window/panels/frame/frame_panel.hpp"
#include "app/window/views/image_marks.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/views/line_profile_view.hpp"
#include "app/window/views/loupe.hpp"
#include "core/image/write_png.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

class FrameViewTest : public WindowTest {
    Q_OBJECT

    static constexpr int wide = 240, high = 180;

    /// Pictures that the camera saw of two frames: a saw-tooth, in which neighbours differ much, and a plain ramp.
    static int ramp(int x, int y) { return 300 * x % 1000 + 50 * x + 200 * y; }
    static int steady(int x, int y) { return 100 + 200 * x + 40 * y; }

    ImageView* image() { return window_->findChild<ImageView*>(); }
    FramePanel* panel() { return window_->findChild<FramePanel*>(); }
    void key(Qt::Key key) { QTest::keyClick(window_.get(), key); }
    QPoint at(double x, double y, bool left = false) { return image()->toScreen({x, y}, left).toPoint(); }
    /// Where the mouse then is on the frame: the screen has whole pixels only.
    QPointF exactly(const QPoint& onScreen, bool left = false) {
        const QPointF origin = image()->toScreen({0, 0}, left), one = image()->toScreen({1, 1}, left);
        return {(onScreen.x() - origin.x()) / (one.x() - origin.x()), (onScreen.y() - origin.y()) / (one.y() - origin.y())};
    }
    void hover(const QPoint& place) { QTest::mouseMove(image(), place); }
    void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers keys = {}) {
        QTest::mousePress(image(), Qt::LeftButton, keys, from);
        move((from + to) / 2, keys);
        move(to, keys);
        QTest::mouseRelease(image(), Qt::LeftButton, keys, to);
    }
    void move(const QPoint& to, Qt::KeyboardModifiers keys) {
        QMouseEvent event(QEvent::MouseMove, to, image()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, keys);
        QApplication::sendEvent(image(), &event);
    }
    void wheel(const QPoint& place, int steps, Qt::KeyboardModifiers keys = {}) {
        QWheelEvent event(place, image()->mapToGlobal(place), {}, {0, 120 * steps}, Qt::NoButton, keys, Qt::NoScrollPhase, false);
        QApplication::sendEvent(image(), &event);
    }
    void chooseOf(QMenu* menu, const QString& word) {
        QVERIFY(menu);
        for (QAction* action : menu->actions())
            if (action->text().section('\t', 0, 0) == word)
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        menu->close();
    }
    void chooseOfTag(const char* tag, const QString& word) {
        QMenu* const menu = button(tag)->menu();
        menu->popup(QPoint());
        chooseOf(menu, word);
    }
    QStringList shownStages() {
        QStringList keys;
        for (const StagePicture* one : image()->shown())
            keys << one->key;
        return keys;
    }
    QImage grabbed(const QRect& part) { return image()->grab(part).toImage().convertToFormat(QImage::Format_RGB32); }
    QString readout() {
        for (const QLabel* label : window_->findChildren<QLabel*>())
            if (label->isVisible() && label->text().startsWith("x ")) return label->text();
        return {};
    }
    /// Begins to draw a known length, by the pop-over of the chip at the top.
    void beginKnownLength() {
        for (QToolButton* chip : window_->findChildren<QToolButton*>())
            if (chip->objectName() == "chip-size") QTest::mouseClick(chip, Qt::LeftButton);
        auto* const draw = window_->findChild<QPushButton*>("draw-known-length");
        QVERIFY(draw);
        QTest::mouseClick(draw, Qt::LeftButton);
        QCOMPARE(image()->lineTool(), LineTool::knownLength);
    }
    QWidget* lengthField() { return window_->findChild<QWidget*>("length-field"); }
    QLineEdit* lengthText() { return window_->findChild<QLineEdit*>("known-length"); }
    LineProfileView* profile() { return window_->findChild<LineProfileView*>(); }

    static void write(const QString& file, int (*value)(int, int)) {
        std::vector<std::uint16_t> pixels;
        for (int y = 0; y < high; ++y)
            for (int x = 0; x < wide; ++x)
                pixels.push_back(static_cast<std::uint16_t>(value(x, y)));
        writeGreyPng(file.toStdString(), Image(wide, high, std::move(pixels)));
    }

private slots:
    void initTestCase() {
        QDir(folder_.path()).mkpath("ramp");
        write(folder_.filePath("ramp/a_0000.png"), steady);
        write(folder_.filePath("ramp/a_0001.png"), ramp);
    }
    void init() {
        newWindow();
        open("ramp");
        QVERIFY(!image()->shown().empty());
    }
    void cleanup() { window_.reset(); }

    void theTagsOnTheImageChooseTheStagesOfAWipe() {
        QCOMPARE(shownStages(), (QStringList{"raw", "contrast"}));

        chooseOfTag("left-stage", "Grey");
        chooseOfTag("right-stage", "Flat");

        QCOMPARE(shownStages(), (QStringList{"grey", "flatten"}));
        QCOMPARE(button("left-stage")->text(), QString("Grey"));
        QVERIFY(button("stage-flatten")->isChecked());
        for (QAction* action : button("left-stage")->menu()->actions())
            QCOMPARE(action->isEnabled(), !action->text().contains("off"));
    }

    void eachSideOfTheWipeShowsItsStage() {
        const QRect spot(at(120, 90) - QPoint(1, 1), QSize(3, 3));
        key(Qt::Key_R);  // no gauge over it
        chooseOfTag("left-stage", "Grey");
        chooseOfTag("right-stage", "Flat");
        key(Qt::Key_W);
        const QImage flat = grabbed(spot);
        chooseOfTag("right-stage", "Grey");
        const QImage grey = grabbed(spot);
        QVERIFY(flat != grey);
        chooseOfTag("right-stage", "Flat");
        key(Qt::Key_W);

        image()->moveWipe(1);
        QCOMPARE(grabbed(spot), grey);
        image()->moveWipe(-1);
        QCOMPARE(grabbed(spot), flat);
    }

    void theWipeIsDraggedAnywhereOnItsLineAndMovedByKeys() {
        for (const double height : {0.3, 0.5, 0.9}) {
            const double before = image()->wipe();
            const QPoint from(static_cast<int>(before * image()->width()), static_cast<int>(height * image()->height()));
            drag(from, from + QPoint(40, 10));
            QVERIFY(std::abs(image()->wipe() - before - 40.0 / image()->width()) < 2.0 / image()->width());
        }
        const double before = image()->wipe();
        key(Qt::Key_Comma);
        QVERIFY(std::abs(image()->wipe() - before + 0.05) < 1e-9);
        key(Qt::Key_Period);
        QVERIFY(std::abs(image()->wipe() - before) < 1e-9);
        const int x = static_cast<int>(before * image()->width());
        QVERIFY(button("left-stage")->geometry().right() < x);
        QVERIFY(button("right-stage")->geometry().left() > x);
    }

    void sideBySideSharesZoomAndPlace() {
        key(Qt::Key_S);
        QCOMPARE(shownStages(), (QStringList{"raw", "contrast"}));
        QVERIFY(at(120, 90, true).x() < image()->width() / 2 && at(120, 90).x() > image()->width() / 2);
        const QPoint apart = at(120, 90) - at(120, 90, true);

        wheel(at(100, 80, true), 3);
        drag(at(120, 90, true), at(120, 90, true) + QPoint(25, -12));

        QCOMPARE(at(120, 90) - at(120, 90, true), apart);
        QCOMPARE(at(60, 40) - at(60, 40, true), apart);
    }

    void zoomAndPlaceStayWhenFrameOrStageChanges() {
        wheel(at(60, 50), 5);
        drag(at(100, 60), at(100, 60) + QPoint(30, 20));
        const double zoom = image()->zoom();
        const QPoint place = at(120, 90);
        const auto stays = [&] { return image()->zoom() == zoom && at(120, 90) == place; };

        key(Qt::Key_Right);
        settle();
        QCOMPARE(document().frame().preview()->frame, 1);
        QVERIFY(stays());
        key(Qt::Key_3);
        QVERIFY(stays());
        key(Qt::Key_W);
        QVERIFY(stays());
        image()->showMessage("a frame that cannot be read");
        image()->show(document().frame().preview()->stages, {});
        QVERIFY(stays());
        key(Qt::Key_F);
        QVERIFY(!stays());
    }

    void aStepIsComparedBeforeAndAfterByKeyAndByItsRowAndAgainGoesBack() {
        key(Qt::Key_S);
        key(Qt::Key_4);  // dust

        key(Qt::Key_A);
        QCOMPARE(shownStages(), (QStringList{"flatten", "dust"}));
        QVERIFY(image()->look().compare == ImageView::Compare::wipe);
        key(Qt::Key_A);
        QCOMPARE(shownStages(), (QStringList{"raw", "dust"}));
        QVERIFY(image()->look().compare == ImageView::Compare::side);

        window_->resize(1920, 1080);
        auto* const compare = button("compare-flatten");
        COMES_TRUE(compare->isVisible());
        QTest::mouseClick(compare, Qt::LeftButton);
        QCOMPARE(shownStages(), (QStringList{"grey", "flatten"}));
        QVERIFY(!button("compare-stabilise")->isVisible());  // it is off: there is nothing to compare
    }

    void theMenusOfTheWindowAndOfAStepCompareItToo() {
        auto* const steps = window_->findChild<QMenu*>("before-and-after");
        steps->popup(QPoint());
        for (const QAction* action : steps->actions())
            QCOMPARE(action->isEnabled(),
                     !QStringList({"Lines", "Surround", "Stabilise", "Align", "Median", "Filter", "Channels"})
                          .contains(action->text()));
        chooseOf(steps, "Dust");
        QCOMPARE(shownStages(), (QStringList{"flatten", "dust"}));

        window_->resize(1920, 1080);
        auto* const row = window_->findChild<QWidget*>("step-flatten");
        COMES_TRUE(row->isVisible());
        QContextMenuEvent wish(QContextMenuEvent::Mouse, {40, 10}, row->mapToGlobal(QPoint(40, 10)));
        QApplication::sendEvent(row, &wish);
        chooseOf(row->findChild<QMenu*>("step-menu"), "Compare before and after");
        QCOMPARE(shownStages(), (QStringList{"grey", "flatten"}));
    }

    void whatStandsBeforeAStepIsTheLastStepThatIsOn() {
        document().changes().setValue("flatten.on", false);
        settle();

        panel()->compareBeforeAndAfter("dust");
        QCOMPARE(shownStages(), (QStringList{"grey", "dust"}));
        panel()->compareBeforeAndAfter("flatten");
        QCOMPARE(shownStages(), (QStringList{"grey", "dust"}));
    }

    void theStatusBarGivesRawAndProcessedValueAndPlace() {
        document().changes().setCalibration({0.5, 0.5, "typed"});
        settle();
        chooseOfTag("right-stage", "Flat");
        const QPoint place = at(150.5, 70.5);

        hover(place);

        const auto& stages = *document().frame().preview()->stages;
        QVERIFY2(readout().contains("x 150  y 70 px"), qPrintable(readout()));
        QVERIFY2(readout().contains(QString("raw %1 ").arg(steady(150, 70))), qPrintable(readout()));
        QVERIFY2(readout().contains("75.") && readout().contains(" µm"), qPrintable(readout()));
        const auto flattened = std::ranges::find(stages, QString("flatten"), &StagePicture::key);
        QVERIFY(flattened != stages.end());
        const double flat = flattened->frame.image.at(150, 70);
        const QString text = greyText(*flattened, {150, 70});
        QVERIFY(std::abs(text.toDouble() / flat - 1) < 1e-3);
        QVERIFY2(readout().contains("Flat " + text), qPrintable(readout()));

        hover({1, 1});  // beside the frame
        QVERIFY(readout().isEmpty());
    }

    void theReadoutIsOfThePixelUnderTheMouseToItsEdges() {
        for (const auto& [x, y] : {std::pair{100.05, 60.05}, {100.95, 60.95}}) {
            wheel(at(100, 60), 12);
            hover(at(x, y));
            QVERIFY2(readout().contains(QString("raw %1 ").arg(steady(100, 60))), qPrintable(readout()));
        }
    }

    void theLoupeShowsThePixelUnderTheMouseWithoutSmoothing() {
        key(Qt::Key_R);
        key(Qt::Key_2);  // grey
        key(Qt::Key_Z);
        QVERIFY(button("loupe")->isChecked());
        document().frame().show(1);
        settle();
        const QPoint place = at(60.5, 50.5);
        hover(place);

        const QRect box = loupeBox(place, image()->size());
        QVERIFY(image()->rect().contains(box));
        QVERIFY(!box.contains(place));
        const QImage shot = grabbed(image()->rect());
        const QImage& picture = image()->stage("grey")->picture;
        const double size = image()->loupeTimes() * std::max(1.0, image()->zoom());
        const QPointF middle = QRectF(QRect(box.topLeft(), QSize(box.width(), box.width()))).center();
        // All but the row and the column of the cross.
        for (int dy = -4; dy <= 4; ++dy)
            for (int dx = -4; dx <= 4; ++dx) {
                if (dx == 0 || dy == 0) continue;
                const QPoint spot = (middle + QPointF(dx, dy) * size).toPoint();
                QCOMPARE(qRed(shot.pixel(spot)), int(picture.pixelColor(60 + dx, 50 + dy).red()));
            }
    }

    void theLoupeFollowsTheSideOfTheWipeAndMagnifiesFourToEightTimes() {
        key(Qt::Key_R);
        key(Qt::Key_Z);
        chooseOfTag("left-stage", "Raw");
        chooseOfTag("right-stage", "Dust");
        const QPoint place = at(120.5, 90.5);
        hover(place);
        const QRect box = loupeBox(place, image()->size());
        const QRect words(box.left() + box.width() / 2, box.bottom() - 20, box.width() / 2, 20);
        image()->moveWipe(-1);
        const QImage right = grabbed(words);
        image()->moveWipe(1);
        QVERIFY(grabbed(words) != right);

        for (int i = 0; i < 9; ++i)
            wheel(place, 1, Qt::ControlModifier);
        QCOMPARE(image()->loupeTimes(), 8);
        for (int i = 0; i < 9; ++i)
            wheel(place, -1, Qt::ControlModifier);
        QCOMPARE(image()->loupeTimes(), 4);
        key(Qt::Key_Z);
        QVERIFY(grabbed(words) != right);
    }

    void aKnownLengthThatIsDrawnAndTypedIsThePixelSizeAndCanBeUndone() {
        const Calibration before = document().session().calibration;
        beginKnownLength();
        const QPoint from = at(40, 60), to = at(160, 110);

        drag(from, to);
        COMES_TRUE(lengthField()->isVisible());
        const QLineF line = image()->line();
        const QPointF way = exactly(to) - exactly(from);
        QVERIFY(std::abs(line.length() - std::hypot(way.x(), way.y())) < 1e-6);
        QVERIFY(window_->findChild<QLabel*>("line-px")->text().startsWith(QString::number(line.length(), 'f', 1)));
        QVERIFY(image()->rect().contains(lengthField()->geometry()));
        window_->findChild<QComboBox*>("known-length-unit")->setCurrentText("nm");
        QTest::keyClicks(lengthText(), "650,5");
        QTest::keyClick(lengthText(), Qt::Key_Return);
        settle();

        const Calibration& found = document().session().calibration;
        QVERIFY(std::abs(found.pixelWidthUm * line.length() - 0.6505) < 1e-9);
        QCOMPARE(found.pixelHeightUm, found.pixelWidthUm);
        QCOMPARE(found.source, std::string("from a line"));
        QVERIFY(!lengthField()->isVisible());
        QCOMPARE(image()->lineTool(), LineTool::none);
        document().changes().undoStack().undo();
        QVERIFY(document().session().calibration == before);
        settle();
    }

    void oblongPixelsStaySoWhenALengthIsDrawn() {
        document().changes().setCalibration({1, 2, "typed"});
        settle();
        beginKnownLength();
        drag(at(80, 60), at(150, 90));
        const QLineF line = image()->line();
        QTest::keyClicks(lengthText(), "90");
        QTest::keyClick(lengthText(), Qt::Key_Return);
        settle();

        const Calibration& found = document().session().calibration;
        QVERIFY(std::abs(found.pixelHeightUm / found.pixelWidthUm - 2) < 1e-12);
        QVERIFY(std::abs(std::hypot(line.dx() * found.pixelWidthUm, line.dy() * found.pixelHeightUm) - 90) < 1e-9);
    }

    void theEndsOfALineAreDraggedAndShiftKeepsItLevelOrUpright() {
        beginKnownLength();
        drag(at(40, 60), at(160, 110));
        const QPointF first = image()->line().p1();

        drag(at(160, 110), at(200, 75));
        QCOMPARE(image()->line().p1(), first);
        QVERIFY(QLineF(image()->line().p2(), {200, 75}).length() < 1);
        QVERIFY(lengthField()->isVisible());

        drag(image()->toScreen(image()->line().p2()).toPoint(), at(190, 70), Qt::ShiftModifier);
        QCOMPARE(image()->line().y2(), first.y());
        QVERIFY(std::abs(image()->line().x2() - 190) < 1);
        drag(image()->toScreen(image()->line().p2()).toPoint(), at(45, 140), Qt::ShiftModifier);
        QCOMPARE(image()->line().x2(), first.x());
        QVERIFY(std::abs(image()->line().y2() - 140) < 1);

        const QLineF line = image()->line();
        drag(image()->toScreen(line.center()).toPoint(), image()->toScreen(line.center() + QPointF(30, 5)).toPoint());
        QVERIFY(std::abs(image()->line().length() - line.length()) < 1e-9);
        QVERIFY(image()->line().x1() > line.x1() + 28);
    }

    void escGivesUpAKnownLengthFromTheFieldAndFromTheImage() {
        const Calibration before = document().session().calibration;
        beginKnownLength();
        drag(at(40, 60), at(160, 110));
        QTest::keyClicks(lengthText(), "12");
        QTest::keyClick(lengthText(), Qt::Key_Escape);
        QVERIFY(!lengthField()->isVisible());
        QCOMPARE(window_->focusWidget(), image());
        QCOMPARE(image()->lineTool(), LineTool::none);

        beginKnownLength();
        key(Qt::Key_Escape);
        QCOMPARE(image()->lineTool(), LineTool::none);
        QVERIFY(document().session().calibration == before);
        QCOMPARE(document().changes().undoStack().count(), 0);
    }

    void aLengthThatIsNoneIsNotUsed() {
        beginKnownLength();
        drag(at(40, 60), at(160, 110));
        for (const char* text : {"", "-3", "0", "long"}) {
            lengthText()->setText(text);
            QTest::keyClick(lengthText(), Qt::Key_Return);
            QVERIFY(lengthField()->isVisible());
        }
        QCOMPARE(document().changes().undoStack().count(), 0);
    }

    void theProfileOfARampIsTheRamp() {
        key(Qt::Key_W);
        key(Qt::Key_1);  // raw alone
        key(Qt::Key_P);
        COMES_TRUE(profile()->isVisible());
        settle();
        takeEvents();

        drag(at(30, 40), at(190, 120));

        const QLineF line = image()->line();
        const auto data = profile()->plot()->graph(0)->data();
        QCOMPARE(data->size(), static_cast<int>(std::ceil(line.length())) + 1);
        QVERIFY(!profile()->plot()->graph(1)->visible());
        for (const QCPGraphData& point : *data) {
            const QPointF place = line.pointAt(point.key / line.length());
            const double expected = 100 + 200 * (place.x() - 0.5) + 40 * (place.y() - 0.5);
            QVERIFY2(std::abs(point.value - expected) < 1e-6 * expected, qPrintable(QString::number(point.value)));
        }
        QVERIFY(window_->findChild<QLabel*>("line-length")->text().startsWith(QString::number(line.length(), 'f', 1) + " px"));
    }

    void theProfileOfAWipeIsThatOfBothStagesAndFollowsFrameAndStage() {
        chooseOfTag("right-stage", "Flat");
        key(Qt::Key_P);
        takeEvents();
        drag(at(30, 40), at(190, 120));
        QCustomPlot* const plot = profile()->plot();
        QVERIFY(plot->graph(0)->visible() && plot->graph(1)->visible());
        QCOMPARE(plot->graph(0)->name(), QString("Raw"));
        QCOMPARE(plot->graph(1)->name(), QString("Flat"));
        const double before = plot->graph(0)->data()->at(50)->value;

        key(Qt::Key_Right);
        settle();
        QVERIFY(plot->graph(0)->data()->at(50)->value != before);
        chooseOfTag("right-stage", "Grey");
        QCOMPARE(plot->graph(1)->name(), QString("Grey"));
        for (int i = 0; i < plot->graph(0)->dataCount(); ++i)
            QVERIFY(std::abs(plot->graph(0)->data()->at(i)->value - plot->graph(1)->data()->at(i)->value) < 1);
    }

    void theProfileIsInTheUnitOfTheSeriesAndCopiedAsATable() {
        document().changes().setCalibration({2, 4, "typed"});
        settle();
        key(Qt::Key_P);
        takeEvents();
        drag(at(90, 40), at(150, 100));
        const QLineF line = image()->line();
        const double um = std::hypot(2 * line.dx(), 4 * line.dy());

        QTest::mouseClick(button("copy-line-profile"), Qt::LeftButton);

        QVERIFY(profile()->plot()->xAxis->label().contains("(µm)"));
        QVERIFY(std::abs(profile()->plot()->xAxis->range().upper - um) < 1e-6);
        const QStringList lines = QApplication::clipboard()->text().trimmed().split('\n');
        QCOMPARE(lines.front(), QString("distance_px\tdistance_um\tx_px\ty_px\tRaw\tFinal"));
        QCOMPARE(lines.size(), profile()->plot()->graph(0)->dataCount() + 1);
        const QStringList last = lines.back().split('\t');
        QVERIFY(std::abs(last[0].toDouble() - line.length()) < 1e-6);
        QVERIFY(std::abs(last[1].toDouble() - um) < 1e-6);
        QVERIFY(std::abs(last[4].toDouble() - (100 + 200 * (line.x2() - 0.5) + 40 * (line.y2() - 0.5))) < 1e-3);
    }

    void pointingAtTheProfileGivesItsValuesThere() {
        key(Qt::Key_W);
        key(Qt::Key_1);
        key(Qt::Key_P);
        takeEvents();
        drag(at(30, 40), at(190, 40), Qt::ShiftModifier);
        QCustomPlot* const plot = profile()->plot();
        plot->replot();
        QSignalSpy marks(profile(), &LineProfileView::placeHovered);

        QTest::mouseMove(plot, QPoint(static_cast<int>(plot->xAxis->coordToPixel(80)), plot->height() / 2));

        const auto* const words = window_->findChild<QLabel*>("line-readout");
        const auto part = marks.last().at(0).value<std::optional<double>>();
        QVERIFY(part && std::abs(*part * image()->line().length() - 80) < 1.5);
        const int sample = static_cast<int>(std::lround(*part * (plot->graph(0)->dataCount() - 1)));
        const double value = plot->graph(0)->data()->at(sample)->value;
        const double shown = words->text().section("</b> ", 1).toDouble();
        QVERIFY(words->text().contains("Raw"));
        QVERIFY2(std::abs(shown / value - 1) < 1e-3, qPrintable(words->text()));
    }

    void theProfileClosesWithEscAndItsLineComesBackWithTheTool() {
        key(Qt::Key_P);
        takeEvents();
        drag(at(30, 40), at(190, 120));
        const QLineF line = image()->line();

        key(Qt::Key_Escape);
        QVERIFY(!profile()->isVisible());
        QVERIFY(!button("line-profile")->isChecked());
        const double place = image()->toScreen({0, 0}).x();
        drag(at(100, 100), at(100, 100) + QPoint(20, 0));  // pans again
        QCOMPARE(image()->toScreen({0, 0}).x(), place + 20);

        QTest::mouseClick(button("line-profile"), Qt::LeftButton);
        QVERIFY(profile()->isVisible());
        QCOMPARE(image()->line(), line);
        QTest::mouseClick(button("close-line-profile"), Qt::LeftButton);
        QVERIFY(!profile()->isVisible());
    }

    void oneToolAtATime() {
        key(Qt::Key_P);
        key(Qt::Key_B);
        QVERIFY(!profile()->isVisible());
        QVERIFY(window_->findChild<QWidget*>("brush-bar")->isVisible());
        beginKnownLength();
        QVERIFY(!window_->findChild<QWidget*>("brush-bar")->isVisible());
        key(Qt::Key_P);
        QCOMPARE(image()->lineTool(), LineTool::profile);
        key(Qt::Key_C);
        QCOMPARE(image()->lineTool(), LineTool::none);
        QVERIFY(!profile()->isVisible());
    }

    void everythingInTheHeaderFitsAndSaysWhatItIs() {
        for (const QSize size : {QSize(1366, 768), QSize(1920, 1080), QSize(1024, 640)}) {
            resizeTo(size);
            for (const char* name :
                 {"stage-raw", "stage-contrast", "wipe", "side", "dust", "gauge", "loupe", "line-profile", "fit-view"}) {
                const QToolButton* const one = button(name);
                QVERIFY2(one->isVisible(), name);
                QVERIFY2(one->width() >= one->minimumSizeHint().width(), qPrintable(QString("%1: %2 px of %3 at %4")
                                                                                        .arg(name)
                                                                                        .arg(one->width())
                                                                                        .arg(one->minimumSizeHint().width())
                                                                                        .arg(size.width())));
                QVERIFY2(one->parentWidget()->rect().contains(one->geometry()), name);
                QVERIFY2(!one->toolTip().isEmpty() && !one->accessibleName().isEmpty(), name);
            }
        }
        resizeTo({1366, 768});
        QVERIFY(button("all-stages")->isVisible());
        QMenu* const menu = button("all-stages")->menu();
        menu->popup(QPoint());
        chooseOf(menu, "Grey");
        QCOMPARE(shownStages().back(), QString("grey"));
        QVERIFY(button("stage-grey")->isVisible());
    }

    void theScaleBarStandsOnTheImage() {
        constexpr QRgb ground = 0xff204060;
        QImage view(400, 300, QImage::Format_RGB32);
        for (const QRect& seen : {QRect(80, 40, 200, 220), QRect(0, 0, 400, 300), QRect(150, 100, 30, 20)}) {
            view.fill(ground);
            QPainter painter(&view);
            paintScaleBar(painter, seen, {10, 10, "typed"}, 1);
            painter.end();
            int inside = 0;
            for (int y = 0; y < view.height(); ++y)
                for (int x = 0; x < view.width(); ++x) {
                    if (view.pixel(x, y) == ground) continue;
                    QVERIFY2(seen.contains(x, y), qPrintable(QString("%1, %2").arg(x).arg(y)));
                    ++inside;
                }
            QCOMPARE(inside > 0, seen.width() > 100);  // none where it has no room
        }
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(FrameViewTest)
#include "frame_view_test.moc"
