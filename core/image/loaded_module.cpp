// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/video_module/loaded_module.hpp"

#include "core/base/installed_part.hpp"

#include <dlfcn.h>
#include <fstream>
#include <string>

namespace coarsen::video {

namespace {

/// Remedy where films cannot be read. An archive of Coarsen names its add-on for them in a file.
std::string remedy() {
    std::string addOn;
    if (const std::filesystem::path file = installedPart("films-archive"); !file.empty()) {
        std::ifstream stream(file);
        std::getline(stream, addOn);
    }
    if (addOn.empty()) return "install FFmpeg's libraries (libavformat, libavcodec, libswscale) and the whole of Coarsen";
    return "unpack " + addOn + ", which is had where Coarsen's own archive is, in the folder where that was unpacked";
}

const Module& openModule() {
    const char* const name = "libcoarsen_video.so";
    std::string reason = "its module " + std::string(name) + " is not there";
    if (const std::filesystem::path file = installedPart(name); !file.empty()) {
        void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        const auto module = library ? reinterpret_cast<const Module* (*)()>(dlsym(library, moduleSymbol)) : nullptr;
        if (module && module()->seam == seamVersion) return *module();
        reason = library ? "its module " + std::string(name) + " belongs to another version of Coarsen"
                         : dlerror();  // names the library that is missing
    }
    throw Refusal{reason, remedy()};
}

}  // namespace

const Module& loadedModule() {
    static const Module& loaded = openModule();
    return loaded;
}

}  // namespace coarsen::video
