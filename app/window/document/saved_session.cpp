// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/saved_session.hpp"

#include "core/base/files.hpp"
#include "core/base/sha256.hpp"

#include <string_view>
#include <system_error>
#include <utility>

namespace coarsen::window {

namespace fs = std::filesystem;

namespace {

/// The same for all ways to write a path.
fs::path placeOf(const fs::path& file) {
    std::error_code unreadable;
    const fs::path place = fs::weakly_canonical(file, unreadable);
    return unreadable ? fs::absolute(file) : place;
}

}  // namespace

Session SavedSession::read(const fs::path& file) {
    const auto bytes = readWhole(file);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    Session session = sessionFromJson(text, file);
    know(file, sha256(text));
    return session;
}

void SavedSession::write(const fs::path& file, const Session& session) {
    const std::string text = sessionJson(session, fs::absolute(file).parent_path());
    writeWhole(file, text);
    know(file, sha256(std::string_view(text)));
}

bool SavedSession::isAnothers(const fs::path& file) const {
    std::error_code unreadable;
    if (!fs::exists(file, unreadable)) return false;
    return !isKnown(file) || sha256OfFile(file) != sha256_;
}

bool SavedSession::isKnown(const fs::path& file) const {
    return placeOf(file) == file_;
}

void SavedSession::know(const fs::path& file, std::string sha256) {
    file_ = placeOf(file);
    sha256_ = std::move(sha256);
}

}  // namespace coarsen::window
