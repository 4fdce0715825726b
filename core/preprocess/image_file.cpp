// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/image_file.hpp"

#include "core/base/error.hpp"
#include "core/image/decode.hpp"
#include "core/preprocess/grey.hpp"

#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>

namespace coarsen {

namespace {

struct Known {
    std::filesystem::file_time_type changed;
    std::shared_ptr<const Image> image;
};

std::string sizeText(int width, int height) {
    return std::to_string(width) + " x " + std::to_string(height) + " px";
}

std::shared_ptr<const Image> readImage(const std::string& key, const std::string& file) {
    static std::mutex mutex;
    static std::map<std::string, Known> known;
    const std::lock_guard lock(mutex);
    std::error_code ignored;  // decoding says what is wrong
    const auto changed = std::filesystem::last_write_time(file, ignored);
    if (const auto found = known.find(file); found != known.end() && found->second.changed == changed && !ignored)
        return found->second.image;
    constexpr std::size_t most = 8;
    if (known.size() >= most) known.clear();
    try {
        const RawImage raw = decode(file);
        Frame frame;
        frame.image = raw.image;
        frame.hasAlpha = raw.hasAlpha;
        auto image = std::make_shared<const Image>(Grey{}(frame).image.asFloat());
        known[file] = {changed, image};
        return image;
    } catch (const InputError& error) {
        throw SettingError(key, error.what(), "choose another file");
    }
}

}  // namespace

std::shared_ptr<const Image> imageFile(const std::string& key, const std::string& file, int width, int height) {
    if (file.empty()) throw SettingError(key, "no file is named", "name an image of the frames' size");
    auto image = readImage(key, file);
    if (image->width() != width || image->height() != height)
        throw SettingError(
            key, file + " is " + sizeText(image->width(), image->height()) + ", the frames are " + sizeText(width, height),
            "give one that was taken with the same camera settings");
    return image;
}

}  // namespace coarsen
