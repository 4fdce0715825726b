// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/figure_file.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"

#include <QBuffer>
#include <QDateTime>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QUuid>
#include <qcustomplot.h>

#include <cmath>

namespace coarsen::window {

namespace {

constexpr double screenDpi = 96, mmPerInch = 25.4;

QString textOf(const std::string& text) {
    return QString::fromStdString(text);
}

/// "recipe SHA-256 1a2b…, input SHA-256 …": one line of all that is known.
QString oneLine(const Provenance& provenance) {
    QStringList parts;
    for (const auto& [key, value] : provenance.texts())
        parts << textOf(key) + ": " + textOf(value);
    return parts.join("; ");
}

/// Dublin Core and the PDF's keywords, as RDF: for an SVG's metadata and a PDF's XMP.
QByteArray rdf(const QString& title, const Provenance& provenance) {
    const auto escaped = [](const QString& text) { return text.toHtmlEscaped(); };
    QString keywords = QStringLiteral("Coarsen, R_max, autocorrelation, coarsening");
    for (const auto& [key, value] : provenance.texts())
        if (textOf(key).endsWith("SHA-256")) keywords += ", " + textOf(key) + " " + textOf(value);
    return QStringLiteral(
               "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
               "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
               "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">"
               "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li></rdf:Alt></dc:title>"
               "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">%2</rdf:li></rdf:Alt></dc:description>"
               "<dc:source>%3</dc:source><xmp:CreatorTool>%4</xmp:CreatorTool><pdf:Keywords>%5</pdf:Keywords>"
               "</rdf:Description></rdf:RDF>")
        .arg(escaped(title), escaped(oneLine(provenance)), escaped(textOf(provenance.series)),
             escaped(textOf(provenance.software)), escaped(keywords))
        .toUtf8();
}

QByteArray pdf(const Figure& figure, const FigureSize& size, const QString& title, const Provenance& provenance) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        describe(writer, title, provenance);
        writer.setResolution(static_cast<int>(screenDpi));
        writer.setPageSize(QPageSize(QSizeF(size.widthMm, size.heightMm), QPageSize::Millimeter, {}, QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        QCPPainter painter;
        painter.begin(&writer);
        painter.setRenderHint(QPainter::LosslessImageRendering);  // else images become JPEG
        setVectorModes(painter);
        const QSize pixels = size.logicalPixels();
        painter.scale(size.widthMm / mmPerInch * screenDpi / pixels.width(),
                      size.heightMm / mmPerInch * screenDpi / pixels.height());
        figure.draw(painter, pixels);
        painter.end();
    }
    return datedAsMeasured(buffer.data(), provenance);
}

QByteArray svg(const Figure& figure, const FigureSize& size, const QString& title, const Provenance& provenance) {
    constexpr int unitsPerMm = 100;  // the size in the file is a whole number of these
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const QSize pixels = size.logicalPixels();
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(mmPerInch * unitsPerMm));
    generator.setSize(
        {static_cast<int>(std::lround(size.widthMm * unitsPerMm)), static_cast<int>(std::lround(size.heightMm * unitsPerMm))});
    generator.setViewBox(QRect({}, pixels));
    generator.setTitle(title);
    QCPPainter painter;
    painter.begin(&generator);
    setVectorModes(painter);
    figure.draw(painter, pixels);
    painter.end();
    QByteArray text = buffer.data();
    text.replace("<desc>Generated with Qt</desc>\n", "");
    const QByteArray about = "<desc>" + textOf(provenance.software).toHtmlEscaped().toUtf8() + "; " +
                             oneLine(provenance).toHtmlEscaped().toUtf8() + "</desc>\n<metadata>" + rdf(title, provenance) +
                             "</metadata>\n";
    if (const qsizetype titleEnds = text.indexOf("</title>"); titleEnds >= 0)
        text.insert(titleEnds + qsizetype(sizeof("</title>")) - 1, "\n" + about);
    return text;
}

void paint(QImage& image, const Figure& figure, const QSize& logical) {
    image.fill(Qt::white);
    QCPPainter painter(&image);
    painter.scale(double(image.width()) / logical.width(), double(image.height()) / logical.height());
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    figure.draw(painter, logical);
}

QByteArray png(const Figure& figure, const FigureSize& size, const QString& title, const Provenance& provenance) {
    QImage image(size.pngPixels(), QImage::Format_RGB32);
    paint(image, figure, size.logicalPixels());
    image.setDotsPerMeterX(static_cast<int>(std::lround(size.dpi * 1000 / mmPerInch)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.setText("Title", title);
    image.setText("Software", textOf(provenance.software));
    for (const auto& [key, value] : provenance.texts())
        image.setText(textOf(key), textOf(value));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "png");
    return buffer.data();
}

}  // namespace

QSize FigureSize::logicalPixels() const {
    const double perMm = screenDpi / mmPerInch * screenTextPt / textPt;
    return {std::max(1, static_cast<int>(std::lround(widthMm * perMm))),
            std::max(1, static_cast<int>(std::lround(heightMm * perMm)))};
}

QSize FigureSize::pngPixels() const {
    return {std::max(1, static_cast<int>(std::lround(widthMm / mmPerInch * dpi))),
            std::max(1, static_cast<int>(std::lround(heightMm / mmPerInch * dpi)))};
}

void setVectorModes(QCPPainter& painter) {
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
}

void describe(QPdfWriter& writer, const QString& title, const Provenance& provenance) {
    writer.setTitle(title);
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    const std::string key = provenance.recipeSha256 + provenance.inputSha256 + provenance.dateUtc;
    writer.setDocumentId(QUuid::createUuidV5(QUuid(), textOf(key) + title));  // else another one every time
#endif
    writer.setCreator(textOf(provenance.software));
    writer.setDocumentXmpMetadata(
        "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">" +
        rdf(title, provenance) + "</x:xmpmeta><?xpacket end=\"w\"?>");
}

QByteArray datedAsMeasured(QByteArray pdf, const Provenance& provenance) {
    const QByteArray key = "/CreationDate (D:";
    constexpr qsizetype digits = 14;  // as many as before, for the file counts where its parts lie
    const QDateTime measured = QDateTime::fromString(textOf(provenance.dateUtc), Qt::ISODate);
    const qsizetype at = pdf.indexOf(key);
    if (!measured.isValid() || at < 0) return pdf;
    const qsizetype zone = at + key.size() + digits, end = pdf.indexOf(')', zone);
    const QByteArray inUtc = end - zone == 1 ? "Z" : "+00'00'";
    if (end - zone != inUtc.size()) return pdf;
    pdf.replace(zone - digits, digits, measured.toUTC().toString("yyyyMMddHHmmss").toLatin1());
    return pdf.replace(zone, inUtc.size(), inUtc);
}

QImage pictureOf(const Figure& figure, const QSize& logicalPixels, double scale) {
    QImage image((QSizeF(logicalPixels) * scale).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    paint(image, figure, logicalPixels);
    return image;
}

void writeFigure(const QString& file, const Figure& figure, const FigureSize& size, const Provenance& provenance) {
    const QString title = textOf(provenance.series) + ": " + QFileInfo(file).completeBaseName();
    const QByteArray bytes = file.endsWith(".pdf")   ? pdf(figure, size, title, provenance)
                             : file.endsWith(".svg") ? svg(figure, size, title, provenance)
                                                     : png(figure, size, title, provenance);
    if (bytes.isEmpty()) throw StorageError(file.toStdString(), "the figure could not be drawn", "try another format");
    writeWhole(file.toStdString(), std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
}

}  // namespace coarsen::window
