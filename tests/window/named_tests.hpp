// SPDX-License-Identifier: GPL-3.0-or-later
// The classes of tests of one program, by name: tests/window/main.cpp runs one of them in a process.
#pragma once

#include <QObject>

#include <map>
#include <memory>
#include <string>

namespace coarsen::window {

using MakeTest = std::unique_ptr<QObject> (*)();

/// Makers of each class of this program, by its name.
inline std::map<std::string, MakeTest>& namedTests() {
    static std::map<std::string, MakeTest> tests;
    return tests;
}

}  // namespace coarsen::window

/// Puts a class of coarsen::window into the list; in the place of QTEST_MAIN, before its moc is included.
#define COARSEN_WINDOW_TEST(Class)                                                                                    \
    [[maybe_unused]] static const bool is##Class##Listed =                                                            \
        coarsen::window::namedTests()                                                                                 \
            .emplace(#Class, []() -> std::unique_ptr<QObject> { return std::make_unique<coarsen::window::Class>(); }) \
            .second;
