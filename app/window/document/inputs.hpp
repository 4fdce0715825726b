// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/notices.hpp"
#include "app/window/state/opened.hpp"
#include "app/window/workers/background.hpp"
#include "app/window/workers/input_worker.hpp"
#include "core/session/relocate.hpp"

#include <QObject>

#include <filesystem>
#include <utility>
#include <vector>

namespace coarsen::window {

/// The images of what is open where they are not, or are not what they were: told, and found again.
class Inputs : public QObject {
    Q_OBJECT
public:
    /// All of it outlives this.
    Inputs(const Opened& opened, Background& background, Notices& notices);

    bool isChecking() const { return worker_.isRunning(); }  ///< true while the images are compared with those measured
    std::vector<int> takeChanged() { return std::exchange(changed_, {}); }  ///< frames whose files are not those measured

    /// Looks there for those that are missing, and for other files there and beside the session.
    void locate(const std::filesystem::path& folder);

    // What follows a change of what is open.
    void adopt();  ///< another session
    void check();
    void tellMissing(const std::vector<int>& frames, const std::vector<MovedFile>& files);

signals:
    void imagesLocated(const coarsen::Relocation& relocation);
    void filesLocated(const std::vector<coarsen::MovedFile>& files);

private:
    void takeLocated(const Relocation& relocation, const std::vector<MovedFile>& files, const QString& folder);
    void takeBack(Relocation relocation);
    void takeCheck(const InputCheck& check);
    int countOf(const std::vector<int>& frames) const;

    const Opened& opened_;
    Background& background_;
    Notices& notices_;
    std::vector<int> changed_, told_;  ///< frames: whose files are not those measured; that were told to be missing
    InputWorker worker_;
};

}  // namespace coarsen::window
