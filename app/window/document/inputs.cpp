// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/inputs.hpp"

#include "app/window/theme/words.hpp"
#include "core/base/files.hpp"

#include <QStringList>

#include <algorithm>
#include <set>
#include <utility>

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

QString nameOf(const std::filesystem::path& file) {
    return QString::fromStdString(displayName(file));
}

QStringList foundFiles(const std::vector<MovedFile>& files) {
    QStringList names;
    for (const MovedFile& file : files)
        if (!file.now.empty()) names << nameOf(file.now);
    return names;
}

/// A sentence of each file other than an image that is not there.
QStringList lostFiles(const std::vector<MovedFile>& files) {
    QStringList sentences;
    for (const MovedFile& file : files) {
        if (!file.now.empty()) continue;
        const QString folder = QString::fromStdString(file.before.parent_path().string());
        if (file.other.empty())
            sentences << (file.isTable ? QObject::tr("The table of times %1 is not in %2.")
                                       : QObject::tr("%1, which the recipe names, is not in %2."))
                             .arg(nameOf(file.before), folder);
        else
            sentences << (file.isTable ? QObject::tr("The table of times %1 in %2 is another one: it gives other times.")
                                       : QObject::tr("%1 in %2 is another file than the one used: its hash differs."))
                             .arg(nameOf(file.other), QString::fromStdString(file.other.parent_path().string()));
    }
    return sentences;
}

/// Names of the files that were taken without a hash to prove them.
QString takenUnproved(const std::vector<MovedFile>& files) {
    QStringList names;
    for (const MovedFile& file : files)
        if (!file.now.empty() && !file.isCertain) names << QString::fromStdString(file.now.string());
    return names.isEmpty() ? QString() : QObject::tr("Taken by its name, because no hash is recorded: %1.").arg(names.join(", "));
}

}  // namespace

Inputs::Inputs(const Opened& opened, Background& background, Notices& notices)
    : opened_(opened), background_(background), notices_(notices) {
    connect(&worker_, &InputWorker::checked, this, &Inputs::takeCheck);
}

void Inputs::adopt() {
    worker_.stop();
    changed_.clear();
    told_.clear();
}

void Inputs::check() {
    worker_.start(opened_.session);
}

void Inputs::tellMissing(const std::vector<int>& frames, const std::vector<MovedFile>& files) {
    if (const QString taken = takenUnproved(files); !taken.isEmpty())
        notices_.raise({Notice::Kind::information, tr("A file was found beside the session"), taken, -1});
    told_ = frames;
    const QStringList others = lostFiles(files);
    if (frames.empty() && others.isEmpty()) return;
    QStringList text;
    if (!frames.empty()) {
        std::set<std::string> folders;
        for (const int frame : frames)
            folders.insert(opened_.session.series.frames[static_cast<std::size_t>(frame)].file.parent_path().string());
        text << (static_cast<int>(frames.size()) == opened_.frameCount()
                     ? tr("The images of this session are not in %1.").arg(shortList(folders))
                     : tr("%1 of %2 images of this session are not in %3: %4.")
                           .arg(frames.size())
                           .arg(opened_.frameCount())
                           .arg(shortList(folders), shortList(namesOf(opened_.session.series, frames))));
    }
    notices_.raise({Notice::Kind::warning,
                    frames.empty()                                            ? tr("A file of this session has moved")
                    : static_cast<int>(frames.size()) == opened_.frameCount() ? tr("The images have moved")
                                                                              : tr("Some images have moved"),
                    (text + others << tr("Results are shown as saved.")).join(" "),
                    -1,
                    false,
                    {Remedy::locateImages}});
}

void Inputs::locate(const std::filesystem::path& folder) {
    if (!opened_.isOpen()) return;
    const QString name = QString::fromStdString(folder.string());
    notices_.say(tr("Looking for the images in %1 …").arg(name));
    std::vector<SearchedFolder> searched{{folder, true}};
    if (!opened_.session.file.empty()) searched.push_back({opened_.session.file.parent_path()});
    background_.run(
        [=, this, session = opened_.session, asked = opened_.frames.now()]() mutable -> Background::Result {
            Relocation relocation = relocated(session, folder);
            session.series = relocation.series;  // whose names a table of times must have
            return [=, this, files = movedFiles(session, searched)] {
                if (!opened_.frames.isOver(asked)) takeLocated(relocation, files, name);
            };
        },
        [this](const QString& problem) {
            notices_.retract(Remedy::locateImages);
            notices_.retract(Remedy::lookElsewhere);
            notices_.say(tr("The images are not there"));
            notices_.raise({Notice::Kind::failure,
                            tr("The images are not there"),
                            sentence(problem) + " " + tr("Nothing was changed."),
                            -1,
                            true,
                            {Remedy::lookElsewhere}});
        });
}

/// Takes the files that were found, and says anew what is still missing.
void Inputs::takeLocated(const Relocation& relocation, const std::vector<MovedFile>& files, const QString& folder) {
    notices_.retract(Remedy::locateImages);
    notices_.retract(Remedy::lookElsewhere);
    if (relocation.found.empty() && relocation.missing.empty() && files.empty()) return takeBack(relocation);
    const QStringList found = foundFiles(files), lost = lostFiles(files);
    const int images = countOf(relocation.found), missing = countOf(relocation.missing);
    told_ = relocation.missing;
    if (!relocation.found.empty()) emit imagesLocated(relocation);
    if (!found.isEmpty()) emit filesLocated(files);

    const QString names = shortList(namesOf(opened_.session.series, relocation.missing));
    const bool isAnyFound = images > 0 || !found.isEmpty(), isWhole = missing == 0 && lost.isEmpty();
    QString title = tr("%1 found").arg(found.join(", "));
    QStringList text;
    if (images > 0 && missing > 0) {
        title = tr("%1 of %2 images found").arg(images).arg(images + missing);
        text << tr("%1 of %2 are in %3 or below it, and %4 not: %5.")
                    .arg(images)
                    .arg(images + missing)
                    .arg(folder)
                    .arg(missing)
                    .arg(names);
    } else if (images > 0) {
        const QString only = shortList(namesOf(opened_.session.series, relocation.found));
        title = images == 1 ? tr("%1 is found").arg(only) : tr("All %1 images are found").arg(images);
        text << tr("In %1 or below it.").arg(folder);
    } else if (missing > 0) {
        if (!isAnyFound) title = tr("No image was found");
        text << tr("None of %1 is in %2 or below it: %3.").arg(counted(missing, tr("image"), tr("images")), folder, names);
    } else if (!isAnyFound) {
        title = tr("Nothing was found");
    } else {
        text << tr("In %1 or below it.").arg(folder);
    }
    text << lost << takenUnproved(files);
    text.removeAll(QString());
    if (!isAnyFound)
        text << tr("Nothing was changed.");
    else if (!isWhole)
        text << tr("Results are shown as saved.");
    else if (images > 0)
        text << tr("The results stay as they are. Checking that the images are unchanged.");
    notices_.say(title);  // in place of what was under way
    notices_.raise({isWhole ? Notice::Kind::information : Notice::Kind::warning, title, text.join(" "), -1, true,
                    isWhole ? std::vector<Remedy>{} : std::vector{Remedy::lookElsewhere}});
}

/// They are where they were, all of them: a network folder, say, has come back.
void Inputs::takeBack(Relocation relocation) {
    relocation.found = std::exchange(told_, {});
    emit imagesLocated(relocation);
    notices_.say(tr("The images are there again"));
    notices_.raise({Notice::Kind::information, tr("The images are there again"),
                    tr("They are where the session has them, and nothing had to be looked for. The results stay as they are."),
                    -1, true});
}

/// The files that these frames come from: of a film one.
int Inputs::countOf(const std::vector<int>& frames) const {
    return static_cast<int>(namesOf(opened_.session.series, frames).size());
}

void Inputs::takeCheck(const InputCheck& check) {
    changed_ = check.changed;
    if (check.changed.empty()) return;
    notices_.raise({Notice::Kind::warning,
                    tr("Images have changed"),
                    tr("%1 of %2 images differ from those measured (their hashes changed): %3. Results are shown as saved.")
                        .arg(check.changed.size())
                        .arg(opened_.session.results.size())
                        .arg(shortList(namesOf(opened_.session.series, check.changed))),
                    -1,
                    false,
                    {Remedy::measureChanged, Remedy::keepResults}});
}

}  // namespace coarsen::window
