// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one class of tests of the window: PROGRAM CLASS [what Qt Test takes]; PROGRAM --classes lists those that it has.
#include "tests/window/named_tests.hpp"

#include <QApplication>
#include <QTest>

#include <iostream>
#include <string_view>

int main(int argc, char** argv) {
    const auto& tests = coarsen::window::namedTests();
    if (argc == 2 && std::string_view(argv[1]) == "--classes") {
        for (const auto& [name, make] : tests)
            std::cout << name << '\n';
        return 0;
    }
    const auto found = argc > 1 ? tests.find(argv[1]) : tests.end();
    if (found == tests.end()) {
        std::cerr << "Name a class of tests first; --classes lists them.\n";
        return 2;
    }
    argv[1] = argv[0];  // as Qt's own main would see it
    QApplication application(--argc, ++argv);
    QApplication::setAttribute(Qt::AA_Use96Dpi);
    return QTest::qExec(found->second().get(), argc, argv);
}
