// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ply_mesh.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace coarsen {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

/// A type of numbers, under the names that files give it.
struct NumberType {
    const char *name, *other;
    std::size_t bytes;
    double (*read)(const std::byte*);
    void (*write)(double, std::string&);
};

template <typename Number>
double numberAt(const std::byte* at) {
    Number number;
    std::memcpy(&number, at, sizeof number);
    return static_cast<double>(number);
}

template <typename Number>
void appendNumber(double value, std::string& bytes) {
    const auto number = static_cast<Number>(value);
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

template <typename Number>
constexpr NumberType typeOf(const char* name, const char* other) {
    return {name, other, sizeof(Number), numberAt<Number>, appendNumber<Number>};
}

constexpr NumberType types[] = {typeOf<std::int8_t>("char", "int8"),    typeOf<std::uint8_t>("uchar", "uint8"),
                                typeOf<std::int16_t>("short", "int16"), typeOf<std::uint16_t>("ushort", "uint16"),
                                typeOf<std::int32_t>("int", "int32"),   typeOf<std::uint32_t>("uint", "uint32"),
                                typeOf<float>("float", "float32"),      typeOf<double>("double", "float64")};

const NumberType* typeNamed(std::string_view name) {
    for (const NumberType& type : types)
        if (name == type.name || name == type.other) return &type;
    return nullptr;
}

enum class PlyForm { text, little, big };

/// A property of an element; of a list its count has a type as well.
struct Declared {
    std::string name;
    const NumberType *type = nullptr, *count = nullptr;
};

struct Element {
    std::string name;
    std::size_t count = 0;
    std::vector<Declared> properties;
};

struct Header {
    PlyForm form = PlyForm::text;
    std::vector<std::string> comments;
    std::vector<Element> elements;
    std::size_t length = 0;  ///< bytes
};

/// Numbers of a file, one after the other.
class Numbers {
public:
    Numbers(const std::filesystem::path& file, std::span<const std::byte> bytes, PlyForm form)
        : file_(file), bytes_(bytes), form_(form) {}

    double next(const NumberType& type) {
        if (form_ == PlyForm::text) return nextWord();
        if (bytes_.size() - at_ < type.bytes) throwCut();
        std::array<std::byte, sizeof(double)> number;
        std::copy_n(bytes_.data() + at_, type.bytes, number.data());
        if (form_ == PlyForm::big) std::reverse(number.data(), number.data() + type.bytes);
        at_ += type.bytes;
        return type.read(number.data());
    }

    /// Bytes that are left, of which every number takes one at least.
    std::size_t left() const { return bytes_.size() - at_; }

    [[noreturn]] void throwCut() const {
        throw InputError(displayName(file_), "it ends before all that its header promises", "write or copy it again");
    }

private:
    double nextWord() {
        const auto letter = [&] { return static_cast<char>(bytes_[at_]); };
        const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
        while (at_ < bytes_.size() && isBlank(letter()))
            ++at_;
        if (at_ == bytes_.size()) throwCut();
        const std::size_t first = at_;
        while (at_ < bytes_.size() && !isBlank(letter()))
            ++at_;
        const std::string_view word(reinterpret_cast<const char*>(bytes_.data()) + first, at_ - first);
        if (word == "nan" || word == "-nan") return std::numeric_limits<double>::quiet_NaN();
        const auto number = parseNumber(word);
        if (!number)
            throw InputError(displayName(file_), "'" + std::string(word) + "' stands where a number is due",
                             "write or copy it again");
        return *number;
    }

    const std::filesystem::path& file_;
    std::span<const std::byte> bytes_;
    PlyForm form_;
    std::size_t at_ = 0;
};

[[noreturn]] void throwHeader(const std::filesystem::path& file, const std::string& line) {
    throw InputError(displayName(file), "its header has a line that PLY does not know: '" + line + "'", "write it again");
}

Header headerOf(const std::filesystem::path& file, std::string_view text) {
    Header header;
    if (!text.starts_with("ply\n") && !text.starts_with("ply\r\n"))
        throw InputError(displayName(file), "it does not begin as PLY does", "give a surface in this format");
    std::size_t at = text.find('\n') + 1;
    for (bool isOver = false; !isOver;) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos) throw InputError(displayName(file), "its header does not end", "copy it again");
        std::string line(text.substr(at, end - at));
        if (line.ends_with('\r')) line.pop_back();
        at = end + 1;
        std::istringstream words(line);
        std::string first, second, third, fourth, fifth;
        words >> first >> second >> third >> fourth >> fifth;
        if (first == "end_header") {
            isOver = true;
        } else if (first == "comment" || first == "obj_info") {
            header.comments.push_back(line.substr(std::min(line.size(), first.size() + 1)));
        } else if (first == "format" &&
                   (second == "ascii" || second == "binary_little_endian" || second == "binary_big_endian")) {
            header.form = second == "ascii" ? PlyForm::text : second == "binary_big_endian" ? PlyForm::big : PlyForm::little;
        } else if (first == "element") {
            const auto count = parseInteger(third);
            if (!count || *count < 0) throwHeader(file, line);
            header.elements.push_back({second, static_cast<std::size_t>(*count), {}});
        } else if (first == "property" && !header.elements.empty()) {
            const bool isList = second == "list";
            Declared declared{isList ? fifth : third, typeNamed(isList ? fourth : second), isList ? typeNamed(third) : nullptr};
            if (!declared.type || (isList && !declared.count) || declared.name.empty()) throwHeader(file, line);
            header.elements.back().properties.push_back(std::move(declared));
        } else {
            throwHeader(file, line);
        }
    }
    header.length = at;
    return header;
}

void readVertices(const std::filesystem::path& file, const Element& element, Numbers& numbers, PlyMesh& mesh) {
    for (const Declared& declared : element.properties) {
        if (declared.count)
            throw InputError(displayName(file), "its vertices have a list, " + declared.name, "write it with single numbers");
        mesh.properties.push_back({declared.name, declared.type->name});
    }
    for (const char* const axis : {"x", "y", "z"})
        if (!mesh.property(axis))
            throw InputError(displayName(file), std::string("its vertices have no ") + axis, "write it again");
    if (element.count > numbers.left() / element.properties.size()) numbers.throwCut();
    mesh.values.reserve(element.count * element.properties.size());
    for (std::size_t i = 0; i < element.count; ++i)
        for (const Declared& declared : element.properties)
            mesh.values.push_back(numbers.next(*declared.type));
}

void readFaces(const std::filesystem::path& file, const Element& element, Numbers& numbers, PlyMesh& mesh) {
    if (element.count > numbers.left()) numbers.throwCut();
    for (std::size_t i = 0; i < element.count; ++i)
        for (const Declared& declared : element.properties) {
            if (!declared.count) {  // a colour or the like
                numbers.next(*declared.type);
                continue;
            }
            const double count = numbers.next(*declared.count);
            if (!(count >= 0) || count > static_cast<double>(numbers.left())) numbers.throwCut();
            const bool areCorners = declared.name == "vertex_indices" || declared.name == "vertex_index";
            std::vector<std::uint32_t> corners;
            for (int k = 0; k < static_cast<int>(count); ++k) {
                const double corner = numbers.next(*declared.type);
                if (!areCorners) continue;
                if (!(corner >= 0) || corner >= static_cast<double>(mesh.vertices()))
                    throw InputError(displayName(file),
                                     "a face has a corner " + shortest(corner) + ", and there are " +
                                         std::to_string(mesh.vertices()) + " vertices",
                                     "write or copy it again");
                corners.push_back(static_cast<std::uint32_t>(corner));
            }
            if (areCorners) mesh.faces.push_back(std::move(corners));
        }
}

}  // namespace

std::optional<std::size_t> PlyMesh::property(const std::string& name) const {
    const auto found = std::ranges::find(properties, name, &Property::name);
    if (found == properties.end()) return std::nullopt;
    return static_cast<std::size_t>(found - properties.begin());
}

std::array<std::size_t, 3> PlyMesh::places() const {
    std::array<std::size_t, 3> at;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto found = property(std::string(1, "xyz"[axis]));
        if (!found) throw std::invalid_argument("PlyMesh: x, y and z");
        at[axis] = *found;
    }
    return at;
}

std::array<double, 3> PlyMesh::place(std::size_t vertex) const {
    const auto [x, y, z] = places();
    const double* const first = values.data() + vertex * properties.size();
    return {first[x], first[y], first[z]};
}

void PlyMesh::setPlace(std::size_t vertex, const std::array<double, 3>& place) {
    const std::array<std::size_t, 3> at = places();
    for (std::size_t axis = 0; axis < 3; ++axis)
        values[vertex * properties.size() + at[axis]] = place[axis];
}

void PlyMesh::keep(const std::vector<std::uint8_t>& isKept) {
    constexpr auto none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> number(vertices(), none);
    std::uint32_t kept = 0;
    const std::size_t each = properties.size();
    for (std::size_t v = 0; v < number.size(); ++v) {
        if (isKept[v] == 0) continue;
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(v * each), each,
                    values.begin() + static_cast<std::ptrdiff_t>(kept * each));
        number[v] = kept++;
    }
    values.resize(kept * each);
    std::erase_if(faces, [&](const std::vector<std::uint32_t>& face) {
        return std::ranges::any_of(face, [&](std::uint32_t corner) { return number[corner] == none; });
    });
    for (std::vector<std::uint32_t>& face : faces)
        for (std::uint32_t& corner : face)
            corner = number[corner];
}

PlyMesh readPly(const std::filesystem::path& file) {
    const std::vector<std::byte> bytes = readWhole(file);
    const Header header = headerOf(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    PlyMesh mesh;
    mesh.comments = header.comments;
    Numbers numbers(file, std::span(bytes).subspan(header.length), header.form);
    for (const Element& element : header.elements) {
        if (element.properties.empty() && element.count > 0) throwHeader(file, "element " + element.name);
        if (element.name == "vertex")
            readVertices(file, element, numbers, mesh);
        else if (element.name == "face")
            readFaces(file, element, numbers, mesh);
        else if (element.count > 0)
            throw InputError(displayName(file), "it has elements that are neither vertices nor faces: " + element.name,
                             "write it with vertices and faces alone");
    }
    if (mesh.vertices() == 0) throw InputError(displayName(file), "it has no vertex", "give another surface");
    return mesh;
}

void writePly(const std::filesystem::path& file, const PlyMesh& mesh) {
    std::string bytes = "ply\nformat binary_little_endian 1.0\n";
    for (const std::string& comment : mesh.comments)
        bytes += "comment " + comment + "\n";
    bytes += "element vertex " + std::to_string(mesh.vertices()) + "\n";
    std::vector<const NumberType*> kinds;
    for (const PlyMesh::Property& property : mesh.properties) {
        bytes += "property " + property.type + " " + property.name + "\n";
        kinds.push_back(typeNamed(property.type));
    }
    const bool areSmall = std::ranges::all_of(mesh.faces, [](const auto& face) { return face.size() <= 255; });
    bytes += "element face " + std::to_string(mesh.faces.size()) + "\nproperty list " + (areSmall ? "uchar" : "uint") +
             " uint vertex_indices\nend_header\n";
    for (std::size_t v = 0, at = 0; v < mesh.vertices(); ++v)
        for (const NumberType* const kind : kinds)
            kind->write(mesh.values[at++], bytes);
    for (const std::vector<std::uint32_t>& face : mesh.faces) {
        (areSmall ? appendNumber<std::uint8_t> : appendNumber<std::uint32_t>)(static_cast<double>(face.size()), bytes);
        for (const std::uint32_t corner : face)
            appendNumber<std::uint32_t>(corner, bytes);
    }
    writeWhole(file, bytes);
}

}  // namespace coarsen
