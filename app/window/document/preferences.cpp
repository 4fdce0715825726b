// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/preferences.hpp"

#include "app/window/document/settings_store.hpp"
#include "core/base/memory.hpp"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>

namespace coarsen::window {

namespace {

bool systemIsDark = false;
constexpr int leastMb = 256, mostMb = 1 << 20;

const QStringList& lookNames() {
    static const QStringList names{"system", "light", "dark"};
    return names;
}

}  // namespace

void noteSystemLook() {
    const QPalette palette = QGuiApplication::palette();
    systemIsDark = palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

int Preferences::usualMemoryMb() {
    return static_cast<int>(std::clamp<std::size_t>(memoryThatThereIs() >> 21, leastMb, mostMb));
}

bool Preferences::isDark() const {
    return look == Look::system ? systemIsDark : look == Look::dark;
}

Preferences preferences() {
    const auto store = settings();
    Preferences found;
    const qsizetype look = lookNames().indexOf(store->value("look").toString());
    if (look >= 0) found.look = static_cast<Preferences::Look>(look);
    found.memoryMb = std::clamp(store->value("memory_mb", found.memoryMb).toInt(), leastMb, mostMb);
    found.threads = std::clamp(store->value("threads", found.threads).toInt(), 0, 1024);
    found.sizePercent = std::clamp(store->value("size_percent", found.sizePercent).toInt(), 75, 300);
    found.mapColours = store->value("map_colours").toString();
    found.mapLogarithmic = store->value("map_logarithmic", found.mapLogarithmic).toBool();
    found.mapLimits = store->value("map_limits").toString();
    found.hiddenColumns = store->value("hidden_columns").toStringList();
    found.python = store->value("python").toString();
    return found;
}

void setPreferences(const Preferences& wanted) {
    const auto store = settings();
    store->setValue("look", lookNames()[static_cast<qsizetype>(wanted.look)]);
    store->setValue("memory_mb", wanted.memoryMb);
    store->setValue("threads", wanted.threads);
    store->setValue("size_percent", wanted.sizePercent);
    store->setValue("map_colours", wanted.mapColours);
    store->setValue("map_logarithmic", wanted.mapLogarithmic);
    store->setValue("map_limits", wanted.mapLimits);
    store->setValue("hidden_columns", wanted.hiddenColumns);
    store->setValue("python", wanted.python);
}

}  // namespace coarsen::window
