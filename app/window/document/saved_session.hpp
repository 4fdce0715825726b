// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <filesystem>
#include <string>

namespace coarsen::window {

/// The session file as this window knows it: two windows that have one session open do not replace each other's work unasked.
class SavedSession {
public:
    Session read(const std::filesystem::path& file);                        ///< throws InputError
    void write(const std::filesystem::path& file, const Session& session);  ///< throws StorageError

    /// True where something lies there that this window has neither read nor written.
    bool isAnothers(const std::filesystem::path& file) const;
    bool isKnown(const std::filesystem::path& file) const;  ///< true where it has read or written it, whatever it is now

private:
    void know(const std::filesystem::path& file, std::string sha256);

    std::filesystem::path file_;  ///< absolute; empty: none
    std::string sha256_;          ///< of what this window read there, or wrote
};

}  // namespace coarsen::window
