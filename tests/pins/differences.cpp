// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pins/differences.hpp"

#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/session/base64.hpp"
#include "tests/cli/table.hpp"
#include "tests/pins/tolerance.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

namespace coarsen::test {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Stands beside an entry of a covariance for its rule, and is not compared itself.
constexpr const char* productOfErrors = "product_of_errors";

/// Walks through a pin and what is measured today side by side.
class Comparison {
public:
    explicit Comparison(std::string file) : file_(std::move(file)) {}

    void compare(const Json& pin, const Json& now, const std::string& root = "") { compare(pin, now, "", root); }
    std::vector<std::string> found;

private:
    void compare(const Json& pin, const Json& now, const std::string& name, const std::string& path) {
        if (isFree(name) || name == productOfErrors) return;
        if (pin.is_object() && now.is_object()) {
            around_.push_back(&pin);
            for (const auto& [key, value] : pin.items())
                if (const std::string inside = path.empty() ? key : path + "." + key; now.contains(key))
                    compare(value, now.at(key), key, inside);
                else
                    say(inside, value.dump(), "missing");
            around_.pop_back();
        } else if (pin.is_array() && now.is_array()) {
            compareLists(pin, now, name, path);
        } else {
            compareValues(pin, now, name, path);
        }
    }

    void compareLists(const Json& pin, const Json& now, const std::string& name, const std::string& path) {
        const char* key = keyOfEntries(pin);
        if (!key && pin.size() != now.size())
            say(path, std::to_string(pin.size()) + " entries", std::to_string(now.size()) + " entries");
        for (std::size_t i = 0; i < pin.size(); ++i) {
            const std::string inside = path + "[" + (key ? pin[i].at(key).get<std::string>() : std::to_string(i)) + "]";
            const auto same = key ? std::ranges::find_if(now, [&](const Json& entry) { return entry.at(key) == pin[i].at(key); })
                                  : now.begin() + static_cast<std::ptrdiff_t>(std::min(i, now.size()));
            if (same != now.end())
                compare(pin[i], *same, name, inside);
            else if (key)
                say(inside, "there", "missing");
        }
    }

    /// "step" or "model" where a list may get new entries, which have such a name.
    static const char* keyOfEntries(const Json& list) {
        for (const char* key : {"step", "model"})
            if (!list.empty() && list.front().is_object() && list.front().contains(key)) return key;
        return nullptr;
    }

    void compareValues(const Json& pin, const Json& now, const std::string& name, const std::string& path) {
        const Tolerance* rule = toleranceOf(name);
        if (!rule || !pin.is_number() || !now.is_number()) {
            if (pin != now) say(path, pin.dump(), now.dump());
            return;
        }
        const double pinned = pin.get<double>(), allowed = allowedFor(*rule, pinned);
        if (!(std::abs(now.get<double>() - pinned) <= allowed)) say(path, pin.dump(), now.dump(), allowed);
    }

    double allowedFor(const Tolerance& rule, double pin) const {
        double size = std::abs(pin);
        if (!rule.of.empty()) {
            const auto known = knownOf(rule.of);
            if (!known) return std::max(1e-5 * size, rule.atLeast);
            size = std::abs(*known);
        }
        return std::max(rule.part * size, rule.atLeast);
    }

    /// The first of these that is a number, in the objects around the place from the innermost out.
    std::optional<double> knownOf(const std::vector<std::string_view>& names) const {
        for (const std::string_view name : names)
            for (auto object = around_.rbegin(); object != around_.rend(); ++object) {
                const Json* value = *object;
                std::istringstream parts{std::string(name)};
                for (std::string part; value && std::getline(parts, part, '.');)
                    value = value->is_object() && value->contains(part) ? &value->at(part) : nullptr;
                if (value && value->is_number()) return value->get<double>();
            }
        return std::nullopt;
    }

    void say(const std::string& path, const std::string& pin, const std::string& now, std::optional<double> allowed = {}) {
        std::string line = file_;
        for (const Json* object : around_)
            for (const char* name : {"frame", "r_px"})
                if (object->contains(name)) line += std::string(", ") + name + " " + plain(object->at(name));
        line += ", " + path + ": pinned " + pin + ", now " + now;
        if (allowed) line += ", allowed " + shortest(static_cast<float>(*allowed));
        found.push_back(line);
    }
    static std::string plain(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

    std::string file_;
    std::vector<const Json*> around_;  ///< the pin's objects that hold the place, from the outermost in
};

/// A table as a list of its rows; cells are numbers where they may differ as such, else texts.
Json rowsOf(const Table& table) {
    Json rows = Json::array();
    for (const auto& row : table.rows) {
        Json cells = Json::object();
        for (const std::string& column : table.columns) {
            const auto number = toleranceOf(column) ? parseNumber(row.at(column)) : std::nullopt;
            cells[column] = number ? Json(*number) : Json(row.at(column));
        }
        rows.push_back(std::move(cells));
    }
    return rows;
}

std::vector<std::string> tableDifferences(const std::string& name, const Table& pin, const Table& now) {
    for (std::size_t i = 0; i < pin.columns.size(); ++i)
        if (const std::string found = i < now.columns.size() ? now.columns[i] : "none"; found != pin.columns[i])
            return {name + ", column " + std::to_string(i) + ": pinned " + pin.columns[i] + ", now " + found};
    Comparison comparison(name);
    comparison.compare(rowsOf(pin), rowsOf(now), "row");
    return comparison.found;
}

/// Parallel lists of float32 in base64 as rows of numbers.
Json unpacked(const Json& lists, const std::vector<std::pair<const char*, const char*>>& columns) {
    Json rows = Json::array();
    for (const auto& [key, column] : columns) {
        const auto values = floatsFromBase64(lists.at(key).get<std::string>());
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i == rows.size()) rows.push_back(Json::object());
            rows[i][column] = Json::parse(Json(values[i]).dump());  // NaN as null
        }
    }
    return rows;
}

/// The covariance as a list of entries, each beside the product of the errors of its two parameters.
Json scaledCovariance(const Json& fit) {
    std::vector<Json> entries;
    for (const Json& line : fit.at("covariance"))  // of a session: all lines in one
        if (line.is_array())
            entries.insert(entries.end(), line.begin(), line.end());
        else
            entries.push_back(line);
    const auto parameters = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(entries.size()))));
    const auto errorOf = [&](std::size_t parameter) {
        const Json& variance = entries.at(parameter * (parameters + 1));
        return variance.is_number() ? std::sqrt(variance.get<double>()) : 0;
    };
    Json scaled = Json::array();
    for (std::size_t i = 0; i < entries.size(); ++i)
        scaled.push_back({{"covariance", entries[i]}, {productOfErrors, errorOf(i / parameters) * errorOf(i % parameters)}});
    return scaled;
}

/// fit.json or a session, with what is packed or has its error elsewhere laid out for the rules.
Json laidOut(Json json) {
    if (json.contains("results"))
        for (Json& row : json["results"]) {
            row["c1d"] = unpacked(row.at("c1d"), {{"value", "c1d"}, {"error", "c1d_err"}, {"pairs", "n"}});
            if (row.contains("sectors"))
                for (Json& sector : row["sectors"]) {
                    sector["c1d"] = unpacked(sector, {{"value", "c"}, {"pairs", "n"}});
                    sector.erase("value");
                    sector.erase("pairs");
                }
        }
    for (const char* fits : {"fits", "models"})
        if (json.contains(fits))
            for (Json& fit : json[fits])
                if (fit.contains("covariance")) fit["covariance"] = scaledCovariance(fit);
    return json;
}

std::string wholeText(const fs::path& file) {
    const auto bytes = readWhole(file);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::vector<std::string> jsonDifferences(const std::string& name, std::string_view pin, std::string_view now) {
    Comparison comparison(name);
    comparison.compare(laidOut(Json::parse(pin)), laidOut(Json::parse(now)));
    return comparison.found;
}

std::vector<std::string> differences(const fs::path& pin, const fs::path& now) {
    const std::string name = pin.filename().string();
    if (!fs::exists(now)) return {name + ": it was not written"};
    if (pin.extension() == ".csv") return tableDifferences(name, readTable(pin), readTable(now));
    return jsonDifferences(name, wholeText(pin), wholeText(now));
}

}  // namespace coarsen::test
