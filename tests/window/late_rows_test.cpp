// SPDX-License-Identifier: GPL-3.0-or-later
// Results that a run had measured, but not delivered, when what it measured for was changed.
#include "app/window/document/document.hpp"
#include "core/correlate/engines.hpp"
#include "tests/window/window_fixture.hpp"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace coarsen::window {

class LateRowsTest : public QObject {
    Q_OBJECT

    static constexpr int frames = 120, croppedWidth = 200, patienceMs = 60000;
    QTemporaryDir folder_;
    std::unique_ptr<Document> document_;

    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!document_->isBusy(), patienceMs); }
    void open(const char* name) {
        document_->open({folder_.filePath(name).toStdString()});
        QTRY_VERIFY_WITH_TIMEOUT(
            document_->isOpen() && document_->session().series.folder.filename() == name && !document_->isOpening(), patienceMs);
    }
    /// Frames are being measured, and some of them are measured and not yet delivered.
    void analyseHalfWay() {
        document_->analyse(false);
        QTRY_VERIFY_WITH_TIMEOUT(!document_->session().results.empty(), patienceMs);
        QThread::msleep(150);
        QVERIFY(document_->isRunning());
    }

private slots:
    void initTestCase() {
        qputenv("COARSEN_SETTINGS_DIR", folder_.filePath("settings").toUtf8());
        QDir().mkpath(folder_.filePath("settings"));
        writeGrowingSeries(folder_.filePath("series"), frames, 12, 20);
        writeGrowingSeries(folder_.filePath("other"), frames, 12, 20);
    }
    void init() {
        document_ = std::make_unique<Document>(cpuEngines());
        open("series");
        settle();
    }
    void cleanup() { document_.reset(); }

    void ofTheEarlierRecipeAreOutOfDate() {
        analyseHalfWay();

        document_->setValue("crop.width", std::int64_t{croppedWidth});
        settle();

        const GrowthData& growth = *document_->growth();
        int stale = 0;
        for (const GrowthData::Point& point : growth.points) {
            if (!point.isMeasured) continue;
            QVERIFY(point.isStale || point.result().widthPx == croppedWidth);
            stale += point.isStale;
        }
        QVERIFY(stale > 0);
        QCOMPARE(document_->framesToMeasure(), frames);

        document_->analyse(false);
        settle();
        for (const auto& [frame, row] : document_->session().results)
            QCOMPARE(row->widthPx, croppedWidth);
    }

    void ofTheEarlierSeriesAreDropped() {
        analyseHalfWay();

        open("other");
        settle();

        QVERIFY(document_->session().results.empty());
        document_->analyse(false);
        settle();
        QCOMPARE(document_->framesToMeasure(), 0);
    }
};

}  // namespace coarsen::window

QTEST_MAIN(coarsen::window::LateRowsTest)
#include "late_rows_test.moc"
