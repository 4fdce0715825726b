// SPDX-License-Identifier: GPL-3.0-or-later
// Letters on a machine without fonts.
#include "app/window/theme/letters.hpp"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QTemporaryDir>
#include <QTest>

using namespace coarsen;

class LettersTest : public QObject {
    Q_OBJECT

private slots:
    void areBoxesWhereThereIsNoFont() {
        QVERIFY(!QFontDatabase::families().contains("DejaVu Sans"));
        QVERIFY(!window::areLettersDrawn());
    }
    void areDrawnOnceTheyAreProvided() {
        window::provideLetters();
        QVERIFY(QFontDatabase::families().contains("DejaVu Sans"));
        QVERIFY(window::areLettersDrawn());
        QFont bold = QApplication::font();
        bold.setBold(true);
        QVERIFY(QFontInfo(bold).bold());
    }
    void areRegisteredOnce() {
        const QStringList before = QFontDatabase::families();
        window::provideLetters();
        QCOMPARE(QFontDatabase::families(), before);
    }
};

/// Begins before there is an application, for that reads what fonts there are.
int main(int argc, char** argv) {
    const QTemporaryDir folder;
    QFile settings(folder.filePath("fonts.conf"));
    if (!settings.open(QFile::WriteOnly)) return 2;
    settings.write("<?xml version=\"1.0\"?><fontconfig/>");
    settings.close();
    qputenv("FONTCONFIG_FILE", settings.fileName().toLocal8Bit());
    QApplication application(argc, argv);
    LettersTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "letters_test.moc"
