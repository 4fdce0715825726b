// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/image/formats/exif.hpp"
#include "core/image/formats/formats.hpp"
#include "core/image/formats/tiff_deflate.hpp"
#include "core/image/formats/tiff_directories.hpp"
#include "core/image/formats/tiff_facts.hpp"
#include "core/image/formats/tiff_file.hpp"
#include "core/image/formats/tiff_samples.hpp"
#include "core/image/orientation.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <type_traits>

namespace coarsen::formats {

namespace {

// No compression that we read packs more bytes than this into one, but those for facsimiles.
constexpr std::uint64_t bestCompression = 40000;

InputError unsupported(const TiffFile& tiff, const std::string& what) {
    return InputError(displayName(tiff.file()), what + ", which Coarsen does not read",
                      "save it as grey or RGB TIFF of 8 or 16 bits");
}

/// Tags of one page, checked.
struct Page {
    std::uint32_t width = 0, height = 0;
    SampleLayout layout;
    PixelType pixelType = PixelType::u8;
    std::uint16_t samples = 1, compression = COMPRESSION_NONE, photometric = PHOTOMETRIC_MINISBLACK, orientation = 1;
    std::uint16_t colours = 1;  ///< channels of light: 1 or 3
    std::uint16_t further = 0;  ///< grey channels after the first, in planes of their own
    bool hasAlpha = false, isPlanar = false, isTiled = false;
    std::uint32_t partWidth = 0, partHeight = 0;  ///< of a tile or strip
    std::vector<Rgb> palette;

    std::uint16_t kept() const { return static_cast<std::uint16_t>(colours + (hasAlpha ? 1 : 0) + further); }
    bool isFax() const {
        return compression == COMPRESSION_CCITTRLE || compression == COMPRESSION_CCITTRLEW ||
               compression == COMPRESSION_CCITTFAX3 || compression == COMPRESSION_CCITTFAX4;
    }
    int channels() const { return photometric == PHOTOMETRIC_PALETTE ? (isGrey(palette) ? 1 : 3) : kept() - further; }
    int bitsPerSample() const { return photometric == PHOTOMETRIC_PALETTE ? 8 : static_cast<int>(std::min(layout.bits, 32u)); }
};

std::vector<Rgb> paletteOf(const TiffFile& tiff, unsigned bits) {
    std::uint16_t *red = nullptr, *green = nullptr, *blue = nullptr;
    if (bits > 16 || !TIFFGetField(tiff.handle(), TIFFTAG_COLORMAP, &red, &green, &blue))
        throw damaged(tiff.file(), "its palette is missing");
    const std::size_t entries = std::size_t{1} << bits;
    const auto isSmall = [&](const std::uint16_t* map) {
        return std::all_of(map, map + entries, [](auto v) { return v < 256; });
    };
    const int shift = isSmall(red) && isSmall(green) && isSmall(blue) ? 0 : 8;  // some old writers stored bytes
    std::vector<Rgb> palette(entries);
    for (std::size_t i = 0; i < entries; ++i)
        palette[i] = {static_cast<std::uint8_t>(red[i] >> shift), static_cast<std::uint8_t>(green[i] >> shift),
                      static_cast<std::uint8_t>(blue[i] >> shift)};
    return palette;
}

constexpr std::uint16_t lsmTag = 34412;

/// Tells whether a page's samples stand in planes that are channels of a microscope: grey ones, or those of a file of Zeiss' LSM,
/// which calls two or four red, green and blue, too.
bool arePlanesChannels(const TiffFile& tiff, const Page& page) {
    if (!page.isPlanar || page.samples < 2) return false;
    const bool areColours = page.photometric == PHOTOMETRIC_RGB && page.samples == 3;
    return page.photometric == PHOTOMETRIC_MINISBLACK || (!areColours && tiff.instrumentTags().find(lsmTag) != nullptr);
}

/// Sorts samples into light and opacity. Others that the file adds are not read.
void sortChannels(const TiffFile& tiff, Page& page) {
    const bool areChannels = arePlanesChannels(tiff, page);
    if (areChannels) page.photometric = PHOTOMETRIC_MINISBLACK;
    switch (page.photometric) {
        case PHOTOMETRIC_MINISBLACK:
        case PHOTOMETRIC_MINISWHITE:
        case PHOTOMETRIC_PALETTE:
            page.colours = 1;
            break;
        case PHOTOMETRIC_RGB:
            page.colours = 3;
            break;
        case PHOTOMETRIC_YCBCR:
            if (page.compression != COMPRESSION_JPEG) throw unsupported(tiff, "its colours are stored as YCbCr without JPEG");
            TIFFSetField(tiff.handle(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
            page.colours = 3;
            break;
        case PHOTOMETRIC_SEPARATED:
            throw unsupported(tiff, "its colours are made for printing (CMYK)");
        case PHOTOMETRIC_CFA:
            throw unsupported(tiff, "it is a camera's raw picture");
        default:
            throw unsupported(tiff,
                              "its colours are of kind " + std::to_string(page.photometric) + " (photometric interpretation)");
    }
    if (page.samples < page.colours)
        throw damaged(tiff.file(),
                      std::to_string(page.samples) + " samples a pixel for " + std::to_string(page.colours) + " colours");
    std::uint16_t extras = 0, *kinds = nullptr;
    const bool areNamed = TIFFGetField(tiff.handle(), TIFFTAG_EXTRASAMPLES, &extras, &kinds) && extras > 0;
    if (page.photometric != PHOTOMETRIC_PALETTE && page.samples > page.colours && areNamed)
        page.hasAlpha = kinds[0] == EXTRASAMPLE_ASSOCALPHA || kinds[0] == EXTRASAMPLE_UNASSALPHA;
    if (areChannels && !page.hasAlpha) {
        page.further = static_cast<std::uint16_t>(page.samples - 1);
        return;
    }
    if (page.samples > page.colours && !areNamed)
        throw unsupported(tiff, "it has " + std::to_string(page.samples) + " samples a pixel and does not say what they are");
}

Page pageOf(const TiffFile& tiff) {
    Page page;
    page.width = tiff.tag<std::uint32_t>(TIFFTAG_IMAGEWIDTH, 0);
    page.height = tiff.tag<std::uint32_t>(TIFFTAG_IMAGELENGTH, 0);
    page.samples = tiff.tag<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL, 1);
    page.layout.bits = tiff.tag<std::uint16_t>(TIFFTAG_BITSPERSAMPLE, 1);
    page.compression = tiff.tag<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    page.orientation = tiff.tag<std::uint16_t>(TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    page.isPlanar = tiff.tag<std::uint16_t>(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE;
    page.isTiled = TIFFIsTiled(tiff.handle());
    if (!TIFFGetField(tiff.handle(), TIFFTAG_PHOTOMETRIC, &page.photometric))
        page.photometric = page.samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;

    if (TIFFFieldWithTag(tiff.handle(), TIFFTAG_DNGVERSION)) {
        const std::uint8_t* version = nullptr;
        if (TIFFGetField(tiff.handle(), TIFFTAG_DNGVERSION, &version))
            throw unsupported(tiff, "it is a camera's raw picture (DNG)");
    }
    if (!TIFFIsCODECConfigured(page.compression))
        throw unsupported(tiff, "it is compressed by method " + std::to_string(page.compression));
    const auto kind = tiff.tag<std::uint16_t>(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
    if (kind == SAMPLEFORMAT_COMPLEXINT || kind == SAMPLEFORMAT_COMPLEXIEEEFP)
        throw unsupported(tiff, "it holds complex numbers");
    page.layout.kind = kind == SAMPLEFORMAT_INT      ? SampleKind::signedInteger
                       : kind == SAMPLEFORMAT_IEEEFP ? SampleKind::floatingPoint
                                                     : SampleKind::unsignedInteger;
    const auto pixelType = page.layout.pixelType();
    if (!pixelType) throw unsupported(tiff, "its samples have " + std::to_string(page.layout.bits) + " bits of an unusual kind");
    page.pixelType = *pixelType;
    if (page.photometric == PHOTOMETRIC_MINISWHITE && page.layout.kind == SampleKind::floatingPoint)
        throw unsupported(tiff, "it holds floating point numbers of which the smallest is white");

    sortChannels(tiff, page);
    const int bytes = page.pixelType == PixelType::u8 ? 1 : page.pixelType == PixelType::u16 ? 2 : 4;
    checkDeclaredSize(tiff.file(), page.width, page.height, page.kept(), bytes);
    if (page.photometric == PHOTOMETRIC_PALETTE) {
        if (page.pixelType == PixelType::f32) throw damaged(tiff.file(), "a palette for numbers that are no indices");
        page.palette = paletteOf(tiff, page.layout.bits);
    }
    page.partWidth = page.isTiled ? tiff.tag<std::uint32_t>(TIFFTAG_TILEWIDTH, 0) : page.width;
    page.partHeight = page.isTiled ? tiff.tag<std::uint32_t>(TIFFTAG_TILELENGTH, 0)
                                   : std::min(tiff.tag<std::uint32_t>(TIFFTAG_ROWSPERSTRIP, page.height), page.height);
    if (page.partWidth == 0 || page.partHeight == 0) throw damaged(tiff.file(), "its tiles or strips have no size");
    return page;
}

/// Throws when the file is shorter than its parts need, or when it claims more pixels than its bytes can hold.
void checkParts(const TiffFile& tiff, const Page& page) {
    TIFF* const t = tiff.handle();
    const std::uint64_t size = tiff.bytes().size();
    const std::uint32_t parts = page.isTiled ? TIFFNumberOfTiles(t) : TIFFNumberOfStrips(t);
    std::uint64_t end = 0;
    for (std::uint32_t part = 0; part < parts; ++part) {
        const std::uint64_t offset = TIFFGetStrileOffset(t, part), count = TIFFGetStrileByteCount(t, part);
        if (offset > size * 1000 + (1u << 30) || count > size * 1000 + (1u << 30))
            throw damaged(tiff.file(), "a part of the picture points outside the file");
        end = std::max(end, offset + count);
    }
    if (end > size) throw endsEarly(tiff.file(), size, end);

    const std::uint64_t partBytes = page.isTiled ? TIFFTileSize64(t) : TIFFStripSize64(t);
    const std::uint64_t allBytes = partBytes * std::max(parts, 1u);
    const bool isStored = page.compression == COMPRESSION_NONE;
    const bool isTooMuch = partBytes == 0 || partBytes > maxDecodedBytes || allBytes / partBytes != std::max(parts, 1u) ||
                           (isStored && !page.isTiled && page.width * std::uint64_t{page.height} / 8 > size) ||
                           (!page.isFax() && partBytes / bestCompression > size);
    if (isTooMuch)
        throw InputError(displayName(tiff.file()),
                         "its header promises " + std::to_string(page.width) + " x " + std::to_string(page.height) +
                             " pixels, far more than its " + std::to_string(size) + " bytes can hold",
                         copyAgain);
}

/// libtiff passes over the checksum of a part that unpacks to more than its rows need, as damage makes it.
void checkDeflate(const TiffFile& tiff, const Page& page, std::uint32_t index, std::uint32_t y,
                  std::span<const std::byte> decoded) {
    if (page.compression != COMPRESSION_ADOBE_DEFLATE && page.compression != COMPRESSION_DEFLATE) return;
    const bool isReversed = tiff.tag<std::uint16_t>(TIFFTAG_FILLORDER, FILLORDER_MSB2LSB) == FILLORDER_LSB2MSB;
    const std::uint64_t offset = TIFFGetStrileOffset(tiff.handle(), index), count = TIFFGetStrileByteCount(tiff.handle(), index);
    if (isWholeDeflate(tiff.bytes().subspan(offset, count), decoded, isReversed)) return;  // checkParts: it lies in the file
    throw damaged(tiff.file(), "the checksum of its pixels from row " + std::to_string(y) + " on is wrong");
}

/// Decodes the part (strip or tile) that holds pixel (x, y) of a plane.
void decodePart(TiffFile& tiff, const Page& page, std::uint32_t x, std::uint32_t y, std::uint16_t plane,
                std::span<std::byte> part) {
    TIFF* const t = tiff.handle();
    const auto size = static_cast<tmsize_t>(part.size());
    const std::uint32_t index = page.isTiled ? TIFFComputeTile(t, x, y, 0, plane) : TIFFComputeStrip(t, y, plane);
    const tmsize_t got =
        page.isTiled ? TIFFReadEncodedTile(t, index, part.data(), size) : TIFFReadEncodedStrip(t, index, part.data(), size);
    const std::uint32_t rows = page.isTiled ? page.partHeight : std::min(page.partHeight, page.height - y);
    const tmsize_t rowBytes = page.isTiled ? TIFFTileRowSize(t) : TIFFScanlineSize(t);
    if (got >= rowBytes * static_cast<tmsize_t>(rows))
        return checkDeflate(tiff, page, index, y, part.first(static_cast<std::size_t>(got)));
    const std::string reason = tiff.complaint();
    if (reason.find("not supported") != std::string::npos) throw unsupported(tiff, "its compression is unusual (" + reason + ")");
    throw damaged(tiff.file(), reason.empty() ? "the picture stops at row " + std::to_string(y) : reason);
}

/// All kept channels, one plane after the other.
template <typename T>
std::vector<T> planesOf(TiffFile& tiff, const Page& page) {
    const std::size_t planeSize = std::size_t{page.width} * page.height, kept = page.kept();
    const std::size_t samplesPerPixel = page.isPlanar ? 1 : page.samples;
    const auto partBytes =
        static_cast<std::size_t>(page.isTiled ? TIFFTileSize64(tiff.handle()) : TIFFStripSize64(tiff.handle()));
    const auto rowBytes =
        static_cast<std::size_t>(page.isTiled ? TIFFTileRowSize64(tiff.handle()) : TIFFScanlineSize64(tiff.handle()));
    if (rowBytes < (page.partWidth * samplesPerPixel * page.layout.bits + 7) / 8)
        throw unsupported(tiff, "its colours are stored at less than full size");

    constexpr SampleKind kindOfT = std::is_integral_v<T> ? SampleKind::unsignedInteger : SampleKind::floatingPoint;
    const bool isStoredAsKept = page.layout.kind == kindOfT && page.layout.bits == 8 * sizeof(T) && samplesPerPixel == 1 &&
                                !page.isTiled && rowBytes == page.width * sizeof(T);  // strips go where they belong at once

    std::vector<std::byte> part(isStoredAsKept ? 0 : partBytes);
    std::vector<T> row(page.partWidth * samplesPerPixel);
    std::vector<T> planes(planeSize * kept);
    const std::uint16_t planesApart = page.isPlanar ? page.kept() : 1;
    for (std::uint16_t plane = 0; plane < planesApart; ++plane)
        for (std::uint32_t y = 0; y < page.height; y += page.partHeight)
            for (std::uint32_t x = 0; x < page.width; x += page.partWidth) {
                const std::size_t rows = std::min(page.partHeight, page.height - y),
                                  columns = std::min(page.partWidth, page.width - x);
                T* const corner = planes.data() + plane * planeSize + std::size_t{y} * page.width + x;
                const auto strip = std::as_writable_bytes(std::span(corner, rows * columns));
                decodePart(tiff, page, x, y, plane, isStoredAsKept ? strip : std::span(part));
                for (std::size_t r = 0; r < rows && !isStoredAsKept; ++r) {
                    T* const to = corner + r * page.width;
                    const std::byte* const from = part.data() + r * rowBytes;
                    if (samplesPerPixel == 1) {
                        unpackSamples(from, columns, page.layout, to);
                        continue;
                    }
                    unpackSamples(from, columns * samplesPerPixel, page.layout, row.data());
                    for (std::size_t channel = 0; channel < kept; ++channel)
                        for (std::size_t i = 0; i < columns; ++i)
                            to[channel * planeSize + i] = row[i * samplesPerPixel + channel];
                }
                if (page.height - y <= page.partHeight && page.width - x <= page.partWidth)
                    break;  // before y or x could overflow
            }
    return planes;
}

/// Turns "smallest is white" round, so that larger is brighter.
template <typename T>
void invert(const Page& page, std::vector<T>& planes) {
    const double brightest = page.layout.kind == SampleKind::signedInteger ? -1 : std::exp2(page.layout.bits) - 1;
    const std::size_t planeSize = std::size_t{page.width} * page.height;
    for (std::size_t i = 0; i < planeSize; ++i)
        planes[i] = static_cast<T>(brightest - static_cast<double>(planes[i]));
}

template <typename T>
Image pictureOf(TiffFile& tiff, const Page& page) {
    std::vector<T> planes = planesOf<T>(tiff, page);
    const int width = static_cast<int>(page.width), height = static_cast<int>(page.height);
    if constexpr (std::is_integral_v<T>)
        if (page.photometric == PHOTOMETRIC_PALETTE) return paletteImage(width, height, planes, page.palette);
    if (page.photometric == PHOTOMETRIC_MINISWHITE) invert(page, planes);
    return Image(width, height, std::move(planes), page.kept());
}

/// The only directory's pictures where those after the first lie behind its own, uncompressed and without gaps, as ImageJ and
/// MetaMorph write stacks; 1 elsewhere.
int picturesBehindOne(const TiffFile& tiff, const Page& page, std::uint64_t fileSize) {
    const int promised = std::max(conventions::imageJPictures(tiff.text(TIFFTAG_IMAGEDESCRIPTION)), metaMorphPlanesOf(tiff));
    if (promised < 2 || page.compression != COMPRESSION_NONE || page.isTiled || page.samples != 1 || page.layout.bits % 8 != 0)
        return 1;
    const std::uint64_t first = TIFFGetStrileOffset(tiff.handle(), 0);
    const std::uint64_t bytes = std::uint64_t{page.width} * page.height * page.layout.bits / 8;
    if (first >= fileSize || bytes == 0) return 1;
    return static_cast<int>(std::clamp<std::uint64_t>((fileSize - first) / bytes, 1, static_cast<std::uint64_t>(promised)));
}

/// Reads such a picture: it has no directory, so that libtiff does not know of it.
template <typename T>
Image pictureBehind(const TiffFile& tiff, const Page& page, int index) {
    const std::size_t samples = std::size_t{page.width} * page.height, sampleBytes = page.layout.bits / 8;
    const std::size_t at = TIFFGetStrileOffset(tiff.handle(), 0) + static_cast<std::size_t>(index) * samples * sampleBytes;
    const auto stored = tiff.bytes().subspan(at, samples * sampleBytes);
    std::vector<std::byte> bytes(stored.begin(), stored.end());
    if (TIFFIsByteSwapped(tiff.handle()))
        for (std::size_t i = 0; i < bytes.size(); i += sampleBytes)
            std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                         bytes.begin() + static_cast<std::ptrdiff_t>(i + sampleBytes));
    std::vector<T> plane(samples);
    unpackSamples(bytes.data(), samples, page.layout, plane.data());
    if (page.photometric == PHOTOMETRIC_MINISWHITE) invert(page, plane);
    return Image(static_cast<int>(page.width), static_cast<int>(page.height), std::move(plane), 1);
}

template <typename T>
Image pictureAt(TiffFile& tiff, const Page& page, int behind) {
    return behind > 0 ? pictureBehind<T>(tiff, page, behind) : pictureOf<T>(tiff, page);
}

/// Decodes the current directory's picture, or one of those `behind` it.
RawImage pictureIn(TiffFile& tiff, int behind) {
    const Page page = pageOf(tiff);
    checkParts(tiff, page);
    tiff.clearComplaint();

    RawImage raw;
    raw.image = page.pixelType == PixelType::u8    ? pictureAt<std::uint8_t>(tiff, page, behind)
                : page.pixelType == PixelType::u16 ? pictureAt<std::uint16_t>(tiff, page, behind)
                                                   : pictureAt<float>(tiff, page, behind);
    raw.image = upright(raw.image, page.orientation);
    if (page.further > 0) keepChannelsApart(raw);
    raw.bitsPerSample = page.bitsPerSample();
    raw.hasAlpha = page.hasAlpha;
    raw.format = "TIFF";
    raw.isLinear = page.pixelType == PixelType::f32;
    return raw;
}

RawImage decodeTiff(std::span<const std::byte> bytes, const std::filesystem::path& file, int pageIndex) {
    TiffFile tiff(bytes, file);
    int behind = 0;  // pictures after the directory's own
    if (pageIndex > 0 && !TIFFSetDirectory(tiff.handle(), static_cast<tdir_t>(pageIndex))) {
        const bool isAlone = TIFFSetDirectory(tiff.handle(), 0) && TIFFNumberOfDirectories(tiff.handle()) == 1;
        if (isAlone && pageIndex < picturesBehindOne(tiff, pageOf(tiff), bytes.size())) behind = pageIndex;
        if (behind == 0) throw InputError(displayName(file), "it has no page " + std::to_string(pageIndex) + " (the first is 0)");
    }
    return pictureIn(tiff, behind);
}

RawImage decodeTiffAt(std::span<const std::byte> bytes, const std::filesystem::path& file, std::uint64_t place) {
    TiffFile tiff(bytes, file, place);
    return pictureIn(tiff, 0);
}

/// `isWhole`: all of the file can be read, so that where its directories end, the file does.
ImageHeader headerOf(TiffFile& tiff, bool isWhole, std::uint64_t fileSize) {
    const std::filesystem::path& file = tiff.file();
    ImageHeader header;
    header.format = "TIFF";
    tiff.clearComplaint();
    const int count = std::max(1, static_cast<int>(TIFFNumberOfDirectories(tiff.handle())));
    if (!isWhole && !tiff.complaint().empty()) throw damaged(file, tiff.complaint());  // more of the file is needed
    if (!tiff.complaint().empty())
        header.remark = displayName(file) + " breaks off after page " + std::to_string(count - 1) +
                        " (the first is 0): it was cut or is damaged, and what comes after is not measured.";

    TiffWords words;
    words.fileName = file.filename().string();
    words.description = tiff.text(TIFFTAG_IMAGEDESCRIPTION);
    words.software = tiff.text(TIFFTAG_SOFTWARE);
    words.summary = summaryOf(tiff);
    tiff.clearComplaint();
    words.pages = directoriesOf(tiff, count);
    if (!isWhole && !tiff.complaint().empty()) throw damaged(file, tiff.complaint());

    const auto isPicture = [](const TiffDirectory& one) { return !one.isReduced && !one.isMask; };
    const auto first = std::ranges::find_if(words.pages, isPicture);
    const auto directory = first == words.pages.end() ? 0 : first - words.pages.begin();
    TIFFSetDirectory(tiff.handle(), static_cast<tdir_t>(directory));
    const Page page = pageOf(tiff);
    words.resolution = {tiff.tag<float>(TIFFTAG_XRESOLUTION, 0), tiff.tag<float>(TIFFTAG_YRESOLUTION, 0),
                        tiff.tag<std::uint16_t>(TIFFTAG_RESOLUTIONUNIT, 2)};
    words.maxSampleValue = tiff.tag<std::uint16_t>(TIFFTAG_MAXSAMPLEVALUE, 0);
    if (count == 1) words.picturesBehindOne = picturesBehindOne(tiff, page, fileSize);
    words.instrument = instrumentFactsOf(tiff, page.width, page.height, picturesIn(words));
    header.facts = tiffFacts(words);
    const bool swaps = swapsSides(page.orientation);
    makeUpright(header.facts, page.orientation);
    header.width = static_cast<int>(swaps ? page.height : page.width);
    header.height = static_cast<int>(swaps ? page.width : page.height);
    header.channels = page.channels();
    header.bitsPerSample = page.bitsPerSample();
    if (page.further > 0) header.planes = page.further + 1;
    const bool areLsmColours = page.isPlanar && page.colours == 3 && tiff.instrumentTags().find(lsmTag) != nullptr;
    if (areLsmColours) header.planes = page.colours;
    if (areLsmColours && header.remark.empty()) {
        header.remark =
            "Its pages hold 3 channels each, which the file calls red, green and blue: grey is made of them. "
            "--set channels.use=image --set channels.pick=1 takes one.";
        header.remarkCode = "pages.channels";
    }
    if (page.further > 0 && header.remark.empty()) {
        header.remark = "Its pages hold " + std::to_string(page.further + 1) +
                        " channels each; the first is measured. --set channels.use=image --set channels.pick=2 takes another.";
        header.remarkCode = "pages.channels";
    }
    takeScene(header, 0);
    return header;
}

ImageHeader tiffHeader(std::span<const std::byte> start, std::size_t fileSize, const std::filesystem::path& file) {
    TiffFile tiff(start, file);
    return headerOf(tiff, start.size() == fileSize, fileSize);
}

ImageHeader tiffHeaderOf(const FileReader& reader) {
    TiffFile tiff(reader);
    return headerOf(tiff, true, reader.size());
}

bool isTiff(std::span<const std::byte> start) {
    if (start.size() < 4) return false;
    const std::string_view four(reinterpret_cast<const char*>(start.data()), 4);
    using namespace std::string_view_literals;
    return four == "II*\0"sv || four == "MM\0*"sv || four == "II+\0"sv || four == "MM\0+"sv;
}

}  // namespace

ImageFormat tiff() {
    ImageFormat format{"TIFF", {".tif", ".tiff", ".lsm", ".stk"}, isTiff, decodeTiff, tiffHeader, false, tiffHeaderOf, true};
    format.pagePlaces = directoryPlaces;
    format.decodeAt = decodeTiffAt;
    return format;
}

}  // namespace coarsen::formats
