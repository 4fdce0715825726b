// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/survey.hpp"
#include "core/analysis/volume_frame_measurer.hpp"
#include "core/base/claimed_folder.hpp"
#include "core/export/targets.hpp"
#include "core/job/run_choices.hpp"
#include "core/register/registration.hpp"
#include "core/session/prepared_run.hpp"
#include "core/session/run_journal.hpp"
#include "core/session/session.hpp"
#include "core/volume/placement.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// Throws SettingError where one of the kinds is none that frames of such a series can be saved as, or that the recipe does not
/// make.
void requireKinds(const std::vector<std::string>& save, const ImageSeries& series, const Recipe& recipe);

/// OUT: everything that a run writes there goes through it, and is known before the first byte is written.
///
/// Use, given `const RunChoices& choices, const Session& session, const std::vector<int>& frames`:
///
///     OutputFolder folder(choices, session, frames);
///     folder.claim();  // throws StorageError
///     const std::vector<std::string> names = folder.outputs();
class OutputFolder {
public:
    /// Plans what the run of these frames writes. Without an output nothing is written.
    OutputFolder(const RunChoices& choices, const Session& session, const std::vector<int>& frames);

    bool isNone() const { return folder_.empty(); }
    const std::filesystem::path& path() const { return folder_; }

    /// Claims the folder and checks every target: none may be a file of the user's; none may be there, unless --force, or
    /// --resume of the run that made it, or the merging of its parts. Throws StorageError.
    void claim();

    /// The series has more frames behind its last. Throws StorageError where an image that they are saved to may not be written.
    void grow(const Session& session);

    /// Makes and holds it again where somebody has removed it or moved it away; true where it was. Throws StorageError.
    bool renew();

    /// Tables and, with a slash behind them, folders of images: for the run's journal.
    std::vector<std::string> outputs() const;

    bool savesImages() const { return !kinds_.empty(); }
    bool holdsImagesOf(const FrameResult& row) const;  ///< all that --save asks for
    /// OUT/c2d/NAME.tif, OUT/final/NAME.tif, OUT/mask/NAME.png. Throws StorageError.
    /// A term lies beside C2D as OUT/c2d/NAME_1x2.tif.
    void saveImages(int index, const Frame& frame, const Measurer::Answer& measured) const;
    /// OUT/c3d/NAME.nii.gz, OUT/final/NAME.nii.gz, and where there is a surface OUT/phi/NAME.nii.gz, OUT/surface/NAME.ply; beside
    /// `final` and `phi` their masks, where voxels are masked. They lie at `placement`. Throws StorageError.
    void saveVolumes(int index, const VolumeFrameMeasurer::Answer& answer, const std::optional<Placement>& placement,
                     const std::stop_token& stop) const;
    /// OUT/u/u_0012.nii of frame 12: the flow from the frame that it is compared with, both as Align moved them back. Throws
    /// StorageError.
    void saveDeformation(int index, const Registration& found, const Spacing& spacing,
                         const std::optional<Placement>& placement) const;

    /// OUT/survey.json, where the recipe needs a survey, as soon as it is found: a run that is continued does not look again. The
    /// one that lies there, if it is of these images and settings; else nothing.
    void saveSurvey(const Survey& survey, const Session& session) const;
    std::shared_ptr<const Survey> savedSurvey(const Session& session) const;

    /// OUT/plan.json, last of what a run that is measured in parts prepares. Parts of an earlier plan go.
    void savePlan(const PreparedRun& run) const;

    /// The run's tables, `effects` where there are any, and last session.coarsen, which lists them all; each whole or not at all.
    /// Tables of the run before that this one did not write go, unless they were changed since. `drift`: of the series, if known.
    void writeTables(Session& session, const Drift* drift, const std::string& effects);

    /// Name of a file that a folder holds of an earlier run, finished or not; empty: there is none.
    static std::string resultsIn(const std::filesystem::path& folder);

    /// Notes on files of an earlier run that lie beside this one's results.
    std::vector<std::string> notes() const;

private:
    struct Earlier {
        std::map<std::string, std::string> recorded;  // its tables and their SHA-256, as its session has them
        std::set<std::string> outputs;                // of the run that is continued, or that is to be replaced
        std::set<std::string> unchanged;              // those that are as that run wrote them
    };
    Earlier earlierRun() const;
    std::filesystem::path imageFile(const std::string& kind, int frame) const;
    std::optional<std::filesystem::path> maskFile(const std::string& kind, int frame) const;  ///< of kinds that have one
    std::filesystem::path termFile(const std::string& term, int frame) const;
    std::vector<std::filesystem::path> termFilesThere() const;

    std::filesystem::path folder_;
    bool resumes_, forces_, merges_;
    bool hasSurvey_, hasTerms_, areVolumes_;
    std::vector<std::string> tables_, kinds_;
    std::vector<std::string> names_;  // of the images, by frame
    std::vector<int> frames_;
    std::vector<std::filesystem::path> readFiles_;  // of the user's, beside those of the session
    UsersFiles users_;
    std::optional<ClaimedFolder> held_;
    Earlier earlier_;
};

}  // namespace coarsen
