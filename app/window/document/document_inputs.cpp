// SPDX-License-Identifier: GPL-3.0-or-later
// The document's images where they are not, or are not what they were: told, found again, measured again when asked for.
#include "app/window/document/document.hpp"
#include "app/window/theme/words.hpp"

#include <QStringList>

#include <algorithm>
#include <set>

namespace coarsen::window {

namespace {

constexpr int named = 4;

QString shortList(const std::set<std::string>& names) {
    QStringList list;
    for (const std::string& name : names)
        if (list.size() < named) list << QString::fromStdString(name);
    const int more = static_cast<int>(names.size()) - named;
    return more > 0 ? QObject::tr("%1 and %2 more").arg(list.join(", ")).arg(more) : list.join(", ");
}

std::set<std::string> namesOf(const ImageSeries& series, const std::vector<int>& frames) {
    std::set<std::string> names;
    for (const int frame : frames)
        names.insert(series.frames[static_cast<std::size_t>(frame)].name);
    return names;
}

}  // namespace

void Document::tellMissing(const std::vector<int>& frames, bool isAnswer) {
    std::set<std::string> folders;
    for (const int frame : frames)
        folders.insert(session_.series.frames[static_cast<std::size_t>(frame)].file.parent_path().string());
    const bool areAll = static_cast<int>(frames.size()) == frameCount();
    const QString which = areAll ? tr("The images of this session are not in %1.").arg(shortList(folders))
                                 : tr("%1 of %2 images of this session are not in %3: %4.")
                                       .arg(frames.size())
                                       .arg(frameCount())
                                       .arg(shortList(folders), shortList(namesOf(session_.series, frames)));
    raise({Notice::Kind::warning,
           areAll ? tr("The images have moved") : tr("Some images have moved"),
           which + " " + tr("Results are shown as saved."),
           -1,
           isAnswer,
           {Remedy::locateImages}});
}

void Document::locateImages(const std::filesystem::path& folder) {
    if (!isOpen()) return;
    const QString name = QString::fromStdString(folder.string());
    background_.run(
        [=, this, session = session_, revision = revision_]() -> Background::Result {
            return [=, this, relocation = relocated(session, folder)] {
                if (revision == revision_) imagesLocated(relocation, name);
            };
        },
        [this](const QString& problem) {
            forgetMissing();
            raise({Notice::Kind::failure,
                   tr("The images are not there"),
                   problem + ". " + tr("Nothing was changed."),
                   -1,
                   true,
                   {Remedy::locateImages}});
        });
}

/// What was said of missing images is out of date.
void Document::forgetMissing() {
    std::erase_if(notices_, [](const Notice& notice) { return std::ranges::count(notice.remedies, Remedy::locateImages) > 0; });
}

void Document::imagesLocated(const Relocation& relocation, const QString& folder) {
    forgetMissing();
    if (relocation.found.empty() && relocation.missing.empty()) return;  // they are back where they were
    if (relocation.found.empty()) {
        raise({Notice::Kind::warning,
               tr("No image was found"),
               tr("None of the missing images is in %1 or below it: %2. Nothing was changed.")
                   .arg(folder, shortList(namesOf(session_.series, relocation.missing))),
               -1,
               true,
               {Remedy::locateImages}});
        return;
    }
    session_.series = relocation.series;
    ++revision_;
    ++surveySeries_;
    thumbnails_.add(session_.series, relocation.found);
    askPreview();
    keepForRecovery();
    inputWorker_.start(session_);
    const QString found = counted(static_cast<int>(relocation.found.size()), tr("image"), tr("images"));
    if (relocation.missing.empty())
        raise({Notice::Kind::information, tr("%1 found").arg(found),
               tr("In %1. The results stay as they are. Whether the images are those measured is being checked.").arg(folder), -1,
               true});
    else
        raise({Notice::Kind::warning,
               tr("%1 found, %2 still missing").arg(found).arg(relocation.missing.size()),
               tr("Not in %1: %2. Results are shown as saved.")
                   .arg(folder, shortList(namesOf(session_.series, relocation.missing))),
               -1,
               true,
               {Remedy::locateImages}});
    emit choicesChanged();
    emit watchChanged();
}

void Document::tellChanged(const InputCheck& check) {
    changedInputs_ = check.changed;
    if (check.changed.empty()) return;
    raise({Notice::Kind::warning,
           tr("Images have changed"),
           tr("%1 of %2 images differ from those measured (their hashes changed): %3. Results are shown as saved.")
               .arg(check.changed.size())
               .arg(session_.results.size())
               .arg(shortList(namesOf(session_.series, check.changed))),
           -1,
           false,
           {Remedy::measureChanged, Remedy::keepResults}});
}

}  // namespace coarsen::window
