// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/suites/rows.hpp"

#include "core/base/commit.hpp"
#include "core/base/machine.hpp"
#include "core/base/numbers.hpp"
#include "core/base/utc_time.hpp"
#include "core/base/version.hpp"
#include "core/base/version_and_commit.hpp"
#include "tests/bench/gpu/benchmark.hpp"

#include <cmath>
#include <iostream>

namespace coarsen::bench {

namespace {

std::string fieldOf(const Json& value) {
    if (value.is_null()) return "";
    if (value.is_number_float()) return shortest(value.get<double>());
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    return text.find(',') == std::string::npos ? text : '"' + text + '"';
}

void printCsv(const Json& rows) {
    std::string names;
    for (const auto& [name, value] : rows.front().items())
        names += (names.empty() ? "" : ",") + name;
    std::cout << names << '\n';
    for (const Json& row : rows) {
        std::string fields;
        for (const auto& [name, value] : row.items())
            fields += fieldOf(value) + ',';
        fields.back() = '\n';
        std::cout << fields;
    }
}

void printCsv(const std::vector<Table>& tables, const std::string& machine) {
    std::cout << "# " << machine << "; version " << versionAndCommit() << '\n';
    for (const Table& table : tables) {
        if (table.rows.empty()) continue;
        if (&table != &tables.front()) std::cout << "\n# " << table.name << '\n';
        printCsv(table.rows);
    }
}

void printJson(const Json& about, const std::vector<Table>& tables) {
    std::string text = about.dump();
    text.pop_back();
    for (const Table& table : tables) {
        text += ",\n\"" + table.name + "\":[";
        for (const Json& row : table.rows)
            text += (text.back() == '[' ? "\n" : ",\n") + row.dump();
        text += ']';
    }
    std::cout << text << "}\n";
}

}  // namespace

Json known(double number) {
    if (!std::isfinite(number)) return {};
    if (number == 0) return 0;
    const double unit = std::pow(10, std::floor(std::log10(std::abs(number))) - 3);
    return unit < 1 ? std::round(number / unit) / std::round(1 / unit) : std::round(number / unit) * unit;
}

void printRows(const std::string& suite, const Json& peaksGflops, const Json& rows, bool asJson) {
    printTables(suite, peaksGflops, {Table{"cases", rows}}, asJson);
}

void printTables(const std::string& suite, const Json& peaksGflops, const std::vector<Table>& tables, bool asJson) {
    const std::string gpu = gpu::gpuName(), machine = machineName() + (gpu.empty() ? "" : ", " + gpu);
    if (!asJson) {
        printCsv(tables, machine);
        return;
    }
    printJson({{"machine", machine},
               {"date", utcNow()},
               {"version", version},
               {"commit", commit},
               {"dirty", isCommitDirty},
               {"suite", suite},
               {"peak_gflops", peaksGflops}},
              tables);
}

}  // namespace coarsen::bench
