// SPDX-License-Identifier: GPL-3.0-or-later
// What the window makes of core's words: the term is set as the window sets it, the name of a file stays as it is.
#include "app/window/theme/words.hpp"

#include "app/window/document/document.hpp"
#include "core/base/error.hpp"
#include "core/correlate/engines.hpp"
#include "tests/window/named_tests.hpp"

#include <QTest>

namespace coarsen::window {

class WordsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (rMaxText() == "R_max") QFAIL("the font has no subscripts: nothing here would be seen");
    }

    void theTermIsSetInSubscripts_data() {
        QTest::addColumn<QString>("words");
        for (const char* const words : {"R_max", "R_max of C1D", "it starts to set R_max.", "C1D over R_max, from 2", "(R_max)",
                                        "R_max: too near to the end of the range", "0.5 R_max here; see R_max!"})
            QTest::newRow(words) << words;
    }
    void theTermIsSetInSubscripts() {
        QFETCH(QString, words);
        QCOMPARE(translated(words.toStdString()), QString(words).replace("R_max", rMaxText()));
    }

    void theNameOfAFileStaysAsItIs_data() {
        QTest::addColumn<QString>("words");
        for (const char* const words :
             {"R_max_series.png: it is empty", "R_max.tif: it begins with text", "/home/me/R_max/a.png: it is empty",
              "R_max series 2.png: it is empty", "/data/run of R_max/0001.png: it is empty", "R_max/0001.png: it is empty",
              "my-R_max-2.tif: it is empty", "the flat field \"R_max\" is missing", "flat_R_max is nowhere brighter"})
            QTest::newRow(words) << words;
    }
    void theNameOfAFileStaysAsItIs() {
        QFETCH(QString, words);
        QCOMPARE(translated(words.toStdString()), words);
    }

    void theTimeOfTheQuenchIsSetInSubscripts() {
        QCOMPARE(translated("Power law, t0 fitted"), QString("Power law, t₀ fitted"));
        QCOMPARE(translated("needs t0, the time of the quench"), QString("needs t₀, the time of the quench"));
        for (const char* const words : {"--t0=-10 h", "fit.t0", "ring_t0.png: it is empty", "t0.h5: no dataset", "a_t0 b"})
            QCOMPARE(translated(words), QString(words));
    }

    void anErrorKeepsTheNameAndSetsTheTerm() {
        const InputError error("R_max of 3 h.png", "its R_max is not known", "give another");

        QCOMPARE(translated(error.what()), "R_max of 3 h.png: its " + rMaxText() + " is not known; give another");
    }

    void aNoticeIsListedInTheWordsItWasRaisedIn() {
        Document document(cpuEngines());

        document.notices().raise({Notice::Kind::failure, "R_max_series.png", "They are in /data/R_max.", -1});

        QCOMPARE(document.notices().list().back().title, QString("R_max_series.png"));
        QCOMPARE(document.notices().list().back().text, QString("They are in /data/R_max."));
    }

    void aSentenceHasOneEnd() {
        QCOMPARE(sentence("it is empty"), QString("it is empty."));
        QCOMPARE(sentence("it is empty."), QString("it is empty."));
        QCOMPARE(sentence("is it the right file?"), QString("is it the right file?"));
        QCOMPARE(sentence("take care!"), QString("take care!"));
        QCOMPARE(sentence(""), QString());
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(WordsTest)
#include "words_test.moc"
