// SPDX-License-Identifier: GPL-3.0-or-later
// Every option of every command is made from the description of a setting, or stands below with the reason why it is not.
#include "core/batch/found_series.hpp"
#include "core/convolve/convolve.hpp"
#include "core/displace/displacement_field.hpp"
#include "core/displace/pair_settings.hpp"
#include "core/displace/track_settings.hpp"
#include "core/ensemble/ensemble_choices.hpp"
#include "core/levelset/denoise.hpp"
#include "core/levelset/surface_choices.hpp"
#include "core/recipe/recipe.hpp"
#include "core/register/flow_inverter.hpp"
#include "core/selftest/self_test.hpp"
#include "core/settings/fields.hpp"
#include "core/settings/flow_settings.hpp"
#include "core/settings/typed_scale.hpp"
#include "core/synth/bicontinuous.hpp"
#include "core/synth/flow_pair.hpp"
#include "core/synth/grains.hpp"
#include "core/synth/particles.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/cli/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// Options that steer no number of a command's own, by the reason: "--output" of any command, "track --size" of this one.
const std::vector<std::pair<std::string, std::set<std::string>>> exceptions = {
    {"names a file or folder that is read or written",
     {"--output", "--session", "--images", "--recipe", "--region", "--mask", "--kernel", "--since", "--fields", "--validate",
      "apply --labels"}},
    {"says which part of the files is meant (SeriesOpening), or up to where",
     {"--z", "--position", "--channel", "--t", "--dataset", "--join", "--volumes", "--raw", "analyze --frames", "--until",
      "--live"}},
    {"says whether the headers of two volumes are followed, or their voxels taken as they lie", {"--as-stored"}},
    {"says which of the times and sizes count that files and tables state; they are the session's, not the recipe's",
     {"--size-from", "analyze --times", "--times-from", "--time-columns", "--order", "--numbered"}},
    {"stands for whole recipes, or for any of their keys", {"--preset", "--set"}},
    {"says who computes, and with how much",
     {"--engine", "--convolution-engine", "--against", "--no-tune", "--tune", "--exact", "--threads", "--memory", "--gpus"}},
    {"says how a run goes on, or which part of it is meant",
     {"--resume", "--watch", "--prepare", "--part", "--merge", "--estimate"}},
    {"says what is written or printed beside, and what is replaced",
     {"--save", "--effects", "--progress", "--quiet", "--force", "--json", "--default", "--keys"}},
};

using OptionsOfCommand = std::map<std::string, FieldDescription>;  // by name: "--max-lag"

/// The settings that options of each command are made from: "synth ring" of "--r-max".
std::map<std::string, OptionsOfCommand> declaredOptions() {
    std::map<std::string, OptionsOfCommand> all;
    const auto add = [&](const std::string& command, const std::vector<FieldDescription>& fields,
                         const std::set<std::string>& names = {}) {
        for (const FieldDescription& field : fields) {
            if (!names.empty() && !names.contains(field.name)) continue;
            std::string option = "--" + field.name;
            std::ranges::replace(option, '_', '-');
            all[command].emplace(option, field);
        }
    };
    const Recipe recipe = defaultRecipe();
    const auto addKey = [&](const std::string& command, const std::string& option, const std::string& owner,
                            const std::string& name) {
        const std::vector<FieldDescription>& fields = fieldsOf(recipe, owner);
        all[command].emplace(option, *std::ranges::find(fields, name, &FieldDescription::name));
    };
    for (const char* command : {"analyze", "batch"}) {
        addKey(command, "--mean", "measure", "mean");
        addKey(command, "--norm", "measure", "norm");
        addKey(command, "--t0", "fit", "t0");
        addKey(command, "--fit", "fit", "model");
        addKey(command, "--weights", "fit", "weights");
    }
    for (const char* command : {"analyze", "batch", "ensemble"})
        addKey(command, "--max-lag", "measure", "max_lag");
    add("apply", descriptions(ApplySettings::fields()));
    add("apply", descriptions(InversionSettings::fields()));
    for (const char* command : {"analyze", "batch"})
        add(command, descriptions(TypedScale::fields()));
    for (const char* command : {"apply", "ensemble", "register", "surface"})
        add(command, descriptions(TypedScale::fields()), {"pixel_size"});
    add("batch", descriptions(BatchChoices::fields()));
    add("ensemble", descriptions(EnsembleChoices::fields()));
    add("selftest", descriptions(SelfTestSettings::fields()));
    add("surface", descriptions(DenoiseSettings::fields()));
    add("track", descriptions(RawFrames::fields()));
    add("convolve", descriptions(ConvolutionSettings::fields()));
    add("correlate", descriptions(PairSettings::fields()));
    add("correlate", descriptions(FieldSettings::fields()));
    add("register", descriptions(FlowSettings::fields()));
    add("surface", descriptions(SurfaceChoices::fields()), {"level", "phase", "smooth", "borders"});
    add("track", descriptions(TrackSettings::fields()));
    for (const char* kind : {"ring", "exponential", "grains", "particles", "cahn-hilliard", "bicontinuous"}) {
        const std::string command = std::string("synth ") + kind;
        const bool isVolume = command == "synth bicontinuous", hasLaw = isVolume || command == "synth ring";
        std::set<std::string> common{"frames", "interval", "seed", "bits"}, faults{"drift", "noise"};
        if (!isVolume) common.insert({"size", "pixel_size"}), faults.insert({"light", "dust"});
        if (hasLaw) common.insert("t0");
        add(command, descriptions(SynthSettings::fields()), common);
        add(command, descriptions(CameraFaults::fields()), faults);
    }
    add("synth ring", descriptions(RingSettings::fields()));
    add("synth exponential", descriptions(ExponentialSettings::fields()));
    add("synth grains", descriptions(GrainSettings::fields()));
    add("synth particles", descriptions(ParticleSettings::fields()));
    add("synth cahn-hilliard", descriptions(CahnHilliardSettings::fields()));
    add("synth bicontinuous", descriptions(BicontinuousSettings::fields()));
    add("synth flow", descriptions(FlowPairSettings::fields()));
    return all;
}

/// An option in the reference that the program prints of itself.
struct ListedOption {
    std::string command, name;  ///< "synth ring", "--r-max"; of several names the first long one
    std::string row;            ///< with the type of its value, its meaning and its default
};

std::vector<ListedOption> listedOptions() {
    std::vector<ListedOption> all;
    std::istringstream page(coarsenCli({"reference", "options"}).out);
    std::string command;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("## ")) command = line.substr(3);
        const std::size_t name = line.find("--");
        if (line.starts_with("| `-")) all.push_back({command, line.substr(name, line.find_first_of(",` ", name) - name), line});
    }
    return all;
}

/// The text as it stands in a table in Markdown.
std::string inTable(const std::string& text) {
    std::string safe;
    for (const char letter : text)
        safe += letter == '|' ? "\\|" : letter == '*' ? "\\*" : letter == '<' ? "&lt;" : std::string(1, letter);
    return safe;
}

/// The words that an option of that setting has in its row, and what it takes where there are words for it.
testing::Matcher<std::string> saysWhatItsSettingDoes(const FieldDescription& field) {
    std::string help = field.help, choices;
    if (help.ends_with('.')) help.pop_back();
    for (const std::string& choice : field.choices)
        choices += (choices.empty() ? " " : "\\|") + choice;
    return AllOf(HasSubstr("| " + inTable(help)), HasSubstr(choices));
}

TEST(Options, AreMadeFromSettingsOrHaveAReasonNotToBe) {
    std::map<std::string, OptionsOfCommand> declared = declaredOptions();
    std::set<std::string> excepted, used;
    for (const auto& [reason, options] : exceptions)
        excepted.insert(options.begin(), options.end());
    for (const auto& [command, options] : declared)
        for (const auto& [option, field] : options)
            EXPECT_FALSE(excepted.contains(option)) << option << " is a setting of " << command << ": except it by command";

    const std::vector<ListedOption> listed = listedOptions();
    EXPECT_GT(listed.size(), 200U) << "else hardly any was read";
    for (const auto& [command, option, row] : listed) {
        if (const auto setting = declared[command].extract(option)) {
            EXPECT_THAT(row, saysWhatItsSettingDoes(setting.mapped())) << command;
            continue;
        }
        const std::string exception = excepted.contains(option) ? option : command + " " + option;
        EXPECT_TRUE(excepted.contains(exception))
            << exception << " is typed by hand: describe it in the fields() of what it sets, or add the reason why not";
        used.insert(exception);
    }
    for (const auto& [command, options] : declared)
        for (const auto& [option, field] : options)
            ADD_FAILURE() << command << " has no " << option;
    EXPECT_EQ(used, excepted) << "an exception that is no more leaves the list";
}

TEST(Options, RefuseWhatTheirSettingsRefuse) {
    for (const auto& [command, options] : declaredOptions())
        for (const auto& [option, field] : options) {
            if (field.kind == FieldKind::boolean) continue;                  // a flag takes nothing
            if (field.kind == FieldKind::file || option == "--x") continue;  // any text may be a file's or a column's name
            std::istringstream parts(command);
            std::vector<std::string> words;
            for (std::string part; parts >> part;)
                words.push_back(part);
            words.push_back(option + "=~");
            const Outcome outcome = coarsenCli(words);
            EXPECT_EQ(outcome.status, 2) << command;
            EXPECT_THAT(outcome.err, StartsWith("coarsen-cli: " + option + ": '~' ")) << command;
            if (field.kind != FieldKind::text) {  // which has words of its own
                EXPECT_THAT(outcome.err, HasSubstr("give " + legalValues(field))) << command;
            }
        }
}

TEST(Options, TakeChoicesInEitherCaseAndSeedsOf64Bits) {
    EXPECT_THAT(coarsenCli({"correlate", "--norm", "Paper"}).err, Not(HasSubstr("--norm")));
    EXPECT_THAT(coarsenCli({"synth", "ring", "--seed", "18446744073709551615"}).err, Not(HasSubstr("--seed")));
    EXPECT_THAT(coarsenCli({"synth", "ring", "--seed", "18446744073709551616"}).err, HasSubstr("--seed"));
}

}  // namespace
}  // namespace coarsen::test
