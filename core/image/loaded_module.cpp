// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/video_module/loaded_module.hpp"

#include <dlfcn.h>
#include <filesystem>
#include <system_error>

namespace coarsen::video {

namespace {

namespace fs = std::filesystem;

/// The folders that may hold the module: the program's own, and where it is installed beside it.
std::vector<fs::path> moduleFolders() {
    std::error_code unknown;
    const fs::path program = fs::read_symlink("/proc/self/exe", unknown).parent_path();
    return {program, program.parent_path() / "lib" / "coarsen"};
}

const Module& openModule() {
    const char* const name = "libcoarsen_video.so";
    std::string reason = "its module " + std::string(name) + " is not there";
    for (const fs::path& folder : moduleFolders()) {
        std::error_code unknown;
        if (!fs::exists(folder / name, unknown)) continue;
        void* const library = dlopen((folder / name).c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            reason = dlerror();  // names the library that is missing
            break;
        }
        const auto module = reinterpret_cast<const Module* (*)()>(dlsym(library, moduleSymbol));
        if (module && module()->seam == seamVersion) return *module();
        reason = "its module " + std::string(name) + " belongs to another version of Coarsen";
        break;
    }
    throw Refusal{reason, "install FFmpeg's libraries (libavformat, libavcodec, libswscale) and the whole of Coarsen"};
}

}  // namespace

const Module& loadedModule() {
    static const Module& loaded = openModule();
    return loaded;
}

}  // namespace coarsen::video
