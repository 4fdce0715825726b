// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/report.hpp"

#include "app/window/figures/figure_file.hpp"
#include "app/window/figures/report_text.hpp"
#include "app/window/figures/samples_export.hpp"
#include "app/window/plots/fit_words.hpp"

#include <QBuffer>
#include <QDateTime>
#include <QPageSize>
#include <QPdfWriter>
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

const Theme& ink() {
    return Theme::light();
}

QFont fontOf(double points, bool bold = false) {
    QFont font = QApplication::font();
    font.setPixelSize(static_cast<int>(std::lround(points * dpi / 72)));
    font.setBold(bold);
    return font;
}

/// What the words need at that width, mm.
double heightOf(const QString& words, const QFont& font, double widthMm) {
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, widthMm * perMm, 1e6), Qt::TextWordWrap, words).height() / perMm;
}

QRectF place(double x, double y, double w, double h) {
    return {x * perMm, y * perMm, w * perMm, h * perMm};
}

void write(QPainter& painter, const QRectF& where, const QString& words, const QFont& font, const QColor& colour,
           int flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap) {
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(where, flags, words);
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
        placeFacts(QObject::tr("Recipe"), recipeFacts(content));
        placeTable(QObject::tr("Fits"), fitTable(*content.growth));
        placeFacts(QObject::tr("Origin"), originFacts(content));
        if (const auto said = remarks(content); !said.empty()) placeFacts(QObject::tr("Warnings and notices"), said);
        placeTable(QObject::tr("Frames"), frameTable(*content.growth));
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
            7,
            [words](QPainter& p, double at) {
                write(p, place(left, at, width, 6), words, fontOf(11, true), ink().ink, Qt::AlignLeft | Qt::AlignTop);
            },
            following);
    }

    void placeAnswer() {
        const QString name = QString::fromStdString(content.session.series.name), subtitle = reportSubtitle(content);
        const QString kind = QObject::tr("Growth of structure"), today = QDateTime::currentDateTimeUtc().toString("yyyy-MM-dd");
        add(26, [=](QPainter& p, double at) {
            write(p, place(left, at, width, 5), kind, fontOf(9), ink().ink3);
            write(p, place(left, at, width, 5), today, fontOf(9), ink().ink3, Qt::AlignRight | Qt::AlignTop);
            const QFont big = fontOf(20, true);
            write(p, place(left, at + 5, width, 10), QFontMetricsF(big).elidedText(name, Qt::ElideMiddle, width * perMm), big,
                  ink().ink, Qt::AlignLeft | Qt::AlignVCenter);
            write(p, place(left, at + 16, width, 5), subtitle, fontOf(9.5), ink().ink2);
            hairline(p, at + 23.5, ink().line);
        });
        const QString answer = headline(*content.growth), explained = reportAnswer(content);
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
        add(88, [figure = growthFigure(content.growth, content.logarithmic)](QCPPainter& p, double at) {
            drawFigure(p, figure, left, at, width, 86);
        });
        caption(
            QObject::tr("%1 of every frame with its standard error, the fit and its 95 % band; below, the residuals. Crosses: "
                        "left out or failed.")
                .arg(content.growth->lengthLabel()));
        const PreviewPointer shown = content.preview;
        if (!shown || !shown->stages) return;
        const Calibration& calibration = content.session.calibration;
        constexpr double high = 48, gap = 4, mapWidth = 52;
        const Figure frame = frameFigure(shown, calibration);
        const double frameWidth = std::min(54.0, high / frame.heightOverWidth), frameHigh = frameWidth * frame.heightOverWidth;
        const double profileWidth = width - frameWidth - mapWidth - 2 * gap;
        const bool isMeasured = shown->map != nullptr && !shown->profile.r.empty();
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
        QString when = QObject::tr("Frame %1").arg(shown->frame);
        const auto& points = content.growth->points;
        if (const auto i = static_cast<std::size_t>(shown->frame); i < points.size() && content.growth->timesAreSeconds)
            when += ", " + timeText(points[i].result().timeS - content.growth->originS(), content.growth->timeUnit());
        caption(
            isMeasured
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

    /// As many rows as the page takes, then the header again.
    void placeTable(const QString& title, const TextTable& table) {
        if (table.rows.empty()) return;
        heading(title, 4 * rowHeight);
        for (std::size_t from = 0; from < table.rows.size();) {
            if (y + 3 * rowHeight > bottom) startPage();
            const auto room = static_cast<std::size_t>(std::max(1.0, (bottom - y) / rowHeight - 1));
            const std::size_t to = std::min(table.rows.size(), from + room);
            const std::vector<TextTable::Row> rows(table.rows.begin() + static_cast<std::ptrdiff_t>(from),
                                                   table.rows.begin() + static_cast<std::ptrdiff_t>(to));
            add(static_cast<double>(rows.size() + 1) * rowHeight + 0.5,
                [=, header = table.header, widths = table.widthsMm, isNumber = table.isNumber](QPainter& p, double at) {
                    drawTable(p, at, header, rows, widths, isNumber);
                });
            from = to;
        }
    }

    static void drawTable(QPainter& p, double at, const QStringList& header, const std::vector<TextTable::Row>& rows,
                          const std::vector<double>& widths, const std::vector<bool>& isNumber) {
        const auto line = [&](const QStringList& cells, double y, const QFont& usual, const QColor& colour, int strong = 0) {
            double x = left;
            for (int i = 0; i < cells.size(); ++i) {
                const auto column = static_cast<std::size_t>(i);
                QFont font = usual;
                font.setBold(i < strong);
                const bool runsOn = cells.size() == 1;  // words across the table
                const double w = runsOn ? width : widths[column] - (isNumber[column] ? 3 : 2);
                const QString words = QFontMetricsF(font).elidedText(cells[i], Qt::ElideMiddle, w * perMm);
                write(p, place(x, y, w, rowHeight), words, font, colour,
                      Qt::AlignVCenter | (isNumber[column] && !runsOn ? Qt::AlignRight : Qt::AlignLeft));
                x += widths[column];
            }
        };
        line(header, at, fontOf(textPt - 0.5), ink().ink3);
        hairline(p, at + rowHeight, ink().edge);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double y = at + static_cast<double>(i + 1) * rowHeight;
            if (rows[i].startsGroup && i > 0) hairline(p, y, ink().line);
            line(rows[i].cells, y, fontOf(textPt), rows[i].isQuiet ? ink().ink3 : ink().ink, rows[i].isStrong ? 3 : 0);
        }
    }

    void begin() {
        buffer.open(QIODevice::WriteOnly);
        writer = std::make_unique<QPdfWriter>(&buffer);
        const Provenance provenance = provenanceOf(content.session);
        describe(*writer, QString::fromStdString(provenance.series) + QObject::tr(": growth report"), provenance);
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
        const QString series = QString::fromStdString(content.session.series.name),
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
    return layout_->buffer.data();
}

}  // namespace coarsen::window
