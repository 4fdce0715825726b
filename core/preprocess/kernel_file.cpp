// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/kernel_file.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/convolve/filter_file.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

namespace coarsen {

namespace {

constexpr int mostTapsASide = 1001;

struct ReadKernel {
    std::filesystem::file_time_type changed;
    std::shared_ptr<const Filter> filter;
};

/// Kernels that were read, by path. Nobody waits for a file that another reads.
class ReadKernels {
public:
    ReadKernel find(const std::string& file) {
        const std::lock_guard lock(mutex_);
        const auto found = kernels_.find(file);
        return found == kernels_.end() ? ReadKernel{} : found->second;
    }
    void keep(const std::string& file, ReadKernel kernel) {
        constexpr std::size_t most = 8;
        const std::lock_guard lock(mutex_);
        if (kernels_.size() >= most) kernels_.clear();
        kernels_[file] = std::move(kernel);
    }

private:
    std::mutex mutex_;
    std::map<std::string, ReadKernel> kernels_;
};

ReadKernels& readKernels() {
    static ReadKernels kernels;
    return kernels;
}

Filter usableKernel(const std::string& file) {
    Filter filter = readFilter(file);
    if (std::max(filter.width, filter.height) > mostTapsASide)
        throw InputError(displayName(file), "it is " + std::to_string(filter.width) + " x " + std::to_string(filter.height) +
                                                ", a kernel has at most " + std::to_string(mostTapsASide) + " taps a side");
    if (filter.absoluteSum() == 0) throw InputError(displayName(file), "every number in it is 0");
    return filter;
}

}  // namespace

std::shared_ptr<const Filter> kernelFile(const std::string& key, const std::string& file) {
    if (file.empty()) throw SettingError(key, "no file is named", "name a table of numbers (CSV) or a TIFF image");
    std::error_code trouble;  // reading says what is wrong
    const auto changed = std::filesystem::last_write_time(file, trouble);
    if (const ReadKernel known = readKernels().find(file); known.filter && known.changed == changed && !trouble)
        return known.filter;
    try {
        auto filter = std::make_shared<const Filter>(usableKernel(file));
        readKernels().keep(file, {changed, filter});
        return filter;
    } catch (const InputError& error) {
        throw SettingError(key, error.what(), "choose another file");
    }
}

std::shared_ptr<const Filter> kernelFileReadBefore(const std::string& file) {
    return readKernels().find(file).filter;
}

}  // namespace coarsen
