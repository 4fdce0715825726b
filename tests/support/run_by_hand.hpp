// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <functional>
#include <string>

namespace coarsen::test {

/// A count of at least `least`. CLI11 puts the words into the help.
inline CLI::Validator countFrom(int least) {
    return CLI::Range(least, 1000000, "from " + std::to_string(least));
}

/// The main of a benchmark or study, which a person runs by hand: reads its command line and does the work. Exit status: that
/// of the work; 0 after --help; 2 when the words are wrong or the series cannot be used, 1 when the work failed, both said on
/// stderr.
inline int runByHand(CLI::App& app, int argc, char** argv, const std::function<int()>& work) {
    const auto fail = [&](const std::string& message, int status) {
        std::fprintf(stderr, "%s: %s\n", app.get_name().c_str(), message.c_str());
        return status;
    };
    try {
        app.parse(argc, argv);
        return work();
    } catch (const CLI::Success& asked) {  // --help
        return app.exit(asked);
    } catch (const CLI::ParseError& error) {
        return fail(std::string(error.what()) + "; see " + app.get_name() + " --help", 2);
    } catch (const SettingError& error) {
        return fail(error.what(), 2);
    } catch (const InputError& error) {
        return fail(error.what(), 2);
    } catch (const std::exception& error) {
        return fail(error.what(), 1);
    }
}

}  // namespace coarsen::test
