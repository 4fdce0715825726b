// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QStringList>

namespace coarsen::window {

/// The user's own recipes under a name: `presets/NAME.json` in the state folder, files that others can be given. Problems are
/// notices of the document.
///
/// Use, given `Document& document`:
///
///     Presets presets(document);
///     presets.save("foam");
///     presets.use("foam");
class Presets : public QObject {
    Q_OBJECT
public:
    explicit Presets(Document& document, QObject* parent = nullptr);

    const QStringList& names() const { return names_; }  ///< of those known, by name
    void list();                                         ///< looks again, for files come and go; comes as `listed`
    void use(const QString& name);                       ///< the recipe becomes that one
    void save(const QString& name);                      ///< the recipe, in place of one of that name
    void remove(const QString& name);
    bool isBusy() const { return !writer_.isIdle(); }

signals:
    void listed(const QStringList& names);

private:
    Document& document_;
    QStringList names_;
    Background writer_;  ///< ends before what it speaks to
};

/// The name as a file can have it: without slashes, control characters and dots at its beginning; may be empty.
QString presetName(const QString& typed);

}  // namespace coarsen::window
