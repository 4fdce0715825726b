// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/drawn_files.hpp"

#include "app/window/figures/figure_file.hpp"
#include "core/base/claimed_folder.hpp"
#include "core/base/files.hpp"

#include <QFile>

#include <utility>

namespace coarsen::window {

int writeDrawn(const std::vector<NamedFigure>& figures, const QDir& folder, Existing existing, const Provenance& provenance,
               const Paths& beside) {
    std::vector<std::pair<QString, const Figure*>> files;
    Paths targets = beside;
    for (const NamedFigure& one : figures)
        for (const char* ending : {"png", "svg", "pdf"}) {
            files.emplace_back(folder.filePath(one.stem + '.' + ending), &one.figure);
            targets.emplace_back(QFile::encodeName(files.back().first).toStdString());
        }
    requireFree(targets, {}, existing);
    makeFolder(QFile::encodeName(folder.path()).toStdString());
    for (const auto& [name, figure] : files)
        writeFigure(name, *figure, {}, provenance);
    return static_cast<int>(files.size());
}

}  // namespace coarsen::window
