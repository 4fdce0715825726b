// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/video_module/loaded_module.hpp"

#include "core/base/installed_part.hpp"

#include <dlfcn.h>

namespace coarsen::video {

namespace {

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
    throw Refusal{reason, "install FFmpeg's libraries (libavformat, libavcodec, libswscale) and the whole of Coarsen"};
}

}  // namespace

const Module& loadedModule() {
    static const Module& loaded = openModule();
    return loaded;
}

}  // namespace coarsen::video
