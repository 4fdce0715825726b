// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/workers/batch_worker.hpp"
#include "core/batch/batch_series.hpp"

#include <QObject>

#include <filesystem>
#include <optional>

namespace coarsen::window {

/// Series that are measured beside the document, into a folder: looked for, and measured by what the document's machine has.
class ManySeries : public QObject {
    Q_OBJECT
public:
    explicit ManySeries(const Document& document, QObject* parent = nullptr);

    /// In a folder of folders, or as a table names them; `without`: the folder that results go into. The latest search counts.
    void find(const std::filesystem::path& parentOrTable, bool isGrouped, const std::filesystem::path& without);
    void measure(BatchRequest request);
    void cancel() { worker_.cancel(); }
    bool isMeasuring() const { return worker_.isRunning(); }
    const BatchWorker& worker() const { return worker_; }  ///< says how far it is
    std::optional<Recipe> recipeOfOpen() const;            ///< without what belongs to its series alone: the range of its fit

signals:
    void found(const coarsen::FoundSeries& series);
    void notFound(const QString& problem);

private:
    const Document& document_;
    int search_ = 0;
    BatchWorker worker_;
    Background finder_;  ///< ends before what it speaks to
};

}  // namespace coarsen::window
