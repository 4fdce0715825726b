// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch_request.hpp"

#include <QWidget>

#include <filesystem>
#include <optional>

class QComboBox;
class QLineEdit;

namespace coarsen::window {

/// Form for what every series of a batch is measured with: recipe, pixel size, interval, time of the quench.
class BatchForm : public QWidget {
    Q_OBJECT
public:
    /// `open`: the recipe of what is open, offered first; nothing: no series is.
    BatchForm(const std::optional<Recipe>& open, QWidget* parent);

    QString problem() const;                                    ///< sentence on what is not understood; else empty
    BatchSettings settings() const;                             ///< but engines and threads
    std::filesystem::path recipeFile() const { return file_; }  ///< read when the series are; empty: none was chosen

signals:
    void changed();

private:
    void chooseFile();

    std::optional<Recipe> open_;
    std::filesystem::path file_;
    QComboBox* recipe_;
    QLineEdit *pixelSize_, *interval_, *t0_;
    int before_ = 0;  ///< the recipe chosen before a file was asked for
};

}  // namespace coarsen::window
