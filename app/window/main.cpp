// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines/engines.hpp"
#include "app/window/document/preferences.hpp"
#include "app/window/document/settings_store.hpp"
#include "app/window/figures/benchmark_export.hpp"
#include "app/window/figures/ensemble_export.hpp"
#include "app/window/figures/figure_settings.hpp"
#include "app/window/figures/samples_export.hpp"
#include "app/window/grab.hpp"
#include "app/window/main_window.hpp"
#include "app/window/theme/letters.hpp"
#include "app/window/workers/detachable_thread.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/memory.hpp"
#include "core/base/standard_streams.hpp"
#include "core/base/time_unit.hpp"
#include "core/base/typed_length.hpp"
#include "core/base/version_and_commit.hpp"
#include "core/recipe/recipe.hpp"
#include "core/settings/fields.hpp"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace {

using namespace coarsen;

constexpr int wrongCommand = 2, noWindow = 1, noLetters = 1;

void tell(const std::string& words) {
    std::fprintf(stderr, "coarsen: %s\n", words.c_str());
}

constexpr const char* noWindowWords =
    "coarsen: no window can be shown here. Start it in a desktop session or with DISPLAY set (through ssh: ssh -X);\n"
    "coarsen-cli measures without a window, coarsen --grab and --export draw without one.\n";

using Words = std::span<const char* const>;

bool isAnyOf(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

/// True where the environment or the options, which are Qt's own here, name something to draw windows on.
bool namesDisplay(Words words) {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (!qEnvironmentVariableIsEmpty(name)) return true;
    return std::ranges::any_of(words, [](std::string_view word) {
        return isAnyOf(word, {"-platform", "--platform", "-display", "--display"});
    });
}

/// True where the words ask for something that shows no window, and so needs no display.
bool asksForNoWindow(Words words) {
    return std::ranges::any_of(words, [](std::string_view word) {
        return word.starts_with("--grab") || word.starts_with("--export") ||
               isAnyOf(word, {"-h", "-?", "--help", "--help-all", "-v", "--version"});
    });
}

/// An empty folder that nobody else can have made beforehand, gone at the end.
class PrivateFolder {
public:
    PrivateFolder() {
        std::error_code none;
        path_ = (std::filesystem::temp_directory_path(none) / "coarsen-XXXXXX").string();
        if (none || !::mkdtemp(path_.data())) path_.clear();  // Qt then warns, and goes on
    }
    ~PrivateFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

void drawOffscreen() {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR")) {  // Qt wants a private folder and warns without one
        static const PrivateFolder folder;
        qputenv("XDG_RUNTIME_DIR", folder.path().c_str());
    }
    qputenv("QT_LOGGING_RULES", "qt.qpa.*=false");  // the offscreen platform's remarks on sizes
}

/// Options that must be known before there is an application.
void prepareEnvironment(Words words, bool showsWindow) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (std::string_view(words[i]) == "--scale") qputenv("QT_SCALE_FACTOR", words[i + 1]);
    if (!showsWindow) return drawOffscreen();
    const int percent = window::preferences().sizePercent;
    if (percent != 100 && !qEnvironmentVariableIsSet("QT_SCALE_FACTOR"))
        qputenv("QT_SCALE_FACTOR", QByteArray::number(percent / 100.0));
}

/// Qt aborts where its platform cannot start, such as on a display that does not answer: its reason, ours, and a status instead.
void endWithoutAbort(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, message)));
    if (type != QtFatalMsg) return;
    std::fputs(noWindowWords, stderr);
    std::_Exit(noWindow);
}

window::GrabRequest requestOf(const QCommandLineParser& parser) {
    window::GrabRequest request;
    request.picture = parser.value("grab");
    request.exportFolder = parser.value("export");
    const auto complain = [](const QString& option, const QString& reason) {
        throw SettingError(option.toStdString(), reason.toStdString(), "see coarsen --help");
    };
    if (const QString size = parser.value("size"); !size.isEmpty()) {
        const QStringList parts = size.split('x');
        request.size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
        if (request.size.width() < 640 || request.size.height() < 400)
            complain("--size", "'" + size + "' is not a size such as 1366x768");
    }
    request.frame = parser.isSet("frame") ? parser.value("frame").toInt() : -1;
    request.dark = parser.value("theme") == "dark";
    request.page = parser.value("page");
    request.analyse = parser.isSet("analyze");
    request.movie = parser.isSet("movie");
    request.force = parser.isSet("force");
    request.volumes = parser.isSet("volumes");
    const auto pairsOf = [&](const QString& option, const auto& take) {
        for (const QString& setting : parser.values(option)) {
            const qsizetype equals = setting.indexOf('=');
            if (equals < 1) complain("--" + option, "'" + setting + "' is not KEY=VALUE");
            take(setting.left(equals), setting.mid(equals + 1));
        }
    };
    pairsOf("set", [&](const QString& key, const QString& value) { request.settings.emplace_back(key, value); });
    pairsOf("figure", [&](const QString& key, const QString& value) {
        request.figures.emplace_back(key.toStdString(), value.toStdString());
    });
    if (!request.figures.empty() && request.exportFolder.isEmpty()) complain("--figure", "it goes with --export");
    request.times = parser.value("times");
    if (parser.isSet("z")) {
        bool isNumber = false;
        request.slice = parser.value("z").toInt(&isNumber);
        if (!isNumber) complain("--z", "'" + parser.value("z") + "' is not the number of a slice");
    }
    request.fit = parser.value("fit");
    request.pixelSizeUm = typedLengthUm(parser.value("pixel-size").toStdString()).value_or(0);
    if (parser.isSet("t0")) {
        const auto t0 = typedTime(parser.value("t0").toStdString());
        if (!t0) complain("--t0", "'" + parser.value("t0") + "' is no time: write it in seconds, or as -20h");
        request.t0S = t0->seconds;
    }
    request.inputs = parser.positionalArguments();
    return request;
}

constexpr std::size_t leastAddressSpace = std::size_t{768} << 20;  // Qt's libraries, fonts and the workers' stacks

int run(int argc, char** argv) {
    openStandardStreams();
    try {
        requireAddressSpace(leastAddressSpace);
    } catch (const SettingError& error) {  // a library that could not start its threads would wait for them at the end
        std::fprintf(stderr, "coarsen: %s\n", error.what());
        ::_exit(wrongCommand);
    }
    keepFreedMemory();
    const Words typed(argv + 1, argv + std::max(1, argc));
    const bool showsWindow = namesDisplay(typed) && !asksForNoWindow(typed);
    prepareEnvironment(typed, showsWindow);
    qInstallMessageHandler(endWithoutAbort);
    QApplication application(argc, argv);
    qInstallMessageHandler(nullptr);
    window::provideLetters();
    window::noteSystemLook();
    QApplication::setApplicationName("coarsen");
    QApplication::setApplicationVersion(QString::fromStdString(versionAndCommit()));
    QApplication::setDesktopFileName(COARSEN_APPLICATION_ID);

    QCommandLineParser parser;
    const auto tr = [](const char* words) { return QCoreApplication::translate("main", words); };
    parser.setApplicationDescription(tr("Measures how the structure of a material grows, from a series of images."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument("input", tr("A folder, images, a session, or a project of several."),
                                 "[INPUT... | SESSION | PROJECT]");
    parser.addOptions({
        {"grab", tr("Draw the window once everything asked for is computed, save it as FILE and quit."), "FILE.png"},
        {"export",
         tr("Write every figure of a session, of a project or batch.json, of an ensemble.json, or of what bench --suite paper "
            "--json printed, into DIR without showing a window."),
         "DIR"},
        {"size", tr("Size of the grabbed window in logical pixels [1366x768]."), "WxH"},
        {"scale", tr("Pixels of the picture for one logical pixel [1]."), "S"},
        {"frame", tr("Frame to show [0]."), "N"},
        {"theme", tr("light or dark [light]."), "T"},
        {"page",
         tr("Show one of: %1. The page compare is that of the last input, a session; time-table that of --times; samples, "
            "columns "
            "and collapse are of a project.")
             .arg(window::pageNames()),
         "PAGE"},
        {"analyze", tr("Measure the series before the picture is taken.")},
        {"movie",
         tr("With --export: movie.mp4 too, frame, C1D and growth side by side; of volumes with a surface also surface.mp4.")},
        {"figure",
         tr("With --export of a series: change one setting of the figures, repeatable: %1; or where a chart's axes end, as "
            "growth.x=0:40 and c1d.y=-0.5:1, in the numbers that stand on them.")
             .arg(window::figureKeys()),
         "KEY=VALUE"},
        {"volumes", tr("Each TIFF file is a volume, its pages the slices.")},
        {"force", tr("With --grab and --export: replace files that are there already.")},
        {"set", tr("Change one setting of the recipe, repeatable."), "KEY=VALUE"},
        {"times", tr("CSV table file,time_s."), "FILE"},
        {"z", tr("Slice of a stack at each time; the first is 1."), "N"},
        {"fit", QString::fromStdString(legalValues(fieldNamed(FitSettings::fields(), "fit", "model").description) + "."),
         "MODEL"},
        {"pixel-size", tr("Micrometres per pixel."), "X"},
        {"t0", tr("Time of the quench."), "SECONDS"},
    });
    const QStringList words = QApplication::arguments();
    if (!parser.parse(words)) {
        const QString reason = parser.errorText();  // a sentence with its full stop
        std::fprintf(stderr, "coarsen: %s; see coarsen --help\n", qPrintable(reason.chopped(reason.endsWith('.'))));
        return wrongCommand;
    }
    parser.process(words);  // --help and --version end here

    if (!window::areLettersDrawn()) {
        tell("letters cannot be drawn here, only boxes: install a font, such as Debian's fonts-dejavu-core");
        return noLetters;
    }
    const QStringList inputs = parser.positionalArguments();
    if (parser.isSet("export") && inputs.size() == 1 &&
        (inputs.front().endsWith(".json") || inputs.front().endsWith(projectEnding))) {
        if (parser.isSet("figure"))
            throw SettingError("--figure", "only the figures of one series can be changed",
                               "leave it out, or name a session (.coarsen)");
        const std::filesystem::path file = QFile::encodeName(inputs.front()).toStdString();
        const auto draw = window::holdsSamples(file)     ? window::exportSamples
                          : window::isEnsembleFile(file) ? window::exportEnsemble
                                                         : window::exportBenchmark;
        const int files =
            draw(file, QDir(parser.value("export")), parser.isSet("force") ? Existing::replaced : Existing::refused);
        std::printf("%d files in %s\n", files, qUtf8Printable(parser.value("export")));
        return 0;
    }

    const Engines engines = withTuning(allEngines(), tell);
    if (parser.isSet("grab") || parser.isSet("export")) {
        const auto copies = window::leaveNoTraces();
        return window::grab(engines, requestOf(parser));
    }

    if (!showsWindow) {
        std::fputs(noWindowWords, stderr);
        return noWindow;
    }
    window::MainWindow window(engines);
    window.showAsBefore();
    if (parser.isSet("volumes")) {
        std::vector<std::filesystem::path> files;
        for (const QString& input : parser.positionalArguments())
            files.emplace_back(QFile::encodeName(input).toStdString());
        window.document().open(files, {}, {}, {}, SeriesOpening{.areVolumes = true});
    } else {
        window.openPaths(parser.positionalArguments());
    }
    return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const int status = run(argc, argv);
        if (!coarsen::window::DetachableThread::isAnyLeft()) return status;
        std::fflush(nullptr);
        std::_Exit(status);  // a read of a dead network never ends: what it stands on is not taken apart

    } catch (const coarsen::InputError& error) {
        std::fprintf(stderr, "coarsen: %s\n", error.what());
        return wrongCommand;
    } catch (const coarsen::SettingError& error) {
        std::fprintf(stderr, "coarsen: %s\n", error.what());
        return wrongCommand;
    } catch (const coarsen::StorageError& error) {
        std::fprintf(stderr, "coarsen: %s\n", error.what());
        return wrongCommand;
    } catch (const std::filesystem::filesystem_error& error) {
        std::fprintf(stderr, "coarsen: %s\n", coarsen::wordsFor(error).c_str());
        return wrongCommand;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "coarsen: %s\n", error.what());
        return 1;
    }
}
