// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/correlate_patches.hpp"
#include "app/cli/entrance.hpp"
#include "app/cli/field_options.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/option_checks.hpp"
#include "app/cli/output.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/correlate/plane_statistics.hpp"
#include "core/displace/displacement.hpp"
#include "core/displace/map_peak.hpp"
#include "core/displace/pair_settings.hpp"
#include "core/export/image_files.hpp"
#include "core/preprocess/grey.hpp"
#include "core/preprocess/image_file.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/settings/fields.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

struct CorrelateOptions {
    std::string a, b, output, recipe, engine = "auto";
    PairSettings pair;
    FieldSettings field;  // with --patches
    bool inPatches = false;
    std::vector<std::string> masks;  // of both images, or of A and B
    std::vector<std::string> save;
    AnalyzeOptions part;     // of both files
    std::vector<int> times;  // of both, or of each
    int threads = 0;
    bool force = false, quiet = false;

    bool saves(const char* what) const { return std::ranges::find(save, what) != save.end(); }
};

/// A picture in grey, or as the recipe's steps make it that one image has a say in.
Frame preparedFrame(const OpenedFrame& opened, const std::string& recipeFile) {
    Frame raw = opened.picture();
    if (recipeFile.empty()) return Grey{}(raw);
    Recipe recipe = readRecipe(recipeFile);
    setText(recipe, "stabilise.on", "false");  // the drift is what is asked for
    return finalFrame(std::move(raw), recipe.steps);
}

/// One of the two as it is compared.
struct Compared {
    MaskedImage image;
    double greyUnit = 1;  // of its Frame
};

/// Pixels that are neither of the level `outside` nor bright in the mask's file.
MaskedImage comparable(const Frame& frame, const std::optional<double>& outside, const std::string& maskFile) {
    const int width = frame.image.width(), height = frame.image.height();
    std::vector<std::uint8_t> valid(frame.image.planeSize(), 1);
    if (outside) {
        const auto level = static_cast<float>(*outside / frame.greyUnit);
        frame.image.visit([&](auto pixels) {
            for (std::size_t i = 0; i < valid.size(); ++i)
                valid[i] = static_cast<float>(pixels[i]) != level;
        });
    }
    if (!maskFile.empty()) {
        const auto mask = imageFile("--mask", maskFile, width, height);
        const auto pixels = mask->plane<float>();
        const float middle = *std::ranges::max_element(pixels) / 2;
        for (std::size_t i = 0; i < valid.size(); ++i)
            valid[i] &= pixels[i] <= middle;
    }
    if (!outside && maskFile.empty()) return {frame.image, frame.mask};
    return {frame.image, validInBoth(Mask(width, height, std::move(valid)), frame.mask)};
}

Compared imageOf(const CorrelateOptions& options, const OpenedFrame& opened, bool isB) {
    const std::string none, &mask = options.masks.empty() ? none : isB ? options.masks.back() : options.masks.front();
    const Frame frame = preparedFrame(opened, options.recipe);
    return {comparable(frame, options.pair.outside, mask), frame.greyUnit};
}

/// Its channels in the file's numbers, a page each, NaN where a pixel is not valid.
void writeCompared(const fs::path& file, const Compared& compared) {
    const Image& image = compared.image.image;
    const auto valid = compared.image.mask.pixels();
    std::vector<float> values;
    for (int channel = 0; channel < image.channels(); ++channel)
        image.visit(
            [&](auto pixels) {
                for (std::size_t i = 0; i < pixels.size(); ++i)
                    values.push_back(valid.empty() || valid[i] ? static_cast<float>(pixels[i])
                                                               : std::numeric_limits<float>::quiet_NaN());
            },
            channel);
    writeFloatTiff(file, Image(image.width(), image.height(), std::move(values), image.channels()), compared.greyUnit);
}

/// Eq. 1 of Lu et al. 2010 for two images: the sum of products at each lag, summed over channels with their means left in, over
/// the root of both images' sums of squares.
CorrelationMap equationOne(const MaskedImage& a, const MaskedImage& b, PlanShape shape, const EngineChoice& choice,
                           const Interrupt& interrupt) {
    shape.type = a.image.type() == b.image.type() ? a.image.type() : PixelType::f32;
    return Correlator(choice.engine, shape, MeanMode::none, NormMode::energy).crossCorrelation(b, a, interrupt.token());
}

/// The text of sums.csv: for each lag the sum of products that Eq. 1 divides; empty where the map has none.
std::string sumsTable(const MaskedImage& a, const MaskedImage& b, const CorrelationMap& equationOne) {
    const auto energyOf = [](const MaskedImage& one) { return planeStatistics(one.image, one.mask).energy; };
    const double divisor = std::sqrt(energyOf(a) * energyOf(b));
    const int R = equationOne.maxLag();
    std::string text = "dx_px,dy_px,sum,pairs\n";
    for (int Y0 = -R; Y0 <= R; ++Y0)
        for (int X0 = -R; X0 <= R; ++X0) {
            const double sum = divisor * equationOne.at(X0, Y0);
            text += std::to_string(X0) + ',' + std::to_string(Y0) + ',' + (std::isnan(sum) ? "" : shortest(sum)) + ',' +
                    shortest(equationOne.pairCount(X0, Y0)) + '\n';
        }
    return text;
}

std::string sizeOf(const Image& image) {
    return std::to_string(image.width()) + " x " + std::to_string(image.height());
}

/// Entries of peak.json; null where something is not known.
nlohmann::ordered_json factsOf(const Displacement& answer) {
    const ShiftError error = answer.found.error();
    const Shift shift = answer.shift();
    return {{"dx_px", shift.x},
            {"dy_px", shift.y},
            {"err_x_px", error.xPx},
            {"err_y_px", error.yPx},
            {"peak", answer.peak.value},
            {"second_peak", answer.second.value},
            {"peak_ratio", answer.peakRatio()},
            {"likeness", shift.correlation},
            {"n", answer.pairs},
            {"ambiguous", answer.isAmbiguous}};
}

/// Entries of peak.json about Eq. 1: its value where nothing is moved and at the shift's pixel, and where it is highest. With
/// the means left in that is often no offset, however far the content moved.
void addEquationOne(nlohmann::ordered_json& facts, const CorrelationMap& map, const Displacement& answer) {
    const MapPeak highest = highestOf(map, 0);
    facts["norm"] = "paper";
    facts["c_no_offset"] = map.at(0, 0);
    facts["c_peak"] = map.at(answer.peak.X0, answer.peak.Y0);
    facts["c_highest"] = highest.value;
    facts["c_highest_dx_px"] = highest.X0;
    facts["c_highest_dy_px"] = highest.Y0;
}

/// "3.21 ± 0.04 px right"
std::string wordsFor(double shift, double error, const char* positive, const char* negative) {
    const std::string way = std::string(" px ") + (shift < 0 ? negative : positive);
    if (std::isnan(error)) return fixed(std::abs(shift), 0) + way;
    const RoundedPair pair = roundedToError(std::abs(shift), error);
    return pair.value + " ± " + pair.error + way;
}

std::string summaryOf(const CorrelateOptions& options, const Displacement& answer) {
    const Shift shift = answer.shift();
    const ShiftError error = answer.found.error();
    std::ostringstream text;
    text << displayName(options.b) << " sits " << wordsFor(shift.x, error.xPx, "right of", "left of") << " and "
         << wordsFor(shift.y, error.yPx, "below", "above") << ' ' << displayName(options.a) << "; r "
         << fixed(answer.peak.value, 3);
    if (answer.second.isFound()) text << ", the second peak " << fixed(answer.second.value, 3);
    text << "; " << fixed(answer.pairs, 0) << " pixels\n";
    return text.str();
}

constexpr double noError = std::numeric_limits<double>::quiet_NaN();

void sayDoubts(ProgressReport& report, const Displacement& answer, bool areSame) {
    if (!answer.found.shift.isFound())
        report.say("The shift is known to whole pixels only: near it the images do not fit well enough.");
    if (answer.isAmbiguous)
        report.say("Ambiguous: the images fit as well, within the errors, " +
                   wordsFor(answer.second.X0, noError, "right", "left") + " and " +
                   wordsFor(answer.second.Y0, noError, "down", "up") +
                   "; of such places the one where most pixels overlap is taken. --max-lag or --mask leaves others out.");
    if (answer.isAtEdge) report.say("The peak lies at the edge of the range: the true shift may be larger; raise --max-lag.");
    if (areSame) report.say("The two images are the same, pixel for pixel.");
}

int correlateTwo(const CorrelateOptions& options, const Engines& engines) {
    const Interrupt interrupt;
    ProgressReport report(ProgressForm::none, options.quiet);
    const fs::path folder = options.output, map = folder / "correlation.tif", facts = folder / "peak.json",
                   flow = folder / "flow.csv", finalA = folder / "final_a.tif", finalB = folder / "final_b.tif",
                   sums = folder / "sums.csv";
    Paths targets = options.inPatches ? Paths{flow} : Paths{map, facts};
    if (options.saves("final")) targets.insert(targets.end(), {finalA, finalB});
    if (options.saves("sums")) targets.push_back(sums);
    UsersFiles users;
    users.pictures = {options.a, options.b};
    users.others.assign(options.masks.begin(), options.masks.end());
    if (!options.recipe.empty()) users.others.emplace_back(options.recipe);
    Output output(options.output, targets, users, options.force);
    AnalyzeOptions part = options.part;
    part.recipe = options.recipe;
    const auto opened = [&](const std::string& file, bool isB) {
        return openFrame(file, part, timeOf(options.times, isB), Takes::pictures, "correlate", report);
    };
    const OpenedFrame ofA = opened(options.a, false), ofB = opened(options.b, true);
    Compared ofFirst, ofSecond;
    parallelFor(2, options.threads, [&](std::size_t i) { (i ? ofSecond : ofFirst) = imageOf(options, i ? ofB : ofA, i > 0); });
    const MaskedImage &a = ofFirst.image, &b = ofSecond.image;
    if (a.image.width() != b.image.width() || a.image.height() != b.image.height())
        throw InputError(options.b, "it has " + sizeOf(b.image) + " pixels, the other image " + sizeOf(a.image),
                         "crop both to one size");
    if (a.image.channels() != b.image.channels())
        throw InputError(options.b,
                         "the recipe makes " + std::to_string(b.image.channels()) + " channels of it, and " +
                             std::to_string(a.image.channels()) + " of the other image",
                         "choose planes that both have by channels.pick");
    if (options.inPatches && a.image.channels() > 1)
        throw SettingError("--patches",
                           "patches are followed in one channel, and the recipe makes " + std::to_string(a.image.channels()),
                           "choose channels.use=intensity, or one plane by channels.pick");
    if (options.inPatches) {
        FieldSettings field = options.field;
        field.threads = options.threads;
        return correlatePatches({options.a, options.b, flow, output, field}, a, b, report, interrupt.token());
    }
    PlanShape shape;
    shape.width = a.image.width();
    shape.height = a.image.height();
    shape.maxLag = options.pair.maxLagFor(shape.width, shape.height);
    shape.isAutocorrelation = false;
    shape.channels = a.image.channels();
    shape.threads = options.threads;
    const EngineChoice choice = choose(engines.correlation, options.engine, shape);
    const Displacement answer = displacementBetween(a, b, shape.maxLag, choice.engine, options.threads, interrupt.token());
    if (interrupt.happened()) return interrupted;
    if (!answer.peak.isFound())
        throw InputError(displayName(options.b),
                         "it cannot be compared with " + displayName(options.a) +
                             ": one of the two has no contrast, or too few valid pixels overlap",
                         "look at both; --outside, --mask or the recipe may leave too few");
    nlohmann::ordered_json told = factsOf(answer);
    const bool isOfPaper = options.pair.norm == PairNorm::paper;
    CorrelationMap ofPaper;
    if (isOfPaper || options.saves("sums")) ofPaper = equationOne(a, b, shape, choice, interrupt);
    if (interrupt.happened()) return interrupted;
    if (isOfPaper) addEquationOne(told, ofPaper, answer);
    output.write(report, [&] {
        writeMapTiff(map, isOfPaper ? ofPaper : answer.map);
        writeWhole(facts, told.dump(2) + "\n");
        if (options.saves("sums")) writeWhole(sums, sumsTable(a, b, ofPaper));
        if (!options.saves("final")) return;
        writeCompared(finalA, ofFirst);
        writeCompared(finalB, ofSecond);
    });
    report.summarise(summaryOf(options, answer));
    sayDoubts(report, answer, a.image.hasSamePixelsAs(b.image));
    return allMeasured;
}

}  // namespace

void addCorrelate(CLI::App& app, const Engines& engines, Command& chosen) {
    CLI::App* sub = app.add_subcommand("correlate", "Compare two images: how far the content has moved from one to the other");
    auto options = std::make_shared<CorrelateOptions>();
    sub->add_option("A", options->a, "The image that is compared with")->type_name("FILE")->required();
    sub->add_option("B", options->b, "The other image, of the same size")->type_name("FILE")->required();
    addOutput(*sub, options->output, "Folder for correlation.tif (the map) and peak.json; with --patches for flow.csv")
        ->required();
    addFieldOptions(*sub, PairSettings::fields(), options->pair);
    sub->add_option("--mask", options->masks,
                    "Image of their size whose bright pixels are not valid; given twice, the first is A's and the second B's")
        ->type_name("FILE")
        ->expected(1)
        ->take_all()
        ->check(CLI::ExistingFile);
    sub->add_option("--recipe", options->recipe, "Prepare both by the steps of this recipe, except stabilise")->type_name("FILE");
    CLI::Option* save = sub->add_option("--save", options->save,
                                        "Also write the images as they are compared (final): final_a.tif and final_b.tif, float "
                                        "TIFF, a page for each channel; "
                                        "and for each lag the absolute sum of products (sums): sums.csv")
                            ->type_name("final,sums")
                            ->delimiter(',')
                            ->check(CLI::IsMember({"final", "sums"}));
    addTimes(*sub, options->times);
    addPicturePart(*sub, options->part);
    CLI::Option* engine = sub->add_option("--engine", options->engine, "As in analyze")->type_name("NAME")->capture_default_str();
    const Field<FieldSettings>& side = fieldNamed(FieldSettings::fields(), "correlate", "patches");
    const auto followPatches = [&all = *options, write = side.write](const FieldValue& value) {
        write(all.field, value);
        all.inPatches = true;
    };
    CLI::Option* patches = addFieldOption(*sub, side.description, std::string(), followPatches)
                               ->excludes(sub->get_option("--max-lag"))
                               ->excludes(sub->get_option("--norm"))
                               ->excludes(save)
                               ->excludes(engine);
    addFieldOptions(*sub, FieldSettings::fields(), options->field, {"step", "passes"});
    for (const char* ofPatches : {"--step", "--passes"})
        sub->get_option(ofPatches)->needs(patches);
    sub->add_option("--threads", options->threads, "Threads at most [all]")->type_name("N")->check(wholeOrZero());
    sub->add_flag("--force", options->force, "Replace what is in OUT");
    sub->add_flag("--quiet", options->quiet, "No summary");
    sub->footer(
        "Colour images are made grey first, unless the recipe's channels.use says otherwise. Example: coarsen-cli correlate "
        "before.png after.png -o shift");
    sub->callback([&chosen, &engines, options] { chosen = [&engines, options] { return correlateTwo(*options, engines); }; });
}

}  // namespace coarsen::cli
