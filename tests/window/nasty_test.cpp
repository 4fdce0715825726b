// SPDX-License-Identifier: GPL-3.0-or-later
// The nasty inputs that have an answer of the window's, through the window.
#include "tests/nasty/nasty_input.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QSignalSpy>
#include <QTest>

#include <filesystem>

namespace coarsen::window {

class NastyTest : public WindowTest {
    Q_OBJECT

    QString statuses() {
        QStringList all;
        const Session& session = document().session();
        for (const auto& [frame, row] : session.results)
            all << QString::fromStdString(std::string(nameOf(statusOf(*row, session.excluded.contains(frame)))));
        return all.join(' ');
    }
    QString said() {
        QString text;
        for (const Notice& notice : document().notices().list())
            text += notice.title + ". " + notice.text + "\n";
        return text;
    }

private slots:
    void getsItsAnswer_data() {
        QTest::addColumn<int>("number");
        const nasty::NastyInputs all = nasty::allInputs();
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].window) QTest::newRow(all[i].name.c_str()) << static_cast<int>(i);
    }

    void getsItsAnswer() {
        QFETCH(int, number);
        static const nasty::NastyInputs all = nasty::allInputs();
        const nasty::NastyInput& input = all[static_cast<std::size_t>(number)];
        const TemporaryFolder scene;  // Qt's could not remove names of any bytes
        input.make(scene.path());
        newWindow();
        QSignalSpy refused(&document(), &Document::openFailed);

        window_->openPaths({QString::fromStdString((scene / input.window->opens).string())});
        COMES_TRUE(!refused.isEmpty() || (document().isOpen() && !document().isOpening()));
        settle();

        QCOMPARE(refused.isEmpty(), input.window->isOpened);
        if (input.window->frames) {
            analyseAll();
            QCOMPARE(statuses(), QString::fromStdString(*input.window->frames));
        }
        for (const std::string& words : input.window->words)
            QVERIFY2(said().contains(QString::fromStdString(words)), qPrintable(said()));
        window_.reset();
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(NastyTest)
#include "nasty_test.moc"
