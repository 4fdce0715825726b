// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <filesystem>
#include <string>
#include <vector>

namespace coarsen::window {

/// Remedy for what a notice says. The window asks for a folder where one is needed; the document does the rest.
enum class Remedy {
    retryFrame,
    showInFolder,
    showFolder,
    excludeFrame,
    locateImages,
    lookElsewhere,  ///< locateImages again, after a folder that had them not
    measureChanged,
    keepResults,
    measureOn,
    saveAs,
    replaceSession,
    orderByTime,
    takeAsVolume,
    chooseSlice,
    choosePosition,
    joinPages,
    convertFiles,
    leaveOutInfoBar,
    measureInfoBar,
    takeOtherTimes,
    chooseTimes,
    choosePixelSize
};

QString wordsOf(Remedy remedy);  ///< of its button
QString helpOf(Remedy remedy);   ///< its effect, for its tooltip

/// Something the user should know: what happened, why, what was kept, what can be done.
struct Notice {
    enum class Kind { information, warning, failure };
    Kind kind = Kind::information;
    QString title, text;
    int frame = -1;                                 ///< the frame it speaks of
    bool isAnswer = false;                          ///< takes the place of the callout that is open: what that said is over
    std::vector<Remedy> remedies = {};              ///< at most three
    quint64 number = 0;                             ///< given when it is raised: no two have the same
    QString folder = {};                            ///< that `showFolder` opens, or that `convertFiles` proposes to write to
    std::string flag = {};                          ///< the source that `takeOtherTimes` takes, as --times-from spells it
    bool isQuiet = false;                           ///< only listed
    std::vector<std::filesystem::path> files = {};  ///< that `convertFiles` converts
};

}  // namespace coarsen::window
