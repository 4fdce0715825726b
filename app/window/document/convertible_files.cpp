// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/convertible_files.hpp"

#include "app/window/document/preferences.hpp"

#include <QStandardPaths>

#include <algorithm>
#include <string>
#include <system_error>

namespace coarsen::window {

namespace {

namespace fs = std::filesystem;

/// By the ending of its name alone, in small or large letters.
bool isConvertible(const fs::path& file) {
    const std::string ending = QString::fromStdString(file.extension().string()).toLower().toStdString();
    return std::ranges::find(convertibleEndings, ending) != convertibleEndings.end();
}

/// "gel converted" beside gel.nd2, "converted" beside several files, with a number where that is there.
fs::path freeFolder(const std::vector<fs::path>& files) {
    const std::string name = files.size() == 1 ? files.front().stem().string() + " converted" : "converted";
    std::error_code unknown;
    fs::path folder = files.front().parent_path() / name;
    for (int number = 2; fs::exists(folder, unknown); ++number)
        folder = files.front().parent_path() / (name + " " + std::to_string(number));
    return folder;
}

}  // namespace

ConvertibleFiles convertibleFiles(const std::vector<fs::path>& inputs) {
    ConvertibleFiles found;
    for (const fs::path& given : inputs) {
        std::error_code unreadable;
        const fs::path input = fs::absolute(given, unreadable);
        if (unreadable) return {};
        if (isConvertible(input) && fs::is_regular_file(input, unreadable)) {
            found.files.push_back(input);
            continue;
        }
        if (!fs::is_directory(input, unreadable)) return {};
        std::vector<fs::path> inFolder;
        for (fs::directory_iterator each(input, unreadable), end; !unreadable && each != end; each.increment(unreadable))
            if (isConvertible(each->path()) && each->is_regular_file(unreadable)) inFolder.push_back(each->path());
        std::ranges::sort(inFolder);
        found.files.insert(found.files.end(), inFolder.begin(), inFolder.end());
    }
    if (!found.files.empty()) found.folder = freeFolder(found.files);
    return found;
}

QString pythonProgram() {
    const QString chosen = preferences().python;
    return chosen.isEmpty() ? pythonOnPath() : chosen;
}

QString pythonOnPath() {
    for (const char* name : {"python3", "python"})
        if (const QString found = QStandardPaths::findExecutable(name); !found.isEmpty()) return found;
    return {};
}

}  // namespace coarsen::window
