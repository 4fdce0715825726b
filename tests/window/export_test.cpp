// SPDX-License-Identifier: GPL-3.0-or-later
// What the export writes: sizes on paper, where a figure comes from, the report, and what the sheet offers.
#include "app/window/figures/export_all.hpp"
#include "app/window/figures/figure_settings.hpp"
#include "app/window/figures/report_text.hpp"
#include "app/window/main_window.hpp"
#include "app/window/panels/export/export_sheet.hpp"
#include "app/window/panels/notices/notice_callout.hpp"
#include "core/base/error.hpp"
#include "core/correlate/engines.hpp"
#include "core/export/provenance.hpp"
#include "core/export/run_tables.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDateTime>
#include <QDesktopServices>
#include <QDoubleSpinBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include <set>

namespace coarsen::window {

class ExportTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 6;
    int turns_ = 0;  ///< of the event loop while exporting
    QUrl opened_;    ///< in the desktop's file manager

    static ExportChoice only(std::set<QString> items) {
        ExportChoice choice;
        choice.items = std::move(items);
        return choice;
    }
    /// The number of files, or -1 with what went wrong.
    int exported(const ExportChoice& choice, const QString& into, QString* problem = nullptr) {
        int count = -1;
        bool isDone = false;
        exportAll(document(), QDir(folder_.filePath(into)), choice, [&](int files, const QString& why) {
            isDone = true;
            count = why.isEmpty() ? files : -1;
            if (problem) *problem = why;
        });
        return comesTrue([&] { return isDone; }) ? count : -1;
    }
    QByteArray bytesOf(const QString& name) {
        QFile file(folder_.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString recipe() { return QString::fromStdString(recipeHash(document().recipe())); }
    static int pagesOf(const QByteArray& pdf) {
        static const QRegularExpression page("/Type\\s*/Page\\b(?!s)");
        return static_cast<int>(QString::fromLatin1(pdf).count(page));
    }

public:
    Q_INVOKABLE void keepUrl(const QUrl& url) { opened_ = url; }

private slots:
    void initTestCase() {
        RingSettings settings;
        settings.width = 240, settings.height = 180, settings.frames = frames;
        settings.rMaxFromPx = 12, settings.rMaxToPx = 24;
        writeRingSeries(folder_.filePath("rings & <waves>").toStdString(), settings);
        for (const char* truth : {"/truth.csv", "/truth.json"})
            QFile::remove(folder_.filePath("rings & <waves>") + truth);
    }
    void init() {
        newWindow();
        window_->openPaths({folder_.filePath("rings & <waves>")});
        COMES_TRUE(document().isOpen());
        analyseAll();
    }
    void cleanup() { window_.reset(); }

    void aPngHasExactlyTheMillimetresAtItsDpiAndSaysWhereItComesFrom() {
        ExportChoice choice = only({"growth"});
        choice.formats = QStringList{"png"};
        choice.size = {86, 73, 600, 7};

        QCOMPARE(exported(choice, "png"), 1);

        const QImage image(folder_.filePath("png/growth.png"));
        QCOMPARE(image.text("Software"), QString::fromStdString(provenanceOf(document().session()).software));
        QCOMPARE(image.text("Source"), QString("rings & <waves>"));
        QCOMPARE(image.text("Recipe SHA-256"), recipe());
        QCOMPARE(image.text("Input SHA-256").size(), 64);
        QCOMPARE(image.size(), QSize(2031, 1724));  // 86 and 73 mm at 600 dpi
        QCOMPARE(image.dotsPerMeterX(), 23622);
    }

    void anSvgHasItsSizeInMillimetresAndItsOriginAsMetadata() {
        ExportChoice choice = only({"growth"});
        choice.formats = QStringList{"svg"};
        choice.size = {86, 73, 300, 7};

        QCOMPARE(exported(choice, "svg"), 1);

        const QByteArray svg = bytesOf("svg/growth.svg");
        QVERIFY2(svg.contains("width=\"86mm\" height=\"73mm\""), svg.left(300));
        QVERIFY(svg.contains("<desc>Coarsen "));
        QVERIFY(svg.contains("<metadata><rdf:RDF"));
        QVERIFY(svg.contains("<dc:source>rings &amp; &lt;waves&gt;</dc:source>"));
        QVERIFY(svg.contains(recipe().toLatin1()));
        QVERIFY(svg.contains("<text"));
    }

    void figuresAreTheSameInEveryLocaleAndEveryTime() {
        ExportChoice choice = only({"growth", "c1d-figure", "c2d-figure"});
        choice.formats = QStringList{"svg"};
        const QStringList locales{"C", "de_DE", "ar_EG", "fr_CH"};
        for (int time = 0; time < 2; ++time)
            for (const QString& locale : locales) {
                QLocale::setDefault(QLocale(locale));
                const QString into = locale + QString::number(time);
                const int count = exported(choice, into);
                QLocale::setDefault(QLocale::c());
                QCOMPARE(count, 3);
                const QStringList files = QDir(folder_.filePath(into)).entryList(QDir::Files);
                QCOMPARE(files.size(), 3);
                for (const QString& file : files)
                    QVERIFY2(bytesOf(into + "/" + file) == bytesOf("C0/" + file), qPrintable(into + "/" + file));
            }
    }

    /// Its date is that of the measurement, not of its writing.
    void aPdfHasTheSameBytesEveryTime() {
        ExportChoice choice = only({"growth", "c2d-figure", "report"});
        choice.formats = QStringList{"pdf"};
        QCOMPARE(exported(choice, "first"), 3);
        QCOMPARE(exported(choice, "second"), 3);

        const QDateTime measured =
            QDateTime::fromString(QString::fromStdString(document().session().finishedUtc), Qt::ISODate).toUTC();
        for (const char* const name : {"growth.pdf", "c2d.pdf", "report.pdf"}) {
            const QByteArray pdf = bytesOf(QStringLiteral("first/") + name);
            QVERIFY2(pdf == bytesOf(QStringLiteral("second/") + name), name);
            QVERIFY2(pdf.contains("/CreationDate (D:" + measured.toString("yyyyMMddHHmmss").toLatin1()), name);
        }
    }

    void aPdfHasItsSizeTitleCreatorAndKeywords() {
        ExportChoice choice = only({"growth"});
        choice.formats = QStringList{"pdf"};
        choice.size = {127, 63.5, 300, 9};

        QCOMPARE(exported(choice, "pdf"), 1);

        const QByteArray pdf = bytesOf("pdf/growth.pdf");
        QVERIFY(pdf.startsWith("%PDF"));
        QCOMPARE(pagesOf(pdf), 1);
        const auto box = QRegularExpression("/MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)").match(QString::fromLatin1(pdf));
        QVERIFY(std::abs(box.captured(1).toDouble() - 360) < 0.5);
        QVERIFY(std::abs(box.captured(2).toDouble() - 180) < 0.5);
        QVERIFY(pdf.contains("/Title"));
        QVERIFY(pdf.contains("<pdf:Keywords>Coarsen"));
        QVERIFY(pdf.contains("Recipe SHA-256 " + recipe().toLatin1()));
    }

    void largerTextLeavesLessRoomButTheSameSize() {
        const FigureSize small{178, 110, 300, 7}, large{178, 110, 300, 14};

        QCOMPARE(small.pngPixels(), large.pngPixels());
        QVERIFY(std::abs(small.logicalPixels().width() - 2 * large.logicalPixels().width()) <= 1);
    }

    void theReportHasAPageForTheAnswerAndOneOrMoreForTheRest() {
        document().changes().toggleExcluded(2);
        settle();
        const ExportChoice choice = only({"report"});

        QCOMPARE(exported(choice, "report"), 1);

        const QByteArray pdf = bytesOf("report/report.pdf");
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY(pagesOf(pdf) >= 2);
        QVERIFY(pdf.trimmed().endsWith("%%EOF"));
        QVERIFY(pdf.contains(recipe().toLatin1()));
    }

    void aLongTableRunsOverAsManyPagesAsItNeeds() {
        ReportContent content = reportContent(document(), false);
        auto longer = std::make_shared<GrowthData>(*content.growth);
        while (longer->points.size() < 300)
            longer->points.push_back(longer->points.front());
        Report little(content);
        content.growth = longer;

        Report large(content);
        while (large.drawNext()) {
        }

        QVERIFY(large.pages() >= little.pages() + 4);
        QCOMPARE(pagesOf(large.pdf()), large.pages());
    }

    void aReportBeforeAnythingIsMeasuredSaysSo() {
        window_ = std::make_unique<MainWindow>(cpuEngines());
        open("rings & <waves>");
        const ExportChoice choice = only({"report"});

        QCOMPARE(exported(choice, "early"), 1);

        QVERIFY(pagesOf(bytesOf("early/report.pdf")) >= 1);
        settle();
    }

    void aFolderThatCannotBeMadeIsSaidAndNothingIsCounted() {
        QFile(folder_.filePath("blocked")).open(QIODevice::WriteOnly);
        QString problem;

        QCOMPARE(exported(ExportChoice(), "blocked/deeper", &problem), -1);

        QVERIFY2(problem.contains("the folder could not be made"), qPrintable(problem));
    }

    void theEventLoopTurnsBetweenTheFigures() {
        const ExportChoice choice = only({"growth", "c1d-figure", "c2d-figure", "report"});
        QTimer timer;
        turns_ = 0;
        connect(&timer, &QTimer::timeout, this, [this] { ++turns_; });
        timer.start(0);

        QCOMPARE(exported(choice, "turns"), 10);

        QVERIFY(turns_ >= 10);
    }

    void theChartIsCopiedInTheLightThemeForPrintWhateverTheWindowShows() {
        window_->chooseTheme(true);
        for (QAction* action : window_->actions())
            if (action->text() == "Copy the growth chart") action->trigger();
        window_->chooseTheme(false);

        const QImage copied = QApplication::clipboard()->image();
        QCOMPARE(copied.width(), 2102);
        QCOMPARE(copied.pixelColor(2, 2), QColor(Qt::white));
    }

    void theSheetShowsTheGrowthChartAtTheSizeChosen() {
        window_->showExportSheet();
        auto* const preview = part<QLabel>("export-preview");
        auto* const words = part<QLabel>("export-preview-size");
        part<QCheckBox>("export-png")->setChecked(true);
        part<QComboBox>("export-size")->setCurrentIndex(0);
        const auto shape = [&] { return double(preview->pixmap().width()) / std::max(1, preview->pixmap().height()); };
        QCOMPARE(words->text(), QString("86 × 73 mm, PNG 1016 × 862 px"));
        COMES_TRUE(std::abs(shape() - 86.0 / 73) < 0.02);

        part<QDoubleSpinBox>("export-width")->setValue(120);

        QCOMPARE(part<QComboBox>("export-size")->currentText(), QString("Own size"));
        COMES_TRUE(std::abs(shape() - 120.0 / 73) < 0.02);
        QVERIFY(words->text().startsWith("120 × 73 mm"));
        part<QDoubleSpinBox>("export-height")->setValue(60);
        COMES_TRUE(std::abs(shape() - 120.0 / 60) < 0.02);
        part<QDoubleSpinBox>("export-width")->setValue(178);
        part<QDoubleSpinBox>("export-height")->setValue(110);
        QCOMPARE(part<QComboBox>("export-size")->currentText(), QString("Two columns, 178 mm"));
    }

    void thePreviewIsOfTheFigureThatIsChosen() {
        window_->showExportSheet();
        auto* const shown = part<QComboBox>("export-shown");
        auto* const preview = part<QLabel>("export-preview");
        part<QCheckBox>("export-series-figures")->setChecked(true);
        QList<QImage> pictures;
        const auto look = [&](const QString& stem) {
            shown->setCurrentText(stem);
            QCOMPARE(shown->currentText(), stem);
            settle();
            COMES_TRUE(!window_->isBusy() && preview->accessibleName().startsWith(stem + " "));
            pictures << preview->pixmap().toImage();
        };
        for (const char* stem : {"growth", "c1d-series", "c1d-image", "c1d", "c2d"})
            look(stem);
        for (qsizetype i = 1; i < pictures.size(); ++i)
            QVERIFY2(pictures[i] != pictures[i - 1] && !pictures[i].isNull(), qPrintable(QString::number(i)));
        QVERIFY2(pictures.back().width() < 1.25 * pictures.back().height(), "a map keeps its shape");
        QVERIFY(!part<QLineEdit>("export-x-from")->isVisible());  // it has no axes that may end elsewhere

        part<QCheckBox>("export-c2d-figure")->setChecked(false);
        QCOMPARE(shown->findText("c2d"), -1);
        QVERIFY(part<QLineEdit>("export-x-from")->isVisible());
    }

    void anAxisEndsWhereTheUserSaysInPreviewAndFile() {
        window_->showExportSheet();
        auto* const preview = part<QLabel>("export-preview");
        auto* const words = part<QLabel>("export-preview-size");
        const QImage before = preview->pixmap().toImage();
        part<QLineEdit>("export-y-to")->setText("90,5");
        COMES_TRUE(preview->pixmap().toImage() != before);
        part<QLineEdit>("export-y-from")->setText("91");
        QVERIFY2(words->text().contains("y axis"), qPrintable(words->text()));
        part<QLineEdit>("export-y-from")->setText("x");
        QVERIFY2(words->text().contains("no number"), qPrintable(words->text()));
        part<QLineEdit>("export-y-from")->clear();
        QVERIFY2(words->text().startsWith("178 × 110 mm"), qPrintable(words->text()));
        part<QComboBox>("export-shown")->setCurrentText("c1d");
        QCOMPARE(part<QLineEdit>("export-y-to")->text(), QString());  // each figure has its own
        part<QComboBox>("export-shown")->setCurrentText("growth");
        QCOMPARE(part<QLineEdit>("export-y-to")->text(), QString("90.5"));

        ExportChoice choice = only({"growth"});
        choice.formats = QStringList{"svg"};
        choice.limits["growth"] = {{}, {0, 1000}};
        QCOMPARE(exported(choice, "limits"), 1);
        QVERIFY(bytesOf("limits/growth.svg").contains(">800<"));
    }

    void chartsHaveTheHeightThatIsChosenAndMapsTheirOwn() {
        ExportChoice choice = only({"growth", "c1d-figure", "c2d-figure"});
        setFigures(choice, {{"width", "100"}, {"height", "50"}, {"formats", "svg"}});
        QCOMPARE(exported(choice, "heights"), 3);
        for (const char* name : {"growth", "c1d"})
            QVERIFY2(bytesOf(QString("heights/%1.svg").arg(name)).contains("width=\"100mm\" height=\"50mm\""), name);
        QVERIFY(bytesOf("heights/c2d.svg").contains("width=\"100mm\" height=\"86mm\""));
    }

    /// Every one of the sheet's choices about figures is a key of --figure.
    void theCommandLineHasTheOptionsOfTheSheet() {
        ExportChoice choice;
        setFigures(choice, {{"width", "86"},
                            {"text", "7"},
                            {"dpi", "600"},
                            {"formats", "pdf,png"},
                            {"residuals", "false"},
                            {"legend", "false"},
                            {"result", "true"},
                            {"logarithmic", "true"},
                            {"ring", "true"},
                            {"growth.x", "0:40"},
                            {"c1d.y", "-0.5:"}});
        QCOMPARE(choice.size, (FigureSize{86, 53, 600, 7}));  // a width alone keeps the usual shape
        QCOMPARE(choice.formats, (QStringList{"png", "pdf"}));
        QCOMPARE(choice.growthLook, (GrowthLook{.excluded = false, .residuals = false, .legend = false, .result = true}));
        QVERIFY(choice.logarithmic && choice.frameRing);
        QCOMPARE(choice.limits.at("growth"), (AxisLimits{{0, 40}, {}}));
        QCOMPARE(choice.limits.at("c1d"), (AxisLimits{{}, {-0.5, {}}}));
        for (const auto& [key, text] : {std::pair{"height", "5"},
                                        {"colour", "red"},
                                        {"formats", "gif"},
                                        {"c2d.x", "0:1"},
                                        {"growth.z", "0:1"},
                                        {"growth.x", "4:3"},
                                        {"growth.x", "4"},
                                        {"growth.x", "a:b"}})
            QVERIFY_THROWS_EXCEPTION(SettingError, setFigures(choice, {{key, text}}));
        const QString keys = figureKeys();
        for (const Field<ExportChoice>& field : figureFields())
            QVERIFY(keys.contains(QString::fromStdString(field.description.name) + " ["));
        window_->showExportSheet();
        for (const Field<GrowthLook>& field : growthLookFields())
            QVERIFY(part<QCheckBox>("export-" + QString::fromStdString(field.description.name).replace('_', '-')));
        for (const char* name : {"export-width", "export-height", "export-text"})
            QVERIFY(part<QDoubleSpinBox>(name));
    }

    void theSheetRemembersWhatWasChosen() {
        window_->showExportSheet();
        part<QLineEdit>("export-folder")->setText(folder_.filePath("remembered"));
        part<QDoubleSpinBox>("export-width")->setValue(101);
        part<QDoubleSpinBox>("export-text")->setValue(10.5);
        part<QComboBox>("export-dpi")->setCurrentIndex(2);
        part<QCheckBox>("export-map-tiff")->setChecked(true);
        part<QCheckBox>("export-growth")->setChecked(false);
        int files = 0;
        connect(part<ExportSheet>("export-sheet"), &ExportSheet::done, this,
                [&](int count, const QString&, const QString&) { files = count; });
        QTest::mouseClick(part<QPushButton>("export-go"), Qt::LeftButton);
        COMES_TRUE(files > 0);
        QVERIFY(QFile::exists(folder_.filePath("remembered/c2d.tif")));

        cleanup();
        init();

        QCOMPARE(part<QDoubleSpinBox>("export-width")->value(), 101.0);
        QCOMPARE(part<QDoubleSpinBox>("export-text")->value(), 10.5);
        QCOMPARE(part<QComboBox>("export-dpi")->currentText(), QString("600 dpi"));
        QVERIFY(part<QCheckBox>("export-map-tiff")->isChecked());
        QVERIFY(!part<QCheckBox>("export-growth")->isChecked());
    }

    void anExportAskedForRightAfterAStepIsOfTheNewFrame() {
        const ExportChoice map = only({"map-tiff"});
        document().frame().show(0);
        settle();
        QCOMPARE(exported(map, "frame 0"), 1);
        document().frame().show(1);
        QVERIFY(!document().isSettled());
        QCOMPARE(exported(map, "at once"), 1);
        settle();
        QCOMPARE(exported(map, "frame 1"), 1);

        QVERIFY(!bytesOf("at once/c2d.tif").isEmpty());
        QVERIFY(bytesOf("at once/c2d.tif") == bytesOf("frame 1/c2d.tif"));
        QVERIFY(bytesOf("at once/c2d.tif") != bytesOf("frame 0/c2d.tif"));
    }

    void theNoticeOfAnExportOpensItsFolder() {
        window_->showExportSheet();
        part<QLineEdit>("export-folder")->setText(folder_.filePath("to be shown"));
        QTest::mouseClick(part<QPushButton>("export-go"), Qt::LeftButton);
        auto* const callout = window_->findChild<NoticeCallout*>();
        COMES_TRUE(callout->isVisible() && callout->notice().title.contains("exported"));
        auto* const remedy = callout->findChild<QPushButton*>("remedy");
        QVERIFY(remedy && remedy->isVisible());
        QCOMPARE(remedy->text(), QString("Show folder"));

        QDesktopServices::setUrlHandler("file", this, "keepUrl");
        QTest::mouseClick(remedy, Qt::LeftButton);
        QDesktopServices::unsetUrlHandler("file");

        QCOMPARE(opened_.toLocalFile(), folder_.filePath("to be shown"));
        QVERIFY(!QDir(opened_.toLocalFile()).isEmpty());
    }

    void aNoticeIsReachedByTabAndClosedByEsc() {
        auto* const callout = window_->findChild<NoticeCallout*>();
        const auto raise = [&] {
            document().notices().raise({.kind = Notice::Kind::warning,
                                        .title = "11 files exported",
                                        .text = "They are in the folder.",
                                        .isAnswer = true,
                                        .remedies = {Remedy::showFolder},
                                        .folder = folder_.path()});
        };
        raise();
        QVERIFY(callout->isVisible());
        QTest::keyClick(window_.get(), Qt::Key_Escape);
        QVERIFY(!callout->isVisible());

        raise();
        const auto isReached = [&] {
            const QWidget* const focus = QApplication::focusWidget();
            return focus && focus->objectName() == "remedy";
        };
        for (int presses = 0; presses < 300 && !isReached(); ++presses)
            QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : window_.get(), Qt::Key_Tab);
        QVERIFY(isReached());
        QDesktopServices::setUrlHandler("file", this, "keepUrl");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QDesktopServices::unsetUrlHandler("file");
        QVERIFY(!callout->isVisible());
        QCOMPARE(opened_.toLocalFile(), folder_.path());
    }

    void everythingTicksAllThatCanBeWritten() {
        window_->showExportSheet();

        QTest::mouseClick(part<QPushButton>("export-everything"), Qt::LeftButton);

        for (const char* name : {"export-growth", "export-frame", "export-report", "export-map-tiff", "export-session"})
            QVERIFY2(part<QCheckBox>(name)->isChecked(), name);
        QVERIFY(part<QPushButton>("export-go")->isEnabled());
    }

    void whatIsListedIsOfferedOnceAndNamesItsFiles() {
        window_->showExportSheet();
        ExportChoice everything;
        std::set<QString> keys;
        for (const ExportItem& item : exportItems()) {
            QVERIFY2(keys.insert(item.key).second, qPrintable(item.key));
            const auto* const box = part<QCheckBox>("export-" + item.key);
            QVERIFY2(box && box->text() == item.words, qPrintable(item.key));
            QCOMPARE(box->isVisibleTo(window_.get()), item.isThere(document()));
            QVERIFY2(item.stems.isEmpty() == !item.figures, qPrintable(item.key));
            everything.items.insert(item.key);
        }
        QStringList names = everything.fileNames(document().session());
        QVERIFY(names.contains("growth.svg") && names.contains("results.csv") && !names.contains("shifts.csv"));
        QCOMPARE(names.removeDuplicates(), 0);

        for (const RunTable& table : runTables())
            if (!table.isOfDrift && table.isMadeFor(document().recipe()))
                QVERIFY2(names.contains(QString::fromStdString(table.file)), table.file.c_str());
    }

    void theSheetFitsTheSmallWindow() {
        window_->showExportSheet();
        const auto* const sheet = part<ExportSheet>("export-sheet");

        QVERIFY2(sheet->geometry().bottom() < 768, qPrintable(QString::number(sheet->geometry().bottom())));
        QVERIFY(sheet->geometry().left() > 1366 / 3);
    }

    void theReportHasNamesAndReasonsWhole() {
        ReportContent content = reportContent(document(), false);
        const int usual = Report(content).pages();
        auto longer = std::make_shared<GrowthData>(*content.growth);
        while (longer->points.size() < 60)
            longer->points.push_back(longer->points.front());
        content.growth = longer;
        const int many = Report(content).pages();
        const QString name = QString("a_very_long_name_without_a_space_").repeated(4) + "0001.png";
        const QString reason =
            "it ends after 213 of 498 kB, as a file does that is copied while the disk fills up; copy it again";
        for (GrowthData::Point& point : longer->points) {
            FrameResult row = point.result();
            row.file = name.toStdString();
            row.message = reason.toStdString();
            point.row = shared(row);
        }
        const TextTable table = frameTable(*longer);
        QCOMPARE(table.rows[7].cells.back(), name);
        QCOMPARE(table.rows[7].below, reason);
        Report tall(content);
        QVERIFY2(tall.pages() > many && many >= usual, qPrintable(QString("%1 %2 %3").arg(usual).arg(many).arg(tall.pages())));
        while (tall.drawNext()) {
        }
        QCOMPARE(pagesOf(tall.pdf()), tall.pages());
    }

    void aRingOnTheFrameHasTheRadiusOfRMaxAndSaysHowLargeItIs() {
        const auto preview = document().frame().preview();
        const Calibration calibration{10, 10, "typed"};
        const auto drawn = [&](bool withRing) {
            QImage image(720, 540, QImage::Format_RGB32);  // three times the picture
            QCPPainter painter(&image);
            frameFigure(preview, calibration, withRing).draw(painter, image.size());
            return image;
        };
        const QImage plain = drawn(false), ringed = drawn(true);
        const double radius = 3 * preview->lengths.rMax.px;
        int onRing = 0, elsewhere = 0;
        for (int y = 0; y < plain.height(); ++y)
            for (int x = 0; x < plain.width(); ++x) {
                if (plain.pixel(x, y) == ringed.pixel(x, y)) continue;
                const bool isCaption = y > plain.height() - 32 && x < plain.width() / 2;
                const bool isRing = std::abs(std::hypot(x - 359.5, y - 269.5) - radius) < 4;
                onRing += isRing;
                elsewhere += !isRing && !isCaption;
            }
        QCOMPARE(elsewhere, 0);
        QVERIFY(onRing > 2 * 3.14 * radius);
        QVERIFY(plain.copy(0, 510, 150, 24) != ringed.copy(0, 510, 150, 24));  // the words
    }

    void whatCannotBeIsHiddenNotGreyAndWhatBelongsToATickFollowsIt() {
        window_->showExportSheet();
        QWidget* sheet = part<QWidget>("export-sheet");
        const auto isThere = [&](const char* name) { return part<QWidget>(name)->isVisibleTo(sheet); };
        const auto check = [&] {
            sheet = part<QWidget>("export-sheet");
            for (const QWidget* each : sheet->findChildren<QWidget*>())
                QVERIFY2(each->isEnabled(), qPrintable(each->objectName()));
            const bool isFilmed = part<QCheckBox>("export-movie")->isChecked();
            for (const char* name : {"export-film", "export-rate", "export-movie-ring"})
                QVERIFY2(isThere(name) == isFilmed, name);
            QCOMPARE(isThere("export-frame-ring"), part<QCheckBox>("export-frame")->isChecked());
            QCOMPARE(isThere("export-residuals"), part<QCheckBox>("export-growth")->isChecked());
            QCOMPARE(isThere("export-dpi"), part<QCheckBox>("export-png")->isChecked());
        };
        for (const char* name : {"export-ensemble", "export-shifts", "export-surface-figure", "export-guides", "export-excluded"})
            QVERIFY2(!isThere(name), name);
        const auto* const missing = part<QToolButton>("export-missing");
        QVERIFY2(missing->toolTip().contains("Ensemble chart: The images are taken as a series"), qPrintable(missing->toolTip()));
        QVERIFY2(missing->text().contains(QString::number(missing->toolTip().count('\n') + 1)), qPrintable(missing->text()));
        check();
        for (const char* name : {"export-growth", "export-movie", "export-frame", "export-png"})
            for (int twice = 0; twice < 2; ++twice) {
                part<QCheckBox>(name)->click();
                check();
            }
        QTest::mouseClick(part<QPushButton>("export-everything"), Qt::LeftButton);
        check();
        QTest::keyClick(window_->focusWidget(), Qt::Key_Escape);
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(ExportTest)
#include "export_test.moc"
