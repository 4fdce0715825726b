// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/ensemble_journal.hpp"

#include "core/base/claimed_folder.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/sha256.hpp"
#include "core/session/check_session.hpp"
#include "core/session/json_entry.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view sumsStart = ".coarsen-group-", sumsEnd = ".sums";
constexpr int savedPart = 20;  // of the time at most one in so many is spent on saving sums

void removeSums(const fs::path& folder) {
    std::error_code unknown;
    std::vector<fs::path> left;
    for (const auto& entry : fs::directory_iterator(folder, unknown)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(sumsStart) && name.ends_with(sumsEnd)) left.push_back(entry.path());
    }
    for (const fs::path& file : left)
        fs::remove(file, unknown);
}

std::string checkOf(std::span<const std::byte> bytes) {
    return sha256({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

/// Throws InputError where an image of the group is no longer the one that a row was measured from.
void requireSameImages(const GroupRequest& request, const std::vector<SharedResult>& rows) {
    Session measured = request.session;
    measured.results.clear();
    for (const SharedResult& row : rows)
        measured.results[row->frame] = row;
    const InputCheck check = checkInputs(measured);
    for (const auto& frames : {check.missing, check.changed})
        if (!frames.empty())
            throw InputError(request.session.series.frames[static_cast<std::size_t>(frames.front())].name,
                             "the image is not the one that the interrupted run measured",
                             "measure everything again with --force");
}

}  // namespace

RunIdentity ensembleIdentity(const std::vector<GroupRequest>& requests) {
    RunIdentity whole;
    std::string recipes, inputs, groups;
    for (const GroupRequest& request : requests) {
        RunIdentity own = runIdentity(request.run);
        recipes += own.recipe + '\n';
        inputs += own.input + '\n';
        groups += request.name + '=' + shortest(request.x);
        for (const int frame : framesOf(request.run))
            groups += ',' + std::to_string(frame);
        groups += '\n';
        whole.engine = own.engine;  // the same for all
        for (ListedInput& input : own.files) {
            input.name = request.name + '/' + input.name;
            whole.files.push_back(std::move(input));
        }
    }
    whole.recipe = sha256(recipes);
    whole.input = sha256(inputs);
    whole.groups = sha256(groups);
    return whole;
}

EnsembleJournal::EnsembleJournal(fs::path folder, const std::vector<GroupRequest>& requests,
                                 const std::vector<std::string>& outputs, Start start, RunReport& report)
    : folder_(std::move(folder)), outputs_(outputs), identity_(ensembleIdentity(requests)), groups_(requests.size()) {
    std::size_t images = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        groups_[i].firstImage = images;
        images += requests[i].run.series.frames.size();
    }
    if (start == Start::resumed)
        read(requests, report);
    else
        removeSums(folder_);
    begin();
}

void EnsembleJournal::read(const std::vector<GroupRequest>& requests, RunReport& report) {
    const JournalRows left = readJournal(folder_, identity_, identity_.files.size());
    for (const std::string& damage : left.damages)
        report.say(damage);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        try {
            readSums(i, left.rows);
        } catch (const InputError& error) {
            groups_[i].rows.clear();
            groups_[i].frames.clear();
            groups_[i].maps = {};
            report.say(displayName(sumsFile(i)) + ": " + error.reason() + "; the group " + requests[i].name +
                       " is measured again");
        }
        requireSameImages(requests[i], groups_[i].rows);
        for (const SharedResult& row : groups_[i].rows)
            kept_[static_cast<int>(groups_[i].firstImage) + row->frame] = shared(placed(i, *row));
    }
}

void EnsembleJournal::readSums(std::size_t group, const FrameResults& rows) {
    const fs::path file = sumsFile(group);
    if (!fs::exists(file)) return;
    const std::vector<std::byte> bytes = readWhole(file);
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto first = takeLine(text);
    if (!first) throw InputError("", "its first line is damaged");
    const Json head = parsedJson(*first);
    const JsonEntry entry(head);
    const std::span sums(bytes.data() + (bytes.size() - text.size()), text.size());
    if (entry.at("check").text() != checkOf(sums)) throw InputError("", "its checksum does not hold");
    Group& own = groups_[group];
    for (const JsonEntry& frame : entry.at("frames").list()) {
        own.frames.push_back(frame.whole<int>());
        const auto row = rows.find(static_cast<int>(own.firstImage) + own.frames.back());
        if (row == rows.end()) throw InputError("", "the row of one of its images is not there");
        FrameResult stored = *row->second;
        stored.frame = own.frames.back();
        own.rows.push_back(shared(std::move(stored)));
    }
    own.maps = PooledMap::ofSums(entry.at("images").whole<int>(), entry.at("max_lag").whole<int>(), sums);
}

void EnsembleJournal::begin() {
    makeFolder(folder_);  // somebody may have removed it since
    journal_.emplace(folder_, identity_, kept_, NeighbourCorrelations{}, outputs_);
}

fs::path EnsembleJournal::sumsFile(std::size_t group) const {
    return folder_ / (std::string(sumsStart) + std::to_string(group) + std::string(sumsEnd));
}

FrameResult EnsembleJournal::placed(std::size_t group, const FrameResult& row) const {
    FrameResult whole = row;
    whole.frame += static_cast<int>(groups_[group].firstImage);
    return whole;
}

void EnsembleJournal::add(std::size_t group, const SharedResult& row, const PooledMap& maps) {
    Group& own = groups_[group];
    own.frames.push_back(row->frame);
    const SharedResult whole = shared(placed(group, *row));
    kept_[whole->frame] = whole;
    if (journal_->isThere())
        journal_->add(rowLine({*whole}));
    else
        begin();
    if (Clock::now() - own.saved >= savedPart * own.cost) save(group, maps);
}

void EnsembleJournal::save(std::size_t group, const PooledMap& maps) {
    Group& own = groups_[group];
    const auto began = Clock::now();
    Json head;
    head["frames"] = own.frames;
    head["images"] = maps.images();
    head["max_lag"] = maps.maxLag();
    head["check"] = checkOf(maps.sums());
    const std::string first = textOf(head) + '\n';
    const auto start = std::as_bytes(std::span(first));
    std::vector<std::byte> bytes(start.begin(), start.end());
    bytes.insert(bytes.end(), maps.sums().begin(), maps.sums().end());
    writeWhole(sumsFile(group), bytes);
    own.saved = Clock::now();
    own.cost = own.saved - began;
}

GroupKeeper EnsembleJournal::keeper(std::size_t group) {
    Group& own = groups_[group];
    return {.rows = std::exchange(own.rows, {}),
            .maps = std::exchange(own.maps, {}),
            .measured = [this, group](const SharedResult& row, const PooledMap& maps) { add(group, row, maps); },
            .ended = [this, group](const PooledMap& maps) { save(group, maps); }};
}

void EnsembleJournal::remove() {
    journal_->remove();
    journal_.reset();
    removeSums(folder_);
}

}  // namespace coarsen
