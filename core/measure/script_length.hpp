// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/length_scale.hpp"
#include "core/measure/radial_profile.hpp"

#include <memory>
#include <string>
#include <vector>

namespace coarsen {

/// A length that a function of the user's in Python reads off C1D, known by its name and the SHA-256 of its source. Every program
/// reads, keeps and writes a recipe that names it and rows that have it; only one that has the function (setLengthScripts) finds
/// it, the others leave it out.
///
/// Use, given `const RadialProfile& profile, const std::string& sha256`:
///
///     const ScriptLength knee{"knee", "px", sha256};
///     requireScriptLength(knee);
///     if (whyMissing(knee).empty()) lengthBy(knee, profile);
struct ScriptLength {
    std::string name;
    std::string unit = "px";  ///< "px", another word, or empty of a plain number
    std::string sourceSha256;

    /// Names of its columns in results.csv: "knee_px" and "knee_err_px", or "knee" and "knee_err".
    std::string column() const;
    std::string errorColumn() const;
    bool operator==(const ScriptLength&) const = default;
};

/// Throws SettingError: a name or unit that is no word, the name of a length that the program has, a source that is no SHA-256.
void requireScriptLength(const ScriptLength& length);

/// Functions of lengths, asked from any thread.
class LengthScripts {
public:
    virtual ~LengthScripts() = default;
    /// Reason why it is not to be had, as a sentence's part; empty where it is.
    virtual std::string whyMissing(const ScriptLength& length) const = 0;
    /// Value and error in the length's unit, as `px` and `errorPx`. Throws InputError: what the function raised, another answer.
    virtual LengthScale find(const ScriptLength& length, const RadialProfile& profile) const = 0;
};

/// Gives the functions that are asked for such lengths from now on; to be called before any is measured.
void setLengthScripts(std::shared_ptr<const LengthScripts> scripts);

/// Reason why this program cannot find it; empty where it can.
std::string whyMissing(const ScriptLength& length);

/// The length of that C1D; not found where its function is not there. Throws InputError as above.
LengthScale lengthBy(const ScriptLength& length, const RadialProfile& profile);

}  // namespace coarsen
