// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/hdf5_program/hdf5_answer.hpp"
#include "core/volume/volume_header.hpp"

#include <hdf5.h>
#include <string>
#include <vector>

namespace coarsen::hdf5 {

/// Why there is no volume; thrown.
struct Refused {
    Verdict verdict;
    std::string words = {};
};

/// One of the library's objects, closed at its end. Below 0: none.
class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
    ~Handle() {
        if (id_ >= 0) close_(id_);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    hid_t get() const { return id_; }
    bool isThere() const { return id_ >= 0; }

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

/// Text of the library's last failure, by the innermost of its functions.
std::string complaint();
Refused damaged();

/// Opens nothing that lies in another file. Below 0 where it is not there.
hid_t openHere(hid_t from, const std::string& path);

/// How long each axis of a dataset is, the slowest first. Throws Refused.
std::vector<hsize_t> sidesOf(hid_t dataset);

struct Samples {
    SampleType type;
    hid_t inMemory;
};
Samples samplesOf(hid_t dataset);  ///< throws Refused where they are no numbers

/// An object's attribute as a text (of a text of any kind, or letter by letter); empty where it has none.
std::string textAttribute(hid_t object, const char* name);
std::vector<std::string> textsAttribute(hid_t object, const char* name);  ///< the same of several
std::vector<double> numbersAttribute(hid_t object, const char* name);     ///< at most 64; empty where it has none

/// The first values of a dataset of one axis of numbers, at most `count`; empty where it is none.
std::vector<double> firstValues(hid_t from, const std::string& path, std::size_t count);

}  // namespace coarsen::hdf5
