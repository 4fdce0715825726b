// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/frame_picture.hpp"

#include "core/base/error.hpp"
#include "core/image/decode.hpp"

namespace coarsen {

namespace {

template <typename Page>
RawImage withFurtherChannels(const FrameSource& source, bool withChannels, Page page) {
    RawImage picture = page(source.page);
    for (std::size_t channel = 1; withChannels && channel < source.channelPages.size(); ++channel) {
        const int number = source.channelPages[channel];
        const bool isElsewhere = channel < source.channelFiles.size() && source.channelFiles[channel] != source.file;
        Image further = isElsewhere ? decode(source.channelFiles[channel], number).image : page(number).image;
        const bool isAlike = further.width() == picture.image.width() && further.height() == picture.image.height() &&
                             further.channels() == 1 && picture.image.channels() == 1;
        if (!isAlike)
            throw InputError(source.name, "its channels are not grey pictures of one size",
                             "save it again with the program that made it");
        picture.furtherChannels.push_back(std::move(further));
    }
    return picture;
}

}  // namespace

RawImage framePicture(const FrameSource& source, bool withChannels, const SharedFile& read) {
    return withFurtherChannels(source, withChannels, [&](int page) { return decode(read, source.file, page); });
}

RawImage framePicture(const FrameSource& source, bool withChannels, std::shared_ptr<const SharedFile>& kept) {
    return withFurtherChannels(source, withChannels, [&](int page) { return decode(source.file, page, kept); });
}

}  // namespace coarsen
