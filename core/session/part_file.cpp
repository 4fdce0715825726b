// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/part_file.hpp"

#include "core/base/claimed_folder.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/version.hpp"
#include "core/session/json_entry.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string_view>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

constexpr const char* unfinishedEnding = ".part";

/// First line of a part's file.
struct PartHead {
    Part part;
    std::string plan, version, engine;
    int rules = 0;
};

PartHead headOf(const PreparedRun& run, const Part& part) {
    return {part, run.hash, version, run.identity.engine, run.identity.rules};
}

std::string lineOf(const PartHead& head) {
    return textOf({{"part", head.part.number},
                   {"of", head.part.of},
                   {"plan", head.plan},
                   {"version", head.version},
                   {rulesKey, head.rules},
                   {"engine", head.engine}}) +
           "\n";
}

PartHead headFrom(std::string_view line) {
    const Json json = parsedJson(line);
    const JsonEntry entry(json);
    return {{entry.at("part").whole<int>(), entry.at("of").whole<int>()},
            entry.at("plan").text(),
            entry.at("version").text(),
            entry.at("engine").text(),
            entry.at(rulesKey).whole<int>()};
}

std::string called(const Part& part) {
    return std::to_string(part.number) + " of " + std::to_string(part.of);
}

/// Throws InputError where the part is not one of these.
void requireOf(const fs::path& file, const PartHead& found, const PartHead& wanted) {
    const std::string name = displayName(file);
    const std::string again = "remove it, and measure part " + std::to_string(wanted.part.number) + " again";
    if (found.version != wanted.version)
        throw InputError(name, "it was measured by version " + found.version + ", and the plan is of " + wanted.version, again);
    requireSameRules(name, "the part was", found.rules, wanted.rules);
    if (found.engine != wanted.engine)
        throw InputError(name, "it was measured by the engine " + found.engine + ", and the plan's is " + wanted.engine, again);
    if (found.plan != wanted.plan) throw InputError(name, "it is a part of another plan", again);
    if (found.part.of != wanted.part.of || found.part.number != wanted.part.number)
        throw InputError(name, "it is part " + called(found.part) + ", where part " + called(wanted.part) + " should be",
                         "measure all parts with the same number of them; remove those of another number");
}

PartHead readHead(const fs::path& file, std::string_view& text) {
    const auto line = takeLine(text);
    try {
        if (line) return headFrom(*line);
    } catch (const InputError&) {  // said below, with the file's name
    }
    throw InputError(displayName(file), "its first line is damaged", "remove it, and measure that part again");
}

std::string_view textIn(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

PartHead headIn(const fs::path& file) {
    std::ifstream lines(file);
    std::string line;
    std::getline(lines, line);
    line += '\n';
    std::string_view text = line;
    return readHead(file, text);
}

/// Last line of a whole part's file.
struct PartEnd {
    std::size_t rows = 0;
    std::string device;
};

std::optional<PartEnd> endFrom(std::string_view line) {
    if (!line.starts_with("{\"rows\":")) return std::nullopt;
    const Json json = parsedJson(line);
    return PartEnd{JsonEntry(json).at("rows").whole<std::size_t>(), JsonEntry(json).at("device").text()};
}

void takeRow(PartRows& rows, StoredRow stored) {
    const int frame = stored.row.frame;
    rows.neighbourCorrelations[frame] = stored.neighbourCorrelation;
    rows.rows[frame] = shared(std::move(stored.row));
}

/// The rows of a whole part, which are those of its frames. Throws InputError where they are not, or damaged.
PartRows rowsOf(const fs::path& file, std::string_view text, const PreparedRun& run, const Part& part) {
    PartRows found;
    std::optional<PartEnd> end;
    int number = 2;
    try {
        for (; const auto line = takeLine(text); ++number)
            if (end = endFrom(*line); !end) takeRow(found, rowFromLine(*line, run.session.series.frames.size()));
        if (!end) throw InputError("", "it breaks off");
        std::set<int> is, wanted;
        for (const auto& [frame, row] : found.rows)
            is.insert(frame);
        for (const int frame : run.framesOf(part))
            wanted.insert(frame);
        if (is != wanted || end->rows != wanted.size()) throw InputError("", "its rows are not those of the part's frames");
    } catch (const InputError& error) {
        throw InputError(displayName(file) + ", line " + std::to_string(number), "the part is damaged (" + error.reason() + ")",
                         "remove it, and measure it again: --array=" + std::to_string(part.number));
    }
    found.device = end->device;
    return found;
}

/// The parts that lie there by their numbers.
std::map<int, fs::path> partsIn(const fs::path& folder, const std::string& ending) {
    static const std::regex pattern("([0-9]{4,9})\\.jsonl(\\.part)?");
    std::map<int, fs::path> parts;
    std::error_code none;
    for (fs::directory_iterator entry(folder / PartFile::folderName, none); !none && entry != fs::directory_iterator();
         entry.increment(none)) {
        const std::string name = entry->path().filename().string();
        if (std::smatch found; std::regex_match(name, found, pattern) && found[2].str() == ending)
            parts[std::stoi(found[1])] = entry->path();
    }
    return parts;
}

}  // namespace

std::string PartFile::nameOf(int number) {
    const std::string digits = std::to_string(number);
    return std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits + ".jsonl";
}

PartFile::PartFile(const fs::path& folder, const PreparedRun& run, const Part& part)
    : file_(folder / folderName / nameOf(part.number)), growing_("start the part again: it goes on where it stopped") {
    makeFolder(file_.parent_path());
    hold(file_.string() + unfinishedEnding);
    if (fs::exists(file_)) {
        const auto bytes = readWhole(file_);
        std::string_view text = textIn(bytes);
        requireOf(file_, readHead(file_, text), headOf(run, part));
        rowsOf(file_, text, run, part);
        isWhole_ = true;
        fs::remove(growing_.path());
        growing_.close();
        return;
    }
    takeLeft(run, part);
}

void PartFile::hold(const fs::path& unfinished) {
    do {
        growing_.open(unfinished, O_CREAT);
        if (::flock(growing_.descriptor(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
            throw StorageError(displayName(file_), "another program measures this part", "wait for its end");
    } while (!growing_.isThere());  // finished by another program since it was opened
}

void PartFile::takeLeft(const PreparedRun& run, const Part& part) {
    const auto bytes = readWhole(growing_.path());
    std::string_view text = textIn(bytes);
    std::size_t good = 0;
    if (text.find('\n') != std::string_view::npos) {
        requireOf(growing_.path(), readHead(growing_.path(), text), headOf(run, part));
        good = bytes.size() - text.size();
        while (const auto line = takeLine(text)) {
            try {
                takeRow(left_, rowFromLine(*line, run.session.series.frames.size()));
            } catch (const InputError&) {  // it and what is behind it is measured again
                break;
            }
            good = bytes.size() - text.size();
        }
    }
    rows_ = left_.rows.size();
    if (::ftruncate(growing_.descriptor(), static_cast<off_t>(good)) != 0) growing_.refuse();
    if (good == 0) growing_.add(lineOf(headOf(run, part)));
}

void PartFile::add(std::string_view rowLine) {
    growing_.add(rowLine);
    ++rows_;
}

void PartFile::finish(const std::string& device) {
    growing_.add(textOf({{"rows", rows_}, {"device", device}}) + "\n");
    if (::fsync(growing_.descriptor()) != 0) growing_.refuse();
    if (!growing_.isThere())
        throw StorageError(displayName(growing_.path()), "it was removed or moved while the part was measured",
                           "measure the part again");
    std::error_code failed;
    fs::rename(growing_.path(), file_, failed);
    if (failed)
        throw StorageError(displayName(file_), "it could not be written (" + failed.message() + ")",
                           "start the part again: its rows are there");
    isWhole_ = true;
}

PartsThere partsThere(const fs::path& folder) {
    const std::map<int, fs::path> files = partsIn(folder, "");
    PartsThere there;
    if (!files.empty())
        there.of = headIn(files.begin()->second).part.of;
    else
        for (const auto& [number, file] : partsIn(folder, unfinishedEnding))
            if (there.of == 0 && fs::file_size(file) > 0) there.of = headIn(file).part.of;
    for (int number = 1; number <= there.of; ++number)
        if (!files.contains(number)) there.missing.push_back(number);
    return there;
}

PartRows mergedParts(const fs::path& folder, const PreparedRun& run) {
    const std::map<int, fs::path> files = partsIn(folder, "");
    if (files.empty())
        throw InputError(folder.string(), "it holds no part that is measured",
                         "measure the parts first: analyze " + folder.string() + " --part 1/N to N/N");
    const auto [count, missing] = partsThere(folder);
    if (!missing.empty())
        throw InputError(folder.string(),
                         std::to_string(missing.size()) + " of " + std::to_string(count) +
                             (missing.size() == 1 ? " parts is" : " parts are") + " missing: --array=" + arrayText(missing),
                         missing.size() == 1 ? "measure it, then merge again" : "measure them, then merge again");

    PartRows all;
    std::set<std::string> devices;
    for (const auto& [number, file] : files) {
        const auto bytes = readWhole(file);
        std::string_view text = textIn(bytes);
        requireOf(file, readHead(file, text), headOf(run, {number, count}));
        PartRows part = rowsOf(file, text, run, {number, count});
        all.rows.merge(part.rows);
        all.neighbourCorrelations.merge(part.neighbourCorrelations);
        if (!part.device.empty()) devices.insert(part.device);
    }
    for (const std::string& device : devices)
        all.device += (all.device.empty() ? "" : "; ") + device;
    return all;
}

void removeParts(const fs::path& folder) {
    for (const char* ending : {"", unfinishedEnding})
        for (const auto& [number, file] : partsIn(folder, ending))
            fs::remove(file);
}

std::string arrayText(const std::vector<int>& numbers) {
    std::string text;
    for (std::size_t first = 0; first < numbers.size();) {
        std::size_t last = first;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        if (last - first < 2) last = first;
        text += (text.empty() ? "" : ",") + std::to_string(numbers[first]) +
                (last > first ? "-" + std::to_string(numbers[last]) : "");
        first = last + 1;
    }
    return text;
}

}  // namespace coarsen
