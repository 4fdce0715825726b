// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_journal.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/sha256.hpp"
#include "core/base/version.hpp"
#include "core/series/frame_order.hpp"
#include "core/series/volume_series.hpp"
#include "core/session/json_entry.hpp"
#include "core/session/run_identity_entry.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

namespace coarsen {

namespace {

/// One part of a journal's first line, with the words for a user whose run differs in it.
struct IdentityPart {
    const char* key;
    std::string RunIdentity::*value;
    const char* words;
    bool isOfSome = false;  ///< runs that have none do not write it
};
constexpr std::array identityParts{
    IdentityPart{"recipe", &RunIdentity::recipe,
                 "another recipe, or another file that it names or order of frames that it stabilises,"},
    IdentityPart{"input", &RunIdentity::input, "another pixel size, or other frames marked or left out"},
    IdentityPart{"engine", &RunIdentity::engine, "another engine"},
    IdentityPart{"groups", &RunIdentity::groups, "other groups", true},
    IdentityPart{"filter", &RunIdentity::filter, "another filter, border or scale, or of another part of the files,", true},
};

constexpr const char* versionKey = "version";  // for who reads the file: two versions with the same rules measure the same
constexpr const char* outputsKey = "outputs";
constexpr const char* filesKey = "files";
constexpr std::string_view growthStart = "{\"files\":";  // of a line of images that have come

Json filesJson(std::span<const ListedInput> inputs) {
    Json files = Json::array();
    for (const ListedInput& input : inputs)
        files.push_back({input.name, input.page, input.bytes, input.timeS});
    return files;
}

std::vector<ListedInput> filesFrom(const JsonEntry& json) {
    std::vector<ListedInput> files;
    for (const JsonEntry& file : json.list()) {
        const auto parts = file.list(4);
        files.push_back({parts[0].text(), parts[1].whole<int>(), parts[2].text(), parts[3].text()});
    }
    return files;
}

}  // namespace

static std::vector<std::string> linesOf(const FrameResults& rows, const NeighbourCorrelations& neighbourCorrelations) {
    std::vector<std::string> lines;
    for (const auto& [frame, row] : rows)
        lines.push_back(rowLine({*row, neighbourCorrelationOf(neighbourCorrelations, frame)}));
    return lines;
}

/// Nothing for what every run had before there was a choice.
static std::string convolutionOf(const EngineRequest& engines) {
    const std::string tuned = engines.tunedUtc();
    return (engines.convolution == "auto" ? "" : ", convolution " + engines.convolution) +
           (tuned.empty() ? "" : ", tuned " + tuned);
}

RunIdentity settingsIdentity(const RunRequest& request) {
    std::string inputs = shortest(request.calibration.pixelWidthUm) + "," + shortest(request.calibration.pixelHeightUm) +
                         (request.calibration.pixelDepthUm > 0 ? "," + shortest(request.calibration.pixelDepthUm) : "") + "\n";
    for (const auto& [frame, px] : request.manualRMaxPx)
        inputs += std::to_string(frame) + " at " + shortest(px) + "\n";
    for (const int frame : request.excluded)
        inputs += std::to_string(frame) + " excluded\n";
    return {measurementHash(request.recipe, fileHashes(request.recipe)) + volumeKey(request.series) +
                (needsDrift(request.recipe) ? orderKey(request.series) : std::string()),
            sha256(inputs), request.engines.name + (request.engines.exact ? ", exact" : "") + convolutionOf(request.engines),
            rulesNumber};
}

RunIdentity runIdentity(const RunRequest& request) {
    RunIdentity identity = settingsIdentity(request);
    identity.files = inputsOf(request.series);
    return identity;
}

void requireSameRules(const std::string& file, const std::string& what, int rules, int today) {
    if (rules != today)
        throw InputError(file,
                         what + " measured by rules number " + std::to_string(rules) + ", and this version measures by number " +
                             std::to_string(today) + ", which gives other numbers",
                         "go on with the version that began it, or measure everything again with --force");
}

Json identityJson(const RunIdentity& identity) {
    Json json;
    for (const IdentityPart& part : identityParts)
        if (!part.isOfSome || !(identity.*part.value).empty()) json[part.key] = identity.*part.value;
    json[versionKey] = version;
    json[rulesKey] = identity.rules;
    json[filesKey] = filesJson(identity.files);
    return json;
}

RunIdentity identityFrom(const JsonEntry& json) {
    RunIdentity identity;
    for (const IdentityPart& part : identityParts)
        if (!part.isOfSome || json.find(part.key)) identity.*part.value = json.at(part.key).text();
    const auto rules = json.find(rulesKey);
    identity.rules = rules ? rules->whole<int>() : firstRulesNumber;
    if (const auto files = json.find(filesKey)) identity.files = filesFrom(*files);
    return identity;
}

void requireSameSettings(const std::string& file, const std::string& what, const RunIdentity& then, const RunIdentity& today,
                         const std::string& remedy) {
    for (const IdentityPart& part : identityParts)
        if (then.*part.value != today.*part.value) throw InputError(file, what + " made with " + part.words, remedy);
}

RunJournal::RunJournal(const std::filesystem::path& folder, const RunIdentity& identity, const FrameResults& known,
                       const NeighbourCorrelations& neighbourCorrelations, const std::vector<std::string>& outputs)
    : RunJournal(folder, identity, linesOf(known, neighbourCorrelations), outputs) {}

RunJournal::RunJournal(const std::filesystem::path& folder, const RunIdentity& identity, const std::vector<std::string>& lines,
                       const std::vector<std::string>& outputs)
    : file_("continue with --resume") {
    Json first = identityJson(identity);
    first[outputsKey] = outputs;
    std::string text = textOf(first) + "\n";
    for (const std::string& line : lines)
        text += line;
    writeWhole(folder / fileName, text);
    file_.open(folder / fileName);
}

void RunJournal::add(std::string_view line) {
    file_.add(line);
}

void RunJournal::grow(std::span<const ListedInput> behindLast) {
    Json line;
    line[filesKey] = filesJson(behindLast);
    file_.add(checkedLine(textOf(line)));
}

bool RunJournal::isThere() const {
    return file_.isThere();
}

void RunJournal::remove() {
    std::error_code error;
    std::filesystem::remove(file_.path(), error);
    if (error)
        throw StorageError(displayName(file_.path()), "it could not be removed (" + error.message() + ")", "remove it by hand");
}

namespace {

/// Throws InputError where the images of then are not the first of today's.
void requireSameFiles(const std::vector<ListedInput>& then, const std::vector<ListedInput>& today) {
    requireSameBeginning(then, today);
    for (std::size_t i = 0; i < then.size(); ++i) {
        if (then[i].bytes != today[i].bytes)
            throw InputError(then[i].name, "the image is not the one that the interrupted run had",
                             "put that one back, or measure everything again with --force");
        if (then[i].timeS != today[i].timeS)
            throw InputError(then[i].name, "the interrupted run had it at another time",
                             "give the same times, or measure everything again with --force");
    }
}

struct Journal {
    std::filesystem::path file;
    std::vector<std::byte> bytes;
    std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

/// Empty where there is none.
Journal journalIn(const std::filesystem::path& folder) {
    Journal journal{folder / RunJournal::fileName, {}};
    if (std::filesystem::exists(journal.file)) journal.bytes = readWhole(journal.file);
    return journal;
}

std::vector<ListedInput> growthFrom(std::string_view line) {
    const Json json = parsedJson(line);
    std::vector<ListedInput> files = filesFrom(JsonEntry(json).at(filesKey));
    requireUnchanged(line);
    return files;
}

/// By its first line, which must be of the settings and rules of today's run.
RunIdentity identityOf(const Journal& journal, std::string_view first, const RunIdentity& today) {
    const std::string file = displayName(journal.file);
    RunIdentity found;
    try {
        const Json json = parsedJson(first);
        found = identityFrom(JsonEntry(json));
    } catch (const InputError&) {
        throw InputError(file, "its first line is damaged", "measure everything again with --force");
    }
    requireSameRules(file, "the interrupted run was", found.rules, today.rules);
    requireSameSettings(file, "the interrupted run was", found, today,
                        "give the same settings, or measure everything again with --force");
    return found;
}

}  // namespace

void requireSameJournal(const std::filesystem::path& folder, const RunIdentity& identity) {
    const Journal journal = journalIn(folder);
    std::string_view text = journal.text();
    if (const auto first = takeLine(text)) identityOf(journal, *first, identity);
}

namespace {

/// Files and damages of a journal; no files: nothing was left.
struct JournalItems {
    std::vector<ListedInput> files;
    std::vector<std::string> damages;
};

JournalItems itemsOf(const std::filesystem::path& folder, const RunIdentity& identity, const DamageWords& words,
                     const std::function<void(std::string_view line)>& take) {
    const Journal journal = journalIn(folder);
    std::string_view text = journal.text();
    JournalItems read;
    const auto first = takeLine(text);
    if (!first) return read;  // none, or killed before anything was done
    read.files = identityOf(journal, *first, identity).files;
    const auto sayDamage = [&](int number, const std::string& what) {
        read.damages.push_back(displayName(journal.file) + ", line " + std::to_string(number) + ": " + what);
    };
    for (int number = 2; const auto line = takeLine(text); ++number) {
        if (line->starts_with(growthStart)) {
            try {
                std::ranges::move(growthFrom(*line), std::back_inserter(read.files));
                continue;
            } catch (const InputError& error) {
                sayDamage(number, "the list of images that came is damaged (" + error.reason() +
                                      "); the frames after it are measured again");
                break;
            }
        }
        try {
            take(*line);
        } catch (const InputError& error) {
            sayDamage(number, words.what + " (" + error.reason() + "); " + words.then);
        }
    }
    requireSameFiles(read.files, identity.files);
    return read;
}

}  // namespace

JournalRows readJournal(const std::filesystem::path& folder, const RunIdentity& identity, std::size_t frames) {
    JournalRows read;
    JournalItems items =
        itemsOf(folder, identity, {"the row is damaged", "its frame is measured again"}, [&](std::string_view line) {
            StoredRow stored = rowFromLine(line, frames);
            const int frame = stored.row.frame;
            read.neighbourCorrelations[frame] = stored.neighbourCorrelation;
            read.rows[frame] = shared(std::move(stored.row));
        });
    read.damages = std::move(items.damages);
    read.frames = items.files.size();
    return read;
}

std::vector<std::string> readJournal(const std::filesystem::path& folder, const RunIdentity& identity, const DamageWords& words,
                                     const std::function<void(std::string_view line)>& take) {
    return itemsOf(folder, identity, words,
                   [&](std::string_view line) {
                       requireUnchanged(line);
                       take(line);
                   })
        .damages;
}

std::set<std::string> outputsOfJournal(const std::filesystem::path& folder) {
    std::ifstream file(folder / RunJournal::fileName);
    std::string line;
    std::getline(file, line);
    const Json first = Json::parse(line, nullptr, false);
    if (!first.is_object() || !first.contains(outputsKey) || !first[outputsKey].is_array()) return {};
    std::set<std::string> outputs;
    for (const Json& name : first[outputsKey])
        if (name.is_string()) outputs.insert(name.get<std::string>());
    return outputs;
}

}  // namespace coarsen
