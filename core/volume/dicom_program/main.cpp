// SPDX-License-Identifier: GPL-3.0-or-later
// coarsen-dicom: reads the frames of a DICOM file, for Coarsen, which stays unharmed by whatever the file does to the library.
#include "core/base/answering_program.hpp"
#include "core/volume/dicom_program/frames.hpp"

#include <cstdlib>
#include <exception>
#include <fstream>
#include <gdcmImageReader.h>
#include <gdcmTrace.h>
#include <istream>
#include <span>
#include <vector>

namespace coarsen::dicom {

namespace {

/// The file, which remembers whether more was wanted of it than it holds: the library takes zeros for what is missing.
class WatchedFile : public std::filebuf {
public:
    WatchedFile() { open("/proc/self/fd/0", std::ios::in | std::ios::binary); }
    bool endedEarly() const { return endedEarly_; }

private:
    std::streamsize xsgetn(char* to, std::streamsize wanted) override {
        constexpr std::streamsize tag = 4;  // is looked for behind the last element
        const std::streamsize got = std::filebuf::xsgetn(to, wanted);
        endedEarly_ = endedEarly_ || (wanted > tag && got < wanted);
        return got;
    }

    bool endedEarly_ = false;
};

void sayAnswer(const Answer& answer) {
    answering::say(std::as_bytes(std::span(&answer, 1)));
}

struct Described {
    Answer answer;
    StoredPixels stored;
};

/// Describes it by its header; what is read then is behind it.
Described header() {
    WatchedFile file;
    std::istream stream(&file);
    gdcm::Reader reader;
    reader.SetStream(stream);
    const gdcm::Tag pixelData(0x7fe0, 0x0010);
    if (!reader.ReadUpToTag(pixelData, {pixelData})) throw Refused{Verdict::notOpened};
    requirePicture(reader.GetFile());
    const StoredPixels stored = storedPixelsOf(reader.GetFile());
    return {described(reader.GetFile(), stored), stored};
}

void sayFrames(std::size_t first, std::size_t count) {
    const auto [answer, stored] = header();
    WatchedFile file;
    std::istream stream(&file);
    gdcm::ImageReader pictures;
    gdcm::Reader plain;
    gdcm::Reader& reader = stored.isRaw ? plain : pictures;
    reader.SetStream(stream);
    if (!reader.Read()) throw Refused{Verdict::broken};
    const bool isDeflated =
        reader.GetFile().GetHeader().GetDataSetTransferSyntax() == gdcm::TransferSyntax::DeflatedExplicitVRLittleEndian;
    if (file.endedEarly() && !isDeflated) throw Refused{Verdict::endsEarly};
    const auto frames = static_cast<std::size_t>(answer.frames);
    if (first >= frames || count > frames - first) throw Refused{Verdict::broken};
    const std::vector<char> samples = stored.isRaw ? rawSamplesOf(reader.GetFile(), stored, answer, first, count)
                                                   : samplesOf(pictures.GetImage(), frames, first, count);
    sayAnswer(answer);
    answering::say(std::as_bytes(std::span(samples)));
}

}  // namespace

}  // namespace coarsen::dicom

int main(int count, char** words) {
    using namespace coarsen::dicom;
    if (count != 5 || !coarsen::answering::begin(words[1])) return EXIT_FAILURE;
    gdcm::Trace::DebugOff();
    gdcm::Trace::WarningOff();
    gdcm::Trace::ErrorOff();
    try {
        if (static_cast<Question>(*words[2]) == Question::header)
            sayAnswer(header().answer);
        else
            sayFrames(std::strtoull(words[3], nullptr, 10), std::strtoull(words[4], nullptr, 10));
    } catch (const Refused& refused) {
        Answer answer;
        answer.seam = seamVersion;
        answer.verdict = refused.verdict;
        refused.words.copy(answer.words, sizeof answer.words - 1);
        sayAnswer(answer);
    } catch (const std::exception&) {  // the library's own
        Answer answer;
        answer.seam = seamVersion;
        answer.verdict = Verdict::notOpened;
        sayAnswer(answer);
    }
    ::_exit(EXIT_SUCCESS);  // what the library would tidy up goes with the process
}
