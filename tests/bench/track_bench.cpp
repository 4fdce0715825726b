// SPDX-License-Identifier: GPL-3.0-or-later
// What a camera's user meets who pipes raw frames into `coarsen-cli track`: frames a second, and how long after a frame's last
// byte its line is there, once as fast as it takes them and once at a camera's rate. Where a GPU follows them, also how long each
// stage takes, without the pipe.
#include "core/base/files.hpp"
#include "core/synth/fourier_plane.hpp"
#include "core/synth/random_numbers.hpp"
#include "tests/bench/bench_report.hpp"
#include "tests/bench/gpu/track_stages.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/run_by_hand.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace coarsen;
using Clock = std::chrono::steady_clock;

struct Wanted {
    int frames = 10000, width = 640, height = 480, maxLag = 16, threads = 0, stages = 0;
    double rateHz = 200;
    std::string engine = "auto", json;
};

using coarsen::test::programFile;
using Bytes = std::vector<std::uint8_t>;

/// Frames of a smooth random scene twice as fine as they are, each at another place of it, with noise of a tenth of its contrast,
/// and how far each one's content sits right of and below that of the one before, pixels.
struct Camera {
    std::vector<Bytes> frames;
    std::vector<double> dx, dy;
};

Camera cameraOf(const Wanted& wanted) {
    constexpr int count = 64, margin = 64, fine = 2;
    const int width = fine * wanted.width + 2 * margin, height = fine * wanted.height + 2 * margin;
    const FourierPlane plane(width, height);
    RandomNumbers random(20100705, 1), noise(20100705, 2);
    std::vector<double> scene(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (double& value : scene)
        value = random.normal();
    std::vector<std::complex<double>> spectrum;
    plane.forward(scene, spectrum);
    constexpr double smoothing = 6;  // of the fine pixels
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < plane.spectrumWidth(); ++column)
            spectrum[static_cast<std::size_t>(row * plane.spectrumWidth() + column)] *=
                std::exp(-(plane.qx(column) * plane.qx(column) + plane.qy(row) * plane.qy(row)) * smoothing * smoothing / 2);
    plane.backward(spectrum, scene);
    double square = 0;
    for (const double value : scene)
        square += value * value / static_cast<double>(scene.size());
    Camera camera;
    int beforeX = 0, beforeY = 0;
    for (int frame = 0; frame < count; ++frame) {
        const int left = margin + static_cast<int>(std::lround(20 * std::sin(frame / 7.0))),
                  top = margin + static_cast<int>(std::lround(15 * std::cos(frame / 5.0)));
        Bytes& bytes = camera.frames.emplace_back();
        for (int y = 0; y < wanted.height; ++y)
            for (int x = 0; x < wanted.width; ++x) {
                const double value =
                    scene[static_cast<std::size_t>((top + fine * y) * width + left + fine * x)] / std::sqrt(square);
                bytes.push_back(static_cast<std::uint8_t>(std::clamp(128 + 30 * (value + 0.1 * noise.normal()), 0.0, 255.0)));
            }
        camera.dx.push_back((beforeX - left) / static_cast<double>(fine));
        camera.dy.push_back((beforeY - top) / static_cast<double>(fine));
        beforeX = left, beforeY = top;
    }
    return camera;
}

/// The frames one way and back again, so that the picture never jumps.
std::size_t frameAt(const Camera& camera, int index) {
    const auto last = static_cast<int>(camera.frames.size()) - 1;
    const int place = index % (2 * last);
    return static_cast<std::size_t>(place <= last ? place : 2 * last - place);
}

struct Answer {
    std::vector<double> latencies, dx, dy;
    double seconds = 0;
    std::string engine, summary;  ///< as coarsen-cli names it, and its last words
};

/// Text between the two; empty where they do not stand in it.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
    const std::size_t begin = text.find(before), end = text.find(after, begin == text.npos ? begin : begin + before.size());
    return end == text.npos ? "" : text.substr(begin + before.size(), end - begin - before.size());
}

Answer tracked(const Wanted& wanted, const Camera& camera, double rateHz) {
    const TemporaryFolder folder;
    const std::string command = "'" + programFile("coarsen-cli").string() + "' track - --size " + std::to_string(wanted.width) +
                                "x" + std::to_string(wanted.height) + " --max-lag " + std::to_string(wanted.maxLag) +
                                " --engine " + wanted.engine + " --threads " + std::to_string(wanted.threads) + " > '" +
                                (folder / "lines").string() + "' 2> '" + (folder / "words").string() + "'";
    std::FILE* const pipe = ::popen(command.c_str(), "w");
    if (!pipe) throw std::runtime_error("coarsen-cli cannot be started");
    std::setvbuf(pipe, nullptr, _IONBF, 0);
    const auto start = Clock::now();
    for (int i = 0; i < wanted.frames; ++i) {
        if (rateHz > 0)
            std::this_thread::sleep_until(start +
                                          std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(i / rateHz)));
        const Bytes& bytes = camera.frames[frameAt(camera, i)];
        std::fwrite(bytes.data(), 1, bytes.size(), pipe);
    }
    const int status = ::pclose(pipe);
    Answer answer;
    std::ifstream words(folder / "words");
    for (std::string word; std::getline(words, word);) {
        std::fprintf(stderr, "%s\n", word.c_str());
        answer.summary = word;
    }
    if (status != 0) throw std::runtime_error("coarsen-cli failed");
    answer.engine = between(answer.summary, " s by ", ": ");
    answer.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    std::ifstream lines(folder / "lines");
    std::string line;
    std::getline(lines, line);  // the columns
    while (std::getline(lines, line)) {
        double time = 0, dx = 0, dy = 0, error = 0, correlation = 0, latency = 0;
        if (std::sscanf(line.c_str(), "%lf,%lf,%lf,%lf,%lf,%lf", &time, &dx, &dy, &error, &correlation, &latency) != 6)
            throw std::runtime_error("no shift in the line " + line);
        answer.dx.push_back(dx), answer.dy.push_back(dy), answer.latencies.push_back(latency);
    }
    if (static_cast<int>(answer.dx.size()) != wanted.frames) throw std::runtime_error("frames are missing");
    return answer;
}

double largestError(const Answer& answer, const Camera& camera) {
    double x = 0, y = 0, largest = 0;
    std::vector<double> placeX, placeY;
    for (std::size_t i = 0; i < camera.dx.size(); ++i) {
        placeX.push_back(x += i > 0 ? camera.dx[i] : 0);
        placeY.push_back(y += i > 0 ? camera.dy[i] : 0);
    }
    for (int i = 1; i < static_cast<int>(answer.dx.size()); ++i) {
        const std::size_t now = frameAt(camera, i), before = frameAt(camera, i - 1);
        largest = std::max(largest, std::hypot(answer.dx[static_cast<std::size_t>(i)] - placeX[now] + placeX[before],
                                               answer.dy[static_cast<std::size_t>(i)] - placeY[now] + placeY[before]));
    }
    return largest;
}

double percentile(std::vector<double> values, double part) {
    std::ranges::sort(values);
    return values[std::min(values.size() - 1, static_cast<std::size_t>(part * static_cast<double>(values.size())))];
}

/// The stages of a picture on a GPU, without the pipe.
void timeStages(const Wanted& wanted, const Camera& camera, std::map<std::string, std::vector<double>>& counted) {
    PlanShape shape;
    shape.width = wanted.width;
    shape.height = wanted.height;
    shape.maxLag = wanted.maxLag;
    shape.isAutocorrelation = false;
    shape.type = PixelType::u8;
    std::vector<Image> pictures;
    for (const Bytes& bytes : camera.frames)
        pictures.emplace_back(wanted.width, wanted.height, bytes);
    for (const gpu::TrackStageTimes& times : gpu::trackStageTimes(shape, pictures, wanted.stages)) {
        const std::vector<double> us{percentile(times.microseconds, 0.5), percentile(times.microseconds, 0.999),
                                     percentile(times.microseconds, 1)};
        std::printf("%-34s %8.1f us (median) %8.1f (99.9 %%) %8.1f at most\n", times.stage.c_str(), us[0], us[1], us[2]);
        counted["stage in us, median, 99.9 %, worst: " + times.stage] = us;
    }
}

int time(const Wanted& wanted) {
    const Camera camera = cameraOf(wanted);
    std::map<std::string, std::vector<double>> counted;
    std::vector<bench::Timing> timings;
    for (const double rateHz : {0.0, wanted.rateHz}) {
        Answer answer = tracked(wanted, camera, rateHz);
        answer.latencies.erase(answer.latencies.begin());  // plans are made with the first frame
        const std::string name =
            std::to_string(wanted.frames) + " frames of " + std::to_string(wanted.width) + "x" + std::to_string(wanted.height) +
            ", R = " + std::to_string(wanted.maxLag) + ", " + wanted.engine + ", " +
            (wanted.threads > 0 ? std::to_string(wanted.threads) + " threads, " : std::string()) +
            (rateHz > 0 ? std::to_string(static_cast<int>(rateHz)) + " Hz" : std::string("as fast as it takes them"));
        const double perSecond = wanted.frames / answer.seconds, error = largestError(answer, camera);
        const std::vector<double> ms{percentile(answer.latencies, 0.5), percentile(answer.latencies, 0.99),
                                     percentile(answer.latencies, 0.999), percentile(answer.latencies, 1)};
        timings.push_back({name, answer.engine, ms[0], percentile(answer.latencies, 0), {}});
        std::printf(
            "%s: %.0f a second; latency %.2f ms (median), %.2f (99 %%), %.2f (99.9 %%), %.2f at most; largest error %.4f px\n",
            name.c_str(), perSecond, ms[0], ms[1], ms[2], ms[3], error);
        counted[name + ": frames a second"] = {perSecond};
        counted[name + ": latency in ms, median, 99 %, 99.9 %, worst"] = ms;
        constexpr double slowMs = 0.33;
        std::vector<double> slow;  // by number; the first frame, which makes the plans, is 0
        for (std::size_t i = 0; i < answer.latencies.size(); ++i)
            if (answer.latencies[i] > slowMs) slow.push_back(static_cast<double>(i + 1));
        std::printf("  over %.2f ms: %zu frames; the first ones:", slowMs, slow.size());
        for (std::size_t i = 0; i < std::min<std::size_t>(slow.size(), 40); ++i)
            std::printf(" %.0f (%.2f)", slow[i], answer.latencies[static_cast<std::size_t>(slow[i]) - 1]);
        std::printf("\n");
        counted[name + ": largest error, px"] = {error};
        counted[name + ": latency in ms until the line is written, median, 99.9 %, worst"] = {
            std::stod(between(answer.summary, "to its line ", " ms (median)")),
            std::stod(between(answer.summary, "ms (median), ", " ms (99.9 %)")),
            std::stod(between(answer.summary, "ms (99.9 %), ", " ms at most"))};
    }
    if (wanted.stages > 0) timeStages(wanted, camera, counted);
    if (!wanted.json.empty()) writeWhole(wanted.json, bench::reportJson(timings, counted));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    Wanted wanted;
    CLI::App app{
        "Pipes raw 8-bit frames into coarsen-cli track and says how many a second it takes, and how long after a frame's last "
        "byte "
        "its line is there.",
        "track_bench"};
    app.add_option("--frames", wanted.frames, "How many frames")->check(test::countFrom(2))->capture_default_str();
    app.add_option("--rate", wanted.rateHz, "Of the camera in the second run, Hz")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--engine", wanted.engine, "As of track")->capture_default_str();
    app.add_option("--threads", wanted.threads, "As of track; 0: all")->check(test::countFrom(0))->capture_default_str();
    app.add_option("--stages", wanted.stages, "Pictures to time the stages of a GPU with; 0: none")
        ->check(test::countFrom(0))
        ->capture_default_str();
    app.add_option("--json", wanted.json, "Write the figures here, too")->type_name("FILE");
    return test::runByHand(app, argc, argv, [&] { return time(wanted); });
}
