// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/samples_data.hpp"

#include <QListWidget>

#include <memory>

namespace coarsen::window {

/// The legend of several samples: their marks and names, repeats under their condition. A click looks at a sample, its box shows
/// or hides it in charts and tables of all.
class SampleList : public QListWidget {
    Q_OBJECT
public:
    explicit SampleList(QWidget* parent = nullptr);
    void show(std::shared_ptr<const SamplesData> data);

signals:
    void sampleChosen(int sample);
    void shownChanged(int sample, bool isShown);
    void menuWanted(int sample, const QPoint& at);  ///< on the screen; -1: beside all

protected:
    void keyPressEvent(QKeyEvent*) override;

private:
    void fill();
    void addCondition(const ShownCondition& condition);
    void addSample(int sample, bool isRepeat);
    int sampleOf(const QListWidgetItem* item) const;

    std::shared_ptr<const SamplesData> data_;
    bool isFilling_ = false, isTicking_ = false;
};

}  // namespace coarsen::window
