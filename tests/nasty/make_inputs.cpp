// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/cli/program.hpp"
#include "tests/nasty/nasty_input.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace coarsen::nasty {

namespace fs = std::filesystem;

namespace make {

void series(const fs::path& folder, int frames) {
    RingSettings settings;
    settings.width = 160, settings.height = 120, settings.frames = frames;
    settings.rMaxFromPx = 14, settings.rMaxToPx = 20;
    settings.intervalS = 60;
    settings.seed = 7;
    writeRingSeries(folder, settings);
    fs::remove(folder / "truth.csv");
    fs::remove(folder / "truth.json");
    std::vector<fs::path> pictures;
    for (const auto& entry : fs::directory_iterator(folder))
        pictures.push_back(entry.path());
    std::ranges::sort(pictures);
    for (int frame = 0; frame < frames; ++frame)
        fs::rename(pictures.at(static_cast<std::size_t>(frame)), folder / pictureName(frame));
}

std::function<void(const fs::path&)> images(int frames) {
    return [frames](const fs::path& folder) { series(folder / "images", frames); };
}

std::string pictureName(int frame) {
    return "ring_000" + std::to_string(frame) + "_t" + std::to_string(60 * frame) + "s.png";
}

void file(const fs::path& file, std::string_view bytes) {
    fs::create_directories(file.parent_path());
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!stream.flush()) throw std::runtime_error(file.string() + " could not be made");
}

std::string bytesOf(const fs::path& file) {
    const auto bytes = readWhole(file);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void changed(const fs::path& path, const std::function<void(std::string& bytes)>& change) {
    std::string bytes = bytesOf(path);
    change(bytes);
    file(path, bytes);
}

void replaced(const fs::path& path, std::string_view from, std::string_view to) {
    changed(path, [&](std::string& bytes) {
        const auto at = bytes.find(from);
        if (at == std::string::npos) throw std::runtime_error(path.string() + " does not hold " + std::string(from));
        bytes.replace(at, from.size(), to);
    });
}

std::string inUtf16(const std::string& text, bool isLittle) {
    std::string wide = isLittle ? "\xFF\xFE" : "\xFE\xFF";
    for (const char letter : text)
        wide += isLittle ? std::string{letter, '\0'} : std::string{'\0', letter};
    return wide;
}

std::set<std::string> tablesOf(const std::string& out) {
    return {out + "/results.csv", out + "/c1d.csv", out + "/fit.json", out + "/session.coarsen"};
}

void run(const fs::path& folder, const std::vector<std::string>& command) {
    const test::Outcome outcome = test::coarsenCli(withFolder(command, folder), {}, {}, attackedProgram());
    if (outcome.status != 0 && outcome.status != 3) throw std::runtime_error("the run before failed: " + outcome.err);
}

}  // namespace make

NastyInputs allInputs() {
    NastyInputs all;
    for (const auto& list :
         {nastyImages, nastyStacks, nastyFilms, nastyStoredSamples, nastyDataFiles, nastyFolderInputs, nastyTimeTables,
          nastyRecipes, nastySessions, nastyJournals, nastyNames, nastyTargets, nastyBatches, nastyEnvironments})
        for (NastyInput& input : list())
            all.push_back(std::move(input));
    return all;
}

std::vector<std::string> withFolder(const std::vector<std::string>& command, const fs::path& folder) {
    std::vector<std::string> words = command;
    for (std::string& word : words)
        if (const auto at = word.find('@'); at != std::string::npos && word.substr(at).starts_with("@/"))
            word.replace(at, 1, folder.string());
    return words;
}

fs::path attackedProgram() {
    const char* const folder = std::getenv("COARSEN_NASTY_PROGRAMS");
    return folder ? fs::path(folder) / "coarsen-cli" : test::programFile("coarsen-cli");
}

}  // namespace coarsen::nasty
