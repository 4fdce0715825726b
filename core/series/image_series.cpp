// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/image_series.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/conventions/micro_manager.hpp"
#include "core/image/decode.hpp"
#include "core/image/foreign_format.hpp"
#include "core/image/sidecar.hpp"
#include "core/series/assemble.hpp"
#include "core/series/companion.hpp"
#include "core/series/frame_depth.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/frame_sizes.hpp"
#include "core/series/named_axes.hpp"
#include "core/series/notes.hpp"
#include "core/series/volume_series.hpp"
#include "core/volume/formats/formats.hpp"
#include "core/volume/formats/stored_format.hpp"
#include "core/volume_files/placed_slices.hpp"
#include "core/volume_files/volume_files.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>
#include <set>
#include <system_error>

namespace coarsen {

namespace fs = std::filesystem;

namespace {

/// Contents of the inputs before they become frames.
struct Listing {
    std::vector<fs::path> images, volumes;
    std::vector<fs::path> slices;         ///< of several volumes, as their names say
    std::vector<std::string> others;      ///< names of files that are no images by their extension
    std::vector<std::string> subfolders;  ///< not searched
    std::vector<Said> notes;
};

/// ".png, .tif, .tiff": of every format the first two.
std::string usualExtensions() {
    std::string list;
    for (const ImageFormat& format : imageFormats())
        for (std::size_t i = 0; i < std::min<std::size_t>(2, format.extensions.size()); ++i)
            list += (list.empty() ? "" : ", ") + format.extensions[i];
    return list;
}

std::string extensionOf(const fs::path& file) {
    std::string extension = file.extension().string();
    for (char& letter : extension)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return extension;
}

/// The name of what is packed in the file, or its own.
fs::path unpackedName(const fs::path& file) {
    return extensionOf(file) == ".gz" ? fs::path(file).replace_extension() : file;
}

/// Names that files of voxels alone have.
bool isRawName(const fs::path& file) {
    static constexpr std::array extensions{".raw", ".bin", ".dat", ".vol", ".img"};
    return std::ranges::find(extensions, extensionOf(file)) != extensions.end();
}

/// Names that headers have whose samples lie in a file beside.
bool isHeaderName(const fs::path& file) {
    static constexpr std::array extensions{".mhd", ".hdr", ".nhdr"};
    return std::ranges::find(extensions, extensionOf(file)) != extensions.end();
}

/// Endings that other programs give to other things, too.
bool hasSharedEnding(const fs::path& file) {
    static constexpr std::array extensions{".map", ".rec", ".st", ".ali", ".fit", ".fts"};
    return std::ranges::find(extensions, extensionOf(file)) != extensions.end();
}

bool isImageByContent(const fs::path& file) {
    try {
        imageHeader(file);
        return true;
    } catch (const InputError&) {
        return false;
    }
}

void list(const fs::path& file, const SeriesOpening& opening, bool isNamed, Listing& listing) {
    if (opening.raw ? isNamed || isRawName(file) : isVolumeFile(file) || (opening.areVolumes && mayHoldSlices(file)))
        listing.volumes.push_back(file);
    else if (isImageFile(file) && (isNamed || !hasSharedEnding(file) || isImageByContent(file)))
        listing.images.push_back(file);
    else
        listing.others.push_back(displayName(file));
}

/// A folder that is one input, as a file is: pictures, unless volumes are asked for.
void listFolderInput(const fs::path& folder, const SeriesOpening& opening, Listing& listing) {
    (opening.areVolumes ? listing.volumes : listing.images).push_back(folder);
}

/// Reads the folder's entries; asks for no file's status unless the folder cannot tell a link's kind.
void listFolder(const fs::path& folder, const SeriesOpening& opening, Listing& listing) {
    std::error_code failed;
    fs::directory_iterator entry(folder, failed);
    if (failed)
        throw InputError(displayName(folder), "the folder cannot be read (" + failed.message() + ")", "check its permissions");
    for (; entry != fs::directory_iterator(); entry.increment(failed)) {
        const fs::path file = entry->path();
        if (file.filename().native().starts_with('.')) continue;
        std::error_code unknown;
        if (!entry->is_directory(unknown))
            list(file, opening, false, listing);
        else if (volumes::isFolderInput(file))
            listFolderInput(file, opening, listing);
        else
            listing.subfolders.push_back(displayName(file));
    }
    if (failed)
        throw InputError(displayName(folder), "the folder cannot be read to its end (" + failed.message() + ")",
                         "check the disk or network folder");
}

/// Takes a folder of slices as the volume that it is, or as the slices of several.
void listSliceFolder(const fs::path& folder, Listing& listing) {
    if (!holdsSeveralVolumes(folder)) return listing.volumes.push_back(folder);
    const std::vector<fs::path> slices = inputFiles(folder);
    listing.slices.insert(listing.slices.end(), slices.begin(), slices.end());
}

/// Takes folders of slices: the folder itself, or those in it where nothing else is.
bool tookSliceFolders(const fs::path& folder, Listing& listing) {
    if (isFolderOfSlices(folder)) {
        listSliceFolder(folder, listing);
        return true;
    }
    std::vector<fs::path> slices;
    std::error_code failed;
    fs::directory_iterator entry(folder, failed);
    for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        if (entry->path().filename().native().starts_with('.')) continue;
        if (!volumes::isPlainFolder(entry->path())) {
            if (isFrameFile(entry->path())) return false;
        } else if (isFolderOfSlices(entry->path())) {
            slices.push_back(entry->path());
        } else {
            listing.subfolders.push_back(displayName(entry->path()));
        }
    }
    for (const fs::path& one : slices)
        listSliceFolder(one, listing);
    return !failed && !slices.empty();
}

/// A file that the user names is taken when its name or its content says that it is an image.
void listFile(const fs::path& file, std::size_t inputs, const SeriesOpening& opening, Listing& listing) {
    if (opening.raw || isFrameFile(file)) return list(file, opening, true, listing);
    try {
        imageHeader(file, opening.dataset);
        listing.images.push_back(file);
    } catch (const InputError&) {
        if (inputs == 1) throw;
        listing.others.push_back(displayName(file));
    }
}

/// Voxels that a header beside them speaks for are no further files.
void dropDataOfHeaders(Listing& listing) {
    std::set<std::string> headers;
    for (const auto* const files : {&listing.volumes, &listing.images})
        for (const fs::path& file : *files)
            if (const fs::path name = unpackedName(file); isHeaderName(name)) headers.insert(displayName(name.stem()));
    std::erase_if(listing.others, [&](const std::string& name) {
        const fs::path file = unpackedName(name);
        return (extensionOf(file) == ".zraw" || isRawName(file)) && headers.contains(file.stem().string());
    });
}

/// Drops the texts that microscopes write beside their pictures from the others; the first that is of a picture speaks for all.
void dropSidecars(Listing& listing) {
    const std::set<std::string> others(listing.others.begin(), listing.others.end());
    std::set<std::string> sidecars;
    for (const fs::path& image : listing.images) {
        const std::string name = displayName(sidecarOf(image));
        if (!others.contains(name)) continue;
        if (sidecars.empty() && !sidecarFacts(image, 0, 0)) return;
        sidecars.insert(name);
    }
    std::erase_if(listing.others, [&](const std::string& name) { return sidecars.contains(name); });
}

/// Pictures, or volumes: whichever there are more of. The others are named.
bool chooseVolumes(Listing& listing, const SeriesOpening& opening) {
    if (!opening.isForVolumes() && !listing.volumes.empty() &&
        holdsPictures(*std::ranges::min_element(listing.volumes), opening.dataset)) {
        listing.images.insert(listing.images.end(), listing.volumes.begin(), listing.volumes.end());
        listing.volumes.clear();
    }
    dropDataOfHeaders(listing);
    const bool areVolumes = opening.areVolumes || opening.raw || listing.volumes.size() > listing.images.size();
    std::vector<fs::path>& left = areVolumes ? listing.images : listing.volumes;
    if (!areVolumes && left.empty()) return false;
    std::vector<std::string> names;
    for (const fs::path& file : left)
        names.push_back(displayName(file));
    if (!names.empty())
        listing.notes.push_back({"files.other-kind",
                                 (areVolumes ? "Skipped (pictures beside volumes): " : "Skipped (volumes beside pictures): ") +
                                     enumeration(names) + ".",
                                 {}});
    left.clear();
    return areVolumes;
}

/// A path whose last part is the folder's or file's own name, whatever way it was written ("." or "frames/").
fs::path plain(const fs::path& input) {
    const fs::path whole = fs::absolute(input).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();
}

/// The folder that holds all the files.
fs::path commonFolder(const std::vector<fs::path>& files) {
    fs::path common = files.front().parent_path();
    for (const fs::path& file : files) {
        const fs::path folder = file.parent_path();
        const auto [end, other] = std::mismatch(common.begin(), common.end(), folder.begin(), folder.end());
        if (end == common.end()) continue;
        fs::path shared;
        for (auto part = common.begin(); part != end; ++part)
            shared /= *part;
        common = shared;
    }
    return common;
}

std::string relativeName(const fs::path& file, const fs::path& folder) {
    std::string name;
    for (const fs::path& part : file.lexically_relative(folder)) {
        if (!name.empty()) name += '/';
        name += displayName(part);
    }
    return name;
}

/// Throws where a dataset is named, and the first file has none.
void requireDatasets(const ImageSeries& series, const std::string& dataset) {
    const FrameSource& first = series.frames.front();
    std::error_code unknown;
    if (dataset.empty() || (!fs::is_directory(first.file, unknown) && volumes::isHdf5(first.file))) return;
    throw SettingError("--dataset", first.name + " is no HDF5 file, and only these have data sets", "leave it out");
}

/// The header of the first frame that has a readable one; unchanged when none has.
void readFirstHeader(ImageSeries& series) {
    for (const FrameSource& frame : series.frames) {
        try {
            series.first = frameHeader(frame);
        } catch (const SeveralVolumes&) {
            throw;  // which of its pictures is for the user to say
        } catch (const InputError&) {
            continue;  // the frame will be named as failed when it is measured
        }
        if (!series.first.remark.empty()) say(series, series.first.remarkCode, series.first.remark);
        return;
    }
}

/// OME's words about several images, or where NDTiff keeps which picture.
bool isDescription(const std::string& name) {
    return isCompanion(name) || name == "NDTiff.index";
}

[[noreturn]] void refuseEmpty(const std::string& name, const Listing& listing, const SeriesOpening& opening) {
    const bool areVolumes = opening.areVolumes || opening.raw;
    const std::string remedy =
        !listing.subfolders.empty() ? "its subfolders are not searched: open " + enumeration(listing.subfolders)
        : opening.raw               ? "files of voxels alone end in .raw, .bin, .dat, .vol or .img; name others one by one"
        : areVolumes
            ? "volumes are files ending in .tif, .npy, .mrc, .nii, .mha, .h5 and their like"
            : "images are files ending in " + usualExtensions() + " and their like, volumes in .nii, .mha, .h5 and theirs";
    const std::string nothing = areVolumes ? "there is no volume in it" : "there is no image in it";
    for (const std::string& other : std::set<std::string>(listing.others.begin(), listing.others.end()))
        if (const auto foreign = foreignFormat(fs::path(other)); foreign && listing.subfolders.empty())
            throw InputError(name, nothing + ", and " + other + " is " + foreign->words + ", which Coarsen does not read",
                             foreign->remedy);
    throw InputError(name, nothing, remedy);
}

/// Names the rows that the instrument has written its settings into.
void sayInfoBar(ImageSeries& series) {
    const auto& rows = series.first.facts.pictureRows;
    if (!rows || rows->value >= series.first.height) return;
    const std::string height = std::to_string(rows->value);
    say(series, "crop.info-bar",
        "The picture ends at row " + height + " of " + std::to_string(series.first.height) + " (" + rows->by +
            "): what is below is the instrument's info bar, which is measured with it unless a recipe leaves it out.",
        "--set crop.info_bar=true", "--set crop.info_bar=true leaves it out.");
}

/// A series of pictures, unless its first file says that it is a volume.
void openPictures(ImageSeries& series, const SeriesOpening& opening) {
    dropSameStems(series);
    for (FrameSource& frame : series.frames)
        frame.dataset = opening.dataset;
    readFirstHeader(series);
    const bool staysPictures = opening.slice || (opening.keepsSlices && series.frames.size() == 1);
    if (!staysPictures && saysItIsVolume(series.first)) {
        const StackLayout stack = series.first.stack;
        unsay(series, "file.remark");  // the volume has its own
        makeVolumes(series, opening);
        return say(series, "pages.volume",
                   "Its " + std::to_string(stack.slices) + " slices are taken as a volume" +
                       (stack.times > 1 ? ", at each of " + std::to_string(stack.times) + " times." : "."),
                   "--z 1", "--z N measures one slice as a picture.");
    }
    if (opening.isForVolumes())
        throw SettingError(opening.channel ? "--channel" : "--t", "the frames are pictures, and it chooses a part of volumes",
                           std::string(opening.channel ? "write --set channels.use=image --set channels.pick=N for a channel of "
                                                         "pictures"
                                                       : "write --frames A:B for a part of the frames") +
                               ", or --volumes where each file is a volume");
    assemblePictures(series, opening);
    sayInfoBar(series);
    takeSizes(series, opening.sizes);
    takeBitsInUse(series);
}

/// Offers a volume where the files of a folder say that they are slices of one.
void offerVolume(ImageSeries& series) {
    if (series.volumes || series.first.pages > 1) return;
    std::vector<fs::path> files;
    for (const FrameSource& frame : series.frames)
        files.push_back(frame.file);
    if (!volumes::areSlicesOfOne(files)) return;
    say(series, "pages.slices-as-frames",
        "Its " + std::to_string(files.size()) +
            " files state that they are slices of one volume, one behind the other: they are measured one by one, which is no "
            "time series.",
        "--volumes", "--volumes takes them as a volume.");
}

}  // namespace

double firstTime(const ImageSeries& series) {
    double first = std::nan("");
    for (const FrameSource& frame : series.frames) {
        if (std::isfinite(frame.timeS)) first = std::fmin(first, frame.timeS);
        if (std::isfinite(first) && series.order == FrameOrder::name) break;
    }
    return std::isfinite(first) ? first : 0;
}

bool countsFrames(const ImageSeries& series) {
    return std::ranges::any_of(series.frames, [](const FrameSource& frame) { return frame.timeSource == TimeSource::index; });
}

ImageSeries openSeries(const std::vector<fs::path>& inputs, const SeriesOpening& opening) {
    if (inputs.empty()) throw InputError("input", "no folder or image is named", "name a folder of images");

    Listing listing;
    for (const fs::path& input : inputs) {
        if (input.empty())
            throw InputError("input", "the path is empty",
                             "name a folder of images (a variable of the shell that is not set gives an empty path)");
        std::error_code failed;
        const fs::file_status status = fs::status(input, failed);
        if (status.type() == fs::file_type::not_found)
            throw InputError(displayName(plain(input)), "it does not exist", "was it moved or renamed?");
        if (status.type() == fs::file_type::none)
            throw InputError(displayName(plain(input)), "it cannot be opened (" + failed.message() + ")",
                             "check its permissions");
        if (volumes::isFolderInput(input))
            listFolderInput(plain(input), opening, listing);
        else if (status.type() != fs::file_type::directory)
            listFile(isCompanion(input) ? imageOfCompanion(plain(input)) : plain(input), inputs.size(), opening, listing);
        else if (!opening.areVolumes || opening.raw || !tookSliceFolders(plain(input), listing))
            listFolder(plain(input), opening, listing);
    }

    ImageSeries series;
    series.comparesSizes = true;
    series.name = displayName(plain(inputs.front()));
    const bool areVolumes = chooseVolumes(listing, opening), areSlices = listing.volumes.empty() && !listing.slices.empty();
    dropSidecars(listing);
    std::vector<fs::path>& files = areSlices ? listing.slices : areVolumes ? listing.volumes : listing.images;
    if (files.empty()) refuseEmpty(series.name, listing, opening);

    series.folder = commonFolder(files);
    for (fs::path& file : files) {
        FrameSource frame;
        frame.name = relativeName(file, series.folder);
        frame.file = std::move(file);
        series.frames.push_back(std::move(frame));
    }
    const auto isBefore = [](const FrameSource& a, const FrameSource& b) {
        return a.name == b.name ? a.file < b.file : naturalLess(a.name, b.name);
    };
    const auto isSame = [](const FrameSource& a, const FrameSource& b) { return a.file == b.file; };
    std::sort(series.frames.begin(), series.frames.end(), isBefore);
    series.frames.erase(std::unique(series.frames.begin(), series.frames.end(), isSame), series.frames.end());

    requireDatasets(series, opening.dataset);
    series.notes = std::move(listing.notes);
    // What speaks of images in a file of its own is left out only where no image is of it.
    std::vector<std::string> descriptions;
    std::ranges::copy_if(listing.others, std::back_inserter(descriptions), isDescription);
    std::erase_if(listing.others, isDescription);
    if (!listing.others.empty()) say(series, "files.no-images", "Skipped (not images): " + enumeration(listing.others) + ".");
    if (!listing.subfolders.empty())
        say(series, "files.subfolders", "Subfolders are not searched: " + enumeration(listing.subfolders) + ".");

    if (areVolumes) {
        if (opening.slice) throw SettingError("--z", "the frames are volumes, which are measured whole", "leave it out");
        SeriesOpening open = opening;
        if (areSlices) gatherSlices(series, open);
        if (open.position)
            throw SettingError("--position", "the frames are volumes, and it chooses among positions of pictures",
                               "leave it out");
        makeVolumes(series, open);
    } else {
        openPictures(series, opening);
        if (inputs.size() == 1 && volumes::isPlainFolder(inputs.front())) offerVolume(series);
    }
    std::erase(descriptions, series.first.facts.describedBy);
    const auto isOfDataSet = [](const FrameSource& frame) { return !conventions::dataSetOf(displayName(frame.file)).empty(); };
    if (std::ranges::any_of(series.frames, isOfDataSet)) std::erase(descriptions, "NDTiff.index");
    if (!descriptions.empty())
        say(series, "files.no-images",
            "Skipped (they belong to none of the images): " + enumeration(std::move(descriptions)) + ".");
    for (std::size_t i = 0; i < series.frames.size(); ++i)
        series.frames[i].timeS = static_cast<double>(i);
    return series;
}

}  // namespace coarsen
