// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>

namespace coarsen {

/// Failure in the three parts that every message has: the thing, the reason, the remedy.
/// `what()` reads "subject: reason; remedy". All of it is printable (core/base/utf8.hpp), whatever bytes it is made of.
///
/// Use, given `std::ostream& log`:
///
///     try {
///         throw InputError("IMG_1.tif", "the file is empty", "copy it again from the camera");
///     } catch (const Error& error) {
///         log << error.what();  // "IMG_1.tif: the file is empty; copy it again from the camera"
///     }
class Error : public std::runtime_error {
public:
    Error(std::string subject, std::string reason, std::string remedy = {});

    const std::string& subject() const noexcept { return subject_; }  ///< the file, setting or device
    const std::string& reason() const noexcept { return reason_; }    ///< the fault
    const std::string& remedy() const noexcept { return remedy_; }    ///< advice to the user; may be empty

private:
    std::string subject_, reason_, remedy_;
};

/// An image, table or session that the user gave cannot be used.
struct InputError : Error {
    using Error::Error;
};

/// A setting is unknown, out of its range or impossible for these images.
struct SettingError : Error {
    using Error::Error;
};

/// An engine or its device failed; another engine may take over.
struct EngineError : Error {
    using Error::Error;
};

/// A file could not be written: disk full, folder read-only, network gone.
struct StorageError : Error {
    using Error::Error;
};

}  // namespace coarsen
