// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/command_line.hpp"

#include "app/window/document/document.hpp"
#include "core/session/command_line.hpp"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>

namespace coarsen::window {

void copyCommandLine(Document& document) {
    if (!document.isOpen()) return document.notices().say(Document::tr("There is no series to measure"));
    const std::string line = commandLine(document.session());
    QGuiApplication::clipboard()->setText(QFile::decodeName(QByteArray::fromStdString(line)));
    document.notices().say(
        isWholeOnCommandLine(document.session())
            ? Document::tr("The command line is copied")
            : Document::tr("The command line is copied; excluded frames and lengths set by hand are not in it"));
}

}  // namespace coarsen::window
