// SPDX-License-Identifier: GPL-3.0-or-later
// coarsen-raw: reads one camera's raw picture with LibRaw, for Coarsen, which stays unharmed by whatever the file does to LibRaw.
#include "core/base/answering_program.hpp"
#include "core/image/raw_program/raw_answer.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <libraw/libraw.h>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

extern "C" void omp_set_num_threads(int);  // of the OpenMP library that LibRaw runs on, whatever the compiler's own is

namespace coarsen::raw {

namespace {

/// Why there is no picture; thrown.
struct Refused {
    Verdict verdict;
    std::string_view words = {};
};

void check(int code) {
    switch (code) {
        case LIBRAW_SUCCESS:
            return;
        case LIBRAW_FILE_UNSUPPORTED:
            throw Refused{Verdict::unknown, LibRaw::version()};
        case LIBRAW_UNSUFFICIENT_MEMORY:
        case LIBRAW_MEMPOOL_OVERFLOW:  // so says a LibRaw with OpenMP where it gets no memory
            throw Refused{Verdict::outOfMemory};
        case LIBRAW_IO_ERROR:
            throw Refused{Verdict::endsTooSoon};
        default:
            throw Refused{Verdict::damaged, LibRaw::strerror(code)};
    }
}

/// Broken pixels that LibRaw reports while it goes on.
struct Trouble {
    bool any = false, isAtEnd = false;
};

void note(void* trouble, const char*, int offset) {
    static_cast<Trouble*>(trouble)->any = true;
    if (offset < 0) static_cast<Trouble*>(trouble)->isAtEnd = true;
}

class Sensor {
public:
    /// Tells what it finds in `answer`, as far as it gets.
    Sensor(std::span<std::byte> file, long long mostPixels, Answer& answer) : raw_(std::make_unique<LibRaw>()), answer_(answer) {
        raw_->set_dataerror_handler(note, &trouble_);
        develop();
        check(raw_->open_buffer(file.data(), file.size()));
        const libraw_image_sizes_t& sizes = raw_->imgdata.sizes;
        answer.sensorWidth = std::max(sizes.raw_width, sizes.width);
        answer.sensorHeight = std::max(sizes.raw_height, sizes.height);
        answer.colours = raw_->imgdata.idata.colors;
        const long long pixels = static_cast<long long>(answer.sensorWidth) * answer.sensorHeight;
        if (pixels == 0 || pixels > mostPixels || (answer.colours != 1 && answer.colours != 3))
            throw Refused{Verdict::notAccepted};
    }

    void size() {
        check(raw_->adjust_sizes_info_only());
        answer_.width = raw_->imgdata.sizes.iwidth;
        answer_.height = raw_->imgdata.sizes.iheight;
    }

    std::vector<std::uint16_t> pixels() {
        if (raw_->is_floating_point()) throw Refused{Verdict::isFloat};  // LibRaw would scale each by its brightest pixel
        check(raw_->unpack());
        if (trouble_.any) check(trouble_.isAtEnd ? LIBRAW_IO_ERROR : LIBRAW_DATA_ERROR);
        check(raw_->dcraw_process());
        int width = 0, height = 0, colours = 0, bits = 0;
        raw_->get_mem_image_format(&width, &height, &colours, &bits);
        if (width == 0) throw Refused{Verdict::outOfMemory};  // which LibRaw 0.20 calls a success where the image found no room
        answer_.width = width;
        answer_.height = height;
        answer_.colours = colours;
        const std::size_t samplesPerRow = static_cast<std::size_t>(answer_.width) * static_cast<std::size_t>(answer_.colours);
        std::vector<std::uint16_t> samples(samplesPerRow * static_cast<std::size_t>(answer_.height));
        check(raw_->copy_mem_image(samples.data(), static_cast<int>(samplesPerRow * sizeof(std::uint16_t)), 0));
        return samples;
    }

private:
    /// Values proportional to the light: black level taken away, white level at 65535, the same factor for all colours and all
    /// frames; colours filled in by plain means of their neighbours, which is linear too.
    void develop() {
        libraw_output_params_t& choice = raw_->imgdata.params;
        choice.output_bps = 16;
        choice.gamm[0] = choice.gamm[1] = 1;
        choice.no_auto_bright = 1;
        choice.adjust_maximum_thr = 0;  // else the brightest pixel of each frame could set its scale
        choice.use_auto_wb = choice.use_camera_wb = 0;
        std::fill(std::begin(choice.user_mul), std::end(choice.user_mul), 1.0F);
        choice.highlight = 0;
        choice.half_size = 0;
        choice.output_color = 0;
        choice.use_camera_matrix = 0;
        choice.user_qual = 0;
    }

    Trouble trouble_;
    std::unique_ptr<LibRaw> raw_;
    Answer& answer_;
};

/// Standard input's bytes, where they are.
std::span<std::byte> inputFile() {
    struct stat status {};
    if (::fstat(STDIN_FILENO, &status) != 0 || status.st_size <= 0) throw Refused{Verdict::endsTooSoon};
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0);
    if (bytes == MAP_FAILED)
        throw errno == ENOMEM ? Refused{Verdict::outOfMemory} : Refused{Verdict::damaged, std::strerror(errno)};
    return {static_cast<std::byte*>(bytes), size};
}

Answer answerTo(Question question, long long mostPixels, std::vector<std::uint16_t>& samples) {
    Answer answer;
    answer.seam = seamVersion;
    answer.verdict = Verdict::read;
    try {
        Sensor sensor(inputFile(), mostPixels, answer);
        if (question == Question::size)
            sensor.size();
        else
            samples = sensor.pixels();
    } catch (const Refused& refused) {
        answer.verdict = refused.verdict;
        refused.words.copy(answer.words, sizeof answer.words - 1);
    } catch (const std::bad_alloc&) {
        answer.verdict = Verdict::outOfMemory;
    } catch (const LibRaw_exceptions& escaped) {  // as some of its own do
        const bool lacksMemory = escaped == LIBRAW_EXCEPTION_ALLOC || escaped == LIBRAW_EXCEPTION_MEMPOOL;
        answer.verdict = lacksMemory ? Verdict::outOfMemory : Verdict::damaged;
        std::string_view("LibRaw gave it up").copy(answer.words, sizeof answer.words - 1);
    }
    return answer;
}

}  // namespace

}  // namespace coarsen::raw

int main(int count, char** words) {
    using namespace coarsen::raw;
    if (count != 4) return EXIT_FAILURE;
    if (!coarsen::answering::begin(words[1])) return EXIT_FAILURE;
    ::omp_set_num_threads(1);  // frames run side by side: LibRaw would multiply their threads

    std::vector<std::uint16_t> samples;
    const Answer answer = answerTo(static_cast<Question>(*words[2]), std::atoll(words[3]), samples);
    coarsen::answering::say(std::as_bytes(std::span(&answer, 1)));
    coarsen::answering::say(std::as_bytes(std::span(samples)));
    ::_exit(EXIT_SUCCESS);  // what LibRaw would tidy up goes with the process
}
