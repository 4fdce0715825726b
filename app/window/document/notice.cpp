// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/notice.hpp"

#include <QObject>

namespace coarsen::window {

QString wordsOf(Remedy remedy) {
    switch (remedy) {
        case Remedy::retryFrame:
            return QObject::tr("Retry");
        case Remedy::showInFolder:
            return QObject::tr("Show in folder");
        case Remedy::showFolder:
            return QObject::tr("Show folder");
        case Remedy::excludeFrame:
            return QObject::tr("Exclude for good");
        case Remedy::locateImages:
            return QObject::tr("Locate the folder…");
        case Remedy::lookElsewhere:
            return QObject::tr("Look elsewhere…");
        case Remedy::measureChanged:
            return QObject::tr("Measure these again");
        case Remedy::keepResults:
            return QObject::tr("Keep the saved results");
        case Remedy::measureOn:
            return QObject::tr("Measure on");
        case Remedy::saveAs:
            return QObject::tr("Save as…");
        case Remedy::replaceSession:
            return QObject::tr("Replace it");
        case Remedy::orderByTime:
            return QObject::tr("Order by time");
        case Remedy::takeAsVolume:
            return QObject::tr("Take it as a volume");
        case Remedy::chooseSlice:
            return QObject::tr("Choose a slice…");
        case Remedy::choosePosition:
            return QObject::tr("Choose a position…");
        case Remedy::joinPages:
            return QObject::tr("Take all pages");
        case Remedy::convertFiles:
            return QObject::tr("Convert…");
        case Remedy::leaveOutInfoBar:
            return QObject::tr("Leave it out");
        case Remedy::measureInfoBar:
            return QObject::tr("Measure it, too");
        case Remedy::takeOtherTimes:
            return QObject::tr("Take these times");
        case Remedy::chooseTimes:
            return QObject::tr("Times…");
        case Remedy::choosePixelSize:
            return QObject::tr("Pixel size…");
    }
    return {};
}

QString helpOf(Remedy remedy) {
    switch (remedy) {
        case Remedy::retryFrame:
            return QObject::tr("Measure this frame again: its file may be complete by now");
        case Remedy::showInFolder:
            return QObject::tr("Show the file where it lies");
        case Remedy::showFolder:
            return QObject::tr("Open the folder that the files were written to");
        case Remedy::excludeFrame:
            return QObject::tr("Leave this frame out of the fit");
        case Remedy::locateImages:
        case Remedy::lookElsewhere:
            return QObject::tr("Say where the images are now: they are found by their names, and nothing is measured again");
        case Remedy::measureChanged:
            return QObject::tr("Measure the frames whose files have changed, and only those");
        case Remedy::keepResults:
            return QObject::tr("Keep the results from the files as they were");
        case Remedy::measureOn:
            return QObject::tr("Measure the images that have come meanwhile, and those to come (F5)");
        case Remedy::saveAs:
            return QObject::tr("Save this session under another name, and leave the other as it is");
        case Remedy::replaceSession:
            return QObject::tr("Replace the file by this session: what the other window or program saved is lost");
        case Remedy::orderByTime:
            return QObject::tr(
                "Let frames follow each other by their times: in the timeline, for Left and Right, for drift and "
                "correlation. They keep their numbers; it can be undone");
        case Remedy::takeAsVolume:
            return QObject::tr("Open the file again: its pages are the slices of one volume");
        case Remedy::chooseSlice:
            return QObject::tr("Measure one slice of the stack, with all its channels");
        case Remedy::choosePosition:
            return QObject::tr("Open the files again at the position on the sample that you choose");
        case Remedy::joinPages:
            return QObject::tr("Open the files again: all pages are frames, one file after the other");
        case Remedy::convertFiles:
            return QObject::tr("Have Python make OME-TIFF of the files, and open that; the files stay as they are");
        case Remedy::leaveOutInfoBar:
            return QObject::tr("Leave out the rows of the bar, of each picture its own; it can be undone");
        case Remedy::measureInfoBar:
            return QObject::tr("Take the rows of the bar for a part of the picture; it can be undone");
        case Remedy::takeOtherTimes:
            return QObject::tr("Take the times from the source that is named; it can be undone");
        case Remedy::chooseTimes:
            return QObject::tr("Choose among the times that the files offer, or type an interval");
        case Remedy::choosePixelSize:
            return QObject::tr("Choose among the sizes that the files offer, or type one");
    }
    return {};
}

}  // namespace coarsen::window
