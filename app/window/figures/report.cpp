// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/report.hpp"

#include "app/window/figures/figure_file.hpp"
#include "app/window/figures/figures.hpp"
#include "app/window/figures/report_text.hpp"
#include "app/window/figures/samples_export.hpp"
#include "app/window/plots/fit_words.hpp"
#include "core/session/series_name.hpp"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QTextLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

constexpr int dpi = 1200;
constexpr double perMm = dpi / 25.4, factsDpi = 96;
constexpr double pageWidth = 210, pageHeight = 297, left = 18, width = pageWidth - 2 * left, top = 16, bottom = 279;  // mm
constexpr double rowHeight = 4.5, factNameWidth = 34;
constexpr double textPt = 8.5;
constexpr double belowIndent = 14;  // mm, of what is said below a row
constexpr int strongCells = 3;      // of a row that is strong

const Theme& ink() {
    return Theme::light();
}

QFont fontOf(double points, bool bold = false) {
    QFont font = QApplication::font();
    font.setPixelSize(static_cast<int>(std::lround(points * dpi / 72)));
    font.setBold(bold);
    return font;
}

/// The words in lines of that width: broken between words, and within one that is longer, as the name of a file.
QString inLines(const QString& words, const QFont& font, double widthMm) {
    QStringList lines;
    for (const QString& paragraph : words.split('\n')) {
        QTextLayout layout(paragraph, font);
        layout.setTextOption([] {
            QTextOption option;
            option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
            return option;
        }());
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(widthMm * perMm);
            lines << paragraph.mid(line.textStart(), line.textLength()).trimmed();
        }
        layout.endLayout();
    }
    return lines.join('\n');
}

/// Height that the words need at that width, mm.
double heightOf(const QString& words, const QFont& font, double widthMm) {
    if (words.isEmpty()) return 0;
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, 1e6, 1e6), 0, inLines(words, font, widthMm)).height() / perMm;
}

QRectF place(double x, double y, double w, double h) {
    return {x * perMm, y * perMm, w * perMm, h * perMm};
}

void write(QPainter& painter, const QRectF& where, const QString& words, const QFont& font, const QColor& colour,
           Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignTop) {
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(where, static_cast<int>(alignment) | Qt::TextDontClip, inLines(words, font, where.width() / perMm));
}

void hairline(QPainter& painter, double y, const QColor& colour) {
    painter.setPen(QPen(colour, 0.2 * perMm));
    painter.drawLine(QPointF(left * perMm, y * perMm), QPointF((left + width) * perMm, y * perMm));
}

void drawFigure(QCPPainter& painter, const Figure& figure, double x, double y, double w, double h, double textScale = 1) {
    const QSize pixels(static_cast<int>(std::lround(w / 25.4 * factsDpi / textScale)),
                       static_cast<int>(std::lround(h / 25.4 * factsDpi / textScale)));
    painter.save();
    painter.translate(x * perMm, y * perMm);
    painter.scale(w * perMm / pixels.width(), h * perMm / pixels.height());
    figure.draw(painter, pixels);
    painter.restore();
}

}  // namespace

/// Where every piece stands is known before the first is drawn, so that each page can say how many there are.
struct Report::Layout {
    struct Piece {
        int page = 0;
        double y = 0;
        std::function<void(QCPPainter&, double y)> draw;
    };

    ReportContent content;
    QBuffer buffer;
    std::unique_ptr<QPdfWriter> writer;
    std::unique_ptr<QCPPainter> painter;
    std::vector<Piece> pieces;
    std::size_t drawn = 0;
    int page = 0;
    double y = top;

    explicit Layout(ReportContent about) : content(std::move(about)) {
        placeAnswer();
        placeFigures();
        if (content.samples) placeSamples(content.samples);
        if (content.ensemble) placeTable(QObject::tr("Lengths"), lengthTable(*content.ensemble, *content.growth));
        placeFacts(QObject::tr("Recipe"), recipeFacts(content));
        if (!content.ensemble) placeTable(QObject::tr("Fits"), fitTable(*content.growth));
        placeFacts(QObject::tr("Origin"), originFacts(content));
        if (const auto said = remarks(content); !said.empty()) placeFacts(QObject::tr("Warnings and notices"), said);
        placeTable(content.ensemble ? QObject::tr("Images") : QObject::tr("Frames"),
                   frameTable(*content.growth, content.ensemble != nullptr));
    }

    int pageCount() const { return page + 1; }
    void startPage() {
        ++page;
        y = top;
    }
    /// The piece stands here, or on the next page when it and what must follow it do not fit.
    void add(double height, std::function<void(QCPPainter&, double)> draw, double following = 0) {
        if (y + height + following > bottom && y > top) startPage();
        pieces.push_back({page, y, std::move(draw)});
        y += height;
    }
    void heading(const QString& words, double following) {
        if (y > top) y += 5;
        add(
            7, [words](QPainter& p, double at) { write(p, place(left, at, width, 6), words, fontOf(11, true), ink().ink); },
            following);
    }

    void placeAnswer() {
        const QString name = QString::fromStdString(seriesName(content.session)), subtitle = reportSubtitle(content);
        const QString kind = content.ensemble ? QObject::tr("Ensemble of images") : QObject::tr("Growth of structure"),
                      day = QString::fromStdString(content.session.finishedUtc).left(10);  // the report is the same every day
        const QFont big = fontOf(20, true);
        const double nameHeight = std::max(10.0, heightOf(name, big, width));
        add(nameHeight + 16, [=](QPainter& p, double at) {
            write(p, place(left, at, width, 5), kind, fontOf(9), ink().ink3);
            write(p, place(left, at, width, 5), day, fontOf(9), ink().ink3, Qt::AlignRight | Qt::AlignTop);
            write(p, place(left, at + 5, width, nameHeight), name, big, ink().ink, Qt::AlignLeft | Qt::AlignVCenter);
            write(p, place(left, at + nameHeight + 6, width, 5), subtitle, fontOf(9.5), ink().ink2);
            hairline(p, at + nameHeight + 13.5, ink().line);
        });
        const QString answer = content.ensemble ? ensembleHeadline(*content.ensemble) : headline(*content.growth),
                      explained = reportAnswer(content);
        const double answerHeight = answer.isEmpty() ? 0 : 10, explainedHeight = heightOf(explained, fontOf(9.5), width);
        add(answerHeight + explainedHeight + 4, [=](QPainter& p, double at) {
            write(p, place(left, at, width, 9), answer, fontOf(19, true), ink().ink, Qt::AlignLeft | Qt::AlignVCenter);
            write(p, place(left, at + answerHeight, width, explainedHeight + 1), explained, fontOf(9.5), ink().ink2);
        });
    }

    void caption(const QString& words) {
        const double height = heightOf(words, fontOf(textPt), width);
        add(height + 5,
            [=](QPainter& p, double at) { write(p, place(left, at, width, height + 1), words, fontOf(textPt), ink().ink2); });
    }

    void placeFigures() {
        if (content.ensemble)
            placeEnsemble();
        else
            placeGrowth();
        if (!content.ensemble) placeScaling();
        placeFrame();
    }

    void placeEnsemble() {
        if (content.ensemble->groups.empty()) return;
        add(62, [figure = ensembleFigure(content.ensemble)](QCPPainter& p, double at) {
            drawFigure(p, figure, left, at, width, 60);
        });
        caption(QObject::tr("%1 of every image (small) and of the pooled images (large), with their standard errors.")
                    .arg(content.ensemble->label));
        add(54, [figure = ensembleCurvesFigure(content.ensemble)](QCPPainter& p, double at) {
            drawFigure(p, figure, left, at, width, 52);
        });
        caption(QObject::tr("C1D of each group, of all its images pooled."));
    }

    void placeGrowth() {
        add(88, [figure = growthFigure(content.growth, content.logarithmic)](QCPPainter& p, double at) {
            drawFigure(p, figure, left, at, width, 86);
        });
        caption(
            QObject::tr("%1 of every frame with its standard error, the fit and its 95 % band; below, the residuals. Crosses: "
                        "left out or failed.")
                .arg(content.growth->lengthLabel()));
    }

    void placeScaling() {
        if (content.growth->scaling.empty()) return;
        constexpr double high = 46, gap = 4, each = (width - gap) / 2;
        const QString verdict = scalingHeadline(*content.growth);
        const double tall = heightOf(verdict, fontOf(12, true), width);
        add(
            tall + high + 4,
            [=, one = timeSeriesFigure(scalingTimeSeries(*content.growth, scalingProducts().front())),
             other = timeSeriesFigure(scalingTimeSeries(*content.growth, scalingProducts().back()))](QCPPainter& p, double at) {
                write(p, place(left, at, width, tall + 1), verdict, fontOf(12, true), ink().ink);
                drawFigure(p, one, left, at + tall + 2, each, high, 0.85);
                drawFigure(p, other, left + each + gap, at + tall + 2, each, high, 0.85);
            },
            12);
        caption(scalingCaption(*content.growth));
    }

    void placeFrame() {
        const PreviewPointer shown = content.preview;
        if (!shown || !shown->isRead()) return;
        const Calibration& calibration = content.session.calibration;
        constexpr double high = 48, gap = 4, mapWidth = 52;
        const Figure frame = frameFigure(shown, calibration);
        const double frameWidth = std::min(54.0, high / frame.heightOverWidth), frameHigh = frameWidth * frame.heightOverWidth;
        const double profileWidth = width - frameWidth - mapWidth - 2 * gap;
        const bool isMeasured = shown->isMeasured() && !shown->profile.r.empty();
        add(
            high + 2,
            [=](QCPPainter& p, double at) { drawFigure(p, frame, left, at + (high - frameHigh) / 2, frameWidth, frameHigh); },
            10);
        if (isMeasured) {  // pieces of their own: each takes a while
            const int same = page;
            const double at = y - high - 2;
            pieces.push_back(
                {same, at, [figure = mapFigure(shown, calibration), x = left + frameWidth + gap](QCPPainter& p, double where) {
                     drawFigure(p, figure, x, where, mapWidth, high, 0.8);
                 }});
            pieces.push_back({same, at,
                              [figure = profileFigure(shown, calibration), x = left + width - profileWidth, profileWidth](
                                  QCPPainter& p, double where) { drawFigure(p, figure, x, where, profileWidth, high, 0.8); }});
        }
        QString when = (content.ensemble ? QObject::tr("Image %1") : QObject::tr("Frame %1")).arg(shown->frame);
        const auto& points = content.growth->points;
        if (const auto i = static_cast<std::size_t>(shown->frame);
            !content.ensemble && i < points.size() && content.growth->timesAreSeconds)
            when += ", " + timeText(points[i].result().timeS - content.growth->originS(), content.growth->timeUnit());
        caption(
            isMeasured && shown->c3d
                ? QObject::tr("%1: three slices; C3D in its planes with a ring at %2; C1D, its spherical average, with %2, its "
                              "first minimum and first zero, and a band of two standard errors.")
                      .arg(when, rMaxText())
            : isMeasured
                ? QObject::tr("%1: final stage; C2D with a ring at %2; C1D with %2, its first minimum and first zero, and a band "
                              "of two standard errors.")
                      .arg(when, rMaxText())
                : QObject::tr("%1: final stage.").arg(when));
    }

    void placeSamples(const std::shared_ptr<const SamplesData>& samples) {
        heading(QObject::tr("All samples"), 60);
        for (const NamedFigure& figure : samplesFigures(samples, content.logarithmic)) {
            if (figure.stem == "collapse") continue;
            const double high = figure.stem == "growth-samples" ? 80 : 56;
            add(high + 2,
                [drawn = figure.figure, high](QCPPainter& p, double at) { drawFigure(p, drawn, left, at, width, high); });
        }
        placeTable(QObject::tr("Samples and conditions"), sampleTable(*samples));
    }

    void placeFacts(const QString& title, const std::vector<Fact>& facts) {
        heading(title, 3 * rowHeight);
        for (const Fact& fact : facts) {
            const QFont font = fontOf(textPt);
            const double nameHigh = heightOf(fact.name, font, factNameWidth - 3),
                         high = std::max(nameHigh, heightOf(fact.text, font, width - factNameWidth)) + 1.1;
            add(high, [=](QPainter& p, double at) {
                write(p, place(left, at, factNameWidth - 3, high), fact.name, font, ink().ink3);
                write(p, place(left + factNameWidth, at, width - factNameWidth, high + 1), fact.text, font, ink().ink);
            });
        }
    }

    /// A row's height follows from its words: none of them is cut.
    struct RowPlace {
        TextTable::Row row;
        double cellsHeight = rowHeight, height = rowHeight;
    };

    static double cellWidth(const TextTable& table, qsizetype cell) {
        return table.widthsMm[static_cast<std::size_t>(cell)] - (table.isNumber[static_cast<std::size_t>(cell)] ? 3 : 2);
    }
    static QFont cellFont(const TextTable::Row& row, qsizetype cell) {
        return fontOf(textPt, row.isStrong && cell < strongCells);
    }
    /// Words that may need more lines than the one that a row is high.
    static double linesHeight(const QString& words, const QFont& font, double widthMm) {
        return words.isEmpty() ? rowHeight : rowHeight + heightOf(words, font, widthMm) - heightOf("x", font, widthMm);
    }
    static RowPlace placeOf(const TextTable& table, const TextTable::Row& row) {
        RowPlace place{row};
        for (qsizetype i = 0; i < row.cells.size(); ++i) {
            const double room = row.cells.size() == 1 ? width : cellWidth(table, i);  // one: words across the table
            place.cellsHeight = std::max(place.cellsHeight, linesHeight(row.cells[i], cellFont(row, i), room));
        }
        place.height = place.cellsHeight;
        if (!row.below.isEmpty()) place.height += linesHeight(row.below, fontOf(textPt), width - belowIndent);
        return place;
    }

    /// As many rows as the page takes, then the header again.
    void placeTable(const QString& title, const TextTable& table) {
        if (table.rows.empty()) return;
        heading(title, 4 * rowHeight);
        std::vector<RowPlace> rows;
        const double headerHigh = headerHeight(table);
        double high = headerHigh;
        const auto flush = [&] {
            if (rows.empty()) return;
            add(high + 0.5, [=, rows = std::move(rows)](QPainter& p, double at) { drawTable(p, at, table, rows); });
            rows.clear();
            high = headerHigh;
        };
        if (y + 3 * rowHeight > bottom) startPage();
        for (const TextTable::Row& row : table.rows) {
            RowPlace place = placeOf(table, row);
            if (y + high + place.height > bottom && !rows.empty()) {
                flush();
                startPage();
            }
            high += place.height;
            rows.push_back(std::move(place));
        }
        flush();
    }

    /// Height of the header, also where a name needs more than one line.
    static double headerHeight(const TextTable& table) {
        double high = rowHeight;
        for (qsizetype i = 0; i < table.header.size(); ++i)
            high = std::max(high, heightOf(table.header[i], fontOf(textPt - 0.5), cellWidth(table, i)) + 1.1);
        return high;
    }

    static void drawTable(QPainter& p, double at, const TextTable& table, const std::vector<RowPlace>& rows) {
        const auto middle = [](const QFont& font) { return (rowHeight - heightOf("x", font, width)) / 2; };  // of one line
        double x = left;
        const QFont small = fontOf(textPt - 0.5);
        const double headerHigh = headerHeight(table);
        for (qsizetype i = 0; i < table.header.size(); ++i) {
            write(p, place(x, at, cellWidth(table, i), headerHigh - 0.5), table.header[i], small, ink().ink3,
                  Qt::AlignBottom | alignmentOf(table, i));
            x += table.widthsMm[static_cast<std::size_t>(i)];
        }
        hairline(p, at + headerHigh, ink().edge);
        double y = at + headerHigh;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const TextTable::Row& row = rows[i].row;
            if (row.startsGroup && i > 0) hairline(p, y, ink().line);
            const QColor colour = row.isQuiet ? ink().ink3 : ink().ink;
            const bool runsOn = row.cells.size() == 1;
            x = left;
            for (qsizetype cell = 0; cell < row.cells.size(); ++cell) {
                const QFont font = cellFont(row, cell);
                write(p, place(x, y + middle(font), runsOn ? width : cellWidth(table, cell), rows[i].cellsHeight),
                      row.cells[cell], font, colour, Qt::AlignTop | (runsOn ? Qt::AlignLeft : alignmentOf(table, cell)));
                x += table.widthsMm[static_cast<std::size_t>(cell)];
            }
            const QFont font = fontOf(textPt);
            write(p, place(left + belowIndent, y + rows[i].cellsHeight + middle(font) - 0.6, width - belowIndent, rowHeight),
                  row.below, font, ink().ink3);
            y += rows[i].height;
        }
    }
    static Qt::Alignment alignmentOf(const TextTable& table, qsizetype cell) {
        return table.isNumber[static_cast<std::size_t>(cell)] ? Qt::AlignRight : Qt::AlignLeft;
    }

    void begin() {
        buffer.open(QIODevice::WriteOnly);
        writer = std::make_unique<QPdfWriter>(&buffer);
        const Provenance provenance = provenanceOf(content.session);
        describe(*writer,
                 QString::fromStdString(provenance.series) +
                     (content.ensemble ? QObject::tr(": report of an ensemble") : QObject::tr(": growth report")),
                 provenance);
        writer->setResolution(dpi);
        writer->setPageSize(QPageSize(QPageSize::A4));
        writer->setPageMargins(QMarginsF(0, 0, 0, 0));
        painter = std::make_unique<QCPPainter>();
        painter->begin(writer.get());
        painter->setRenderHint(QPainter::LosslessImageRendering);
        setVectorModes(*painter);
        page = 0;
        footer();
    }

    void footer() {
        const QString series = QString::fromStdString(seriesName(content.session)),
                      recipe = QString::fromStdString(recipeHash(content.session.recipe)).left(12);
        const QRectF where = place(left, bottom + 4, width, 4);
        write(*painter, where, QObject::tr("%1   ·   recipe %2   ·   Coarsen").arg(series, recipe), fontOf(7.5), ink().ink3);
        write(*painter, where, QObject::tr("%1 of %2").arg(page + 1).arg(pages), fontOf(7.5), ink().ink3,
              Qt::AlignRight | Qt::AlignTop);
    }

    int pages = 1;
};

Report::Report(ReportContent content) : layout_(std::make_unique<Layout>(std::move(content))) {
    layout_->pages = layout_->pageCount();
    layout_->begin();
}

Report::~Report() = default;

bool Report::drawNext() {
    Layout& layout = *layout_;
    if (layout.drawn == layout.pieces.size()) return false;
    const Layout::Piece& piece = layout.pieces[layout.drawn++];
    while (layout.page < piece.page) {
        layout.writer->newPage();
        ++layout.page;
        layout.footer();
    }
    layout.painter->save();
    piece.draw(*layout.painter, piece.y);
    layout.painter->restore();
    if (layout.drawn < layout.pieces.size()) return true;
    layout.painter->end();
    return false;
}

int Report::pages() const {
    return layout_->pages;
}

int Report::pieces() const {
    return static_cast<int>(layout_->pieces.size());
}

QByteArray Report::pdf() const {
    return datedAsMeasured(layout_->buffer.data(), provenanceOf(layout_->content.session));
}

}  // namespace coarsen::window
