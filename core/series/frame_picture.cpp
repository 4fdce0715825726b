// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/frame_picture.hpp"

#include "core/base/error.hpp"
#include "core/base/sha256.hpp"
#include "core/image/decode.hpp"

#include <algorithm>
#include <iterator>

namespace coarsen {

namespace {

bool isElsewhere(const FrameSource& source, std::size_t channel) {
    return channel < source.channelFiles.size() && source.channelFiles[channel] != source.file;
}

/// Leaves of a page whose planes are channels the one that is meant.
void takePlane(RawImage& picture, const FrameSource& source) {
    const std::vector<Image>& further = picture.furtherChannels;
    const int planes = further.empty() ? picture.image.channels() : static_cast<int>(further.size()) + 1;
    if (*source.plane >= planes)
        throw InputError(source.name,
                         "it has no channel " + std::to_string(*source.plane + 1) + ": its page holds " + std::to_string(planes),
                         "take it out, or choose a channel that all have");
    if (further.empty()) keepChannelsApart(picture);
    if (*source.plane > 0) picture.image = further[static_cast<std::size_t>(*source.plane) - 1];
    picture.furtherChannels.clear();
}

/// `page` decodes one of the frame's own file, `other` one of a channel's.
template <typename Page, typename OtherPage>
RawImage withFurtherChannels(const FrameSource& source, bool withChannels, Page page, OtherPage other) {
    RawImage picture = page(source.page);
    if (source.plane) takePlane(picture, source);
    if (!withChannels) picture.furtherChannels.clear();  // those that lie on the page itself
    for (std::size_t channel = 1; withChannels && channel < source.channelPages.size(); ++channel) {
        const int number = source.channelPages[channel];
        Image further = isElsewhere(source, channel) ? other(source.channelFiles[channel], number).image : page(number).image;
        const bool isAlike = further.width() == picture.image.width() && further.height() == picture.image.height() &&
                             further.channels() == 1 && picture.image.channels() == 1;
        if (!isAlike)
            throw InputError(source.name, "its channels are not grey pictures of one size",
                             "save it again with the program that made it");
        picture.furtherChannels.push_back(std::move(further));
    }
    return picture;
}

RawImage decodeOther(const std::filesystem::path& file, int page) {
    return decode(file, page);
}

}  // namespace

RawImage framePicture(const FrameSource& source, bool withChannels, const SharedFile& read) {
    return withFurtherChannels(
        source, withChannels, [&](int page) { return decode(read, source.file, page, source.dataset); }, decodeOther);
}

RawImage framePicture(const FrameSource& source, bool withChannels, std::shared_ptr<const SharedFile>& kept) {
    return withFurtherChannels(
        source, withChannels, [&](int page) { return decode(source.file, page, kept, source.dataset); }, decodeOther);
}

ImageHeader frameHeader(const FrameSource& source) {
    return imageHeader(source.file, source.dataset);
}

ImageHeader frameHeader(const FrameSource& source, const SharedFile& read) {
    return imageHeader(read, source.file, source.dataset);
}

std::vector<std::filesystem::path> furtherFiles(const FrameSource& source) {
    std::vector<std::filesystem::path> files;
    for (std::size_t channel = 1; channel < source.channelPages.size(); ++channel)
        if (isElsewhere(source, channel) && std::ranges::find(files, source.channelFiles[channel]) == files.end())
            files.push_back(source.channelFiles[channel]);
    std::ranges::copy_if(source.sliceFiles, std::back_inserter(files),
                         [&](const std::filesystem::path& slice) { return slice != source.file; });
    return files;
}

std::vector<ChannelFile> channelFiles(const FrameSource& source, const std::vector<ChannelFile>& kept) {
    std::vector<ChannelFile> files;
    for (const std::filesystem::path& file : furtherFiles(source)) {
        const auto known = std::ranges::find(kept, file, &ChannelFile::file);
        files.push_back(known != kept.end() ? *known : ChannelFile{file, pictureFile(file, true)});
    }
    return files;
}

RawImage framePicture(const FrameSource& source, const SharedFile& read, const std::vector<ChannelFile>& others) {
    return withFurtherChannels(
        source, true, [&](int page) { return decode(read, source.file, page, source.dataset); },
        [&](const std::filesystem::path& file, int page) {
            return decode(*std::ranges::find(others, file, &ChannelFile::file)->read, file, page);
        });
}

std::string sha256OfAll(const std::vector<std::string>& sums) {
    std::string all;
    for (const std::string& sum : sums)
        all += sum + "\n";
    return all.empty() ? all : sha256(all);
}

}  // namespace coarsen
