// SPDX-License-Identifier: GPL-3.0-or-later
// Which file for the rows of a long series beside its session: row_files_study STORE ROWS FILE writes made rows, and with a
// further word `read` reads them again. Stores: lines (a JSON object a row, as today), columns (SQLite, a column a number), texts
// (SQLite, a JSON object a row), hdf5, packed (HDF5, shuffled and deflated). Says seconds of computing, of which making the rows
// is the same for all, and the highest memory.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <hdf5.h>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <sqlite3.h>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace {

constexpr int numbers = 60;            // of a row of results.csv
constexpr int floats = 3 * 251 + 150;  // C1D to 250 px, its errors and pairs, and what is at quarter pixels

struct Row {
    std::string words;  // file, SHA-256, engine
    std::array<double, numbers> values{};
    std::array<float, floats> curves{};
};

/// Rows whose digits cannot be packed, one after another.
class MadeRows {
public:
    const Row& next() {
        row_.words = "img_" + std::to_string(count_++) + ".png cpu-simd ";
        for (int i = 0; i < 64; ++i)
            row_.words += "0123456789abcdef"[random_() & 15];
        for (double& value : row_.values)
            value = 1e-3 * static_cast<double>(random_());
        for (float& value : row_.curves)
            value = 1e-9F * static_cast<float>(random_());
        return row_;
    }

private:
    std::mt19937 random_{1};
    Row row_;
    int count_ = 0;
};

std::string jsonOf(const Row& row) {
    nlohmann::json json{{"words", row.words}};
    for (int i = 0; i < numbers; ++i)
        json["k" + std::to_string(i)] = row.values[static_cast<std::size_t>(i)];
    return json.dump();
}

/// One way to keep rows. What is read is added up, so that it is read.
struct Store {
    virtual ~Store() = default;
    virtual void write(int rows) = 0;
    virtual double allRows() = 0;  ///< without curves
    virtual double curvesOf(int row) = 0;
};

class Lines final : public Store {
public:
    explicit Lines(std::string file) : file_(std::move(file)) {}
    void write(int rows) override {
        std::ofstream text(file_);
        for (MadeRows made; rows > 0; --rows) {
            const Row& row = made.next();
            std::string line = jsonOf(row);  // and its curves, a third longer than their bytes as base64 is
            line.back() = ',';
            text << line << R"("c1d":")" << std::string(sizeof row.curves * 4 / 3, 'A') << "\"}\n";
        }
    }
    double allRows() override {
        std::ifstream text(file_);
        double sum = 0;
        for (std::string line; std::getline(text, line);)
            sum += nlohmann::json::parse(line).at("k7").get<double>();
        return sum;
    }
    double curvesOf(int) override { return 0; }  // none is found without reading those before

private:
    std::string file_;
};

class Sqlite final : public Store {
public:
    Sqlite(const std::string& file, bool areColumns) : areColumns_(areColumns) {
        require(sqlite3_open_v2(file.c_str(), &base_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr));
        run("PRAGMA page_size=8192; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF");
    }
    Sqlite(const Sqlite&) = delete;
    Sqlite& operator=(const Sqlite&) = delete;
    ~Sqlite() override { sqlite3_close_v2(base_); }

    void write(int rows) override {
        std::string columns, places;
        for (int i = 0; i < (areColumns_ ? numbers : 0); ++i) {
            columns += ", k" + std::to_string(i) + " REAL";
            places += ",?";
        }
        run("CREATE TABLE rows(frame INTEGER PRIMARY KEY, words TEXT" + columns +
            "); CREATE TABLE curves(frame INTEGER PRIMARY KEY, c1d BLOB); BEGIN");
        const Statement row = prepared("INSERT INTO rows VALUES(?,?" + places + ")");
        const Statement curve = prepared("INSERT INTO curves VALUES(?,?)");
        MadeRows made;
        for (int frame = 0; frame < rows; ++frame) {
            const Row& one = made.next();
            const std::string words = areColumns_ ? one.words : jsonOf(one);
            sqlite3_bind_int(row.get(), 1, frame);
            sqlite3_bind_text(row.get(), 2, words.data(), static_cast<int>(words.size()), SQLITE_STATIC);
            for (int i = 0; i < (areColumns_ ? numbers : 0); ++i)
                sqlite3_bind_double(row.get(), 3 + i, one.values[static_cast<std::size_t>(i)]);
            step(row);
            sqlite3_bind_int(curve.get(), 1, frame);
            sqlite3_bind_blob(curve.get(), 2, one.curves.data(), sizeof one.curves, SQLITE_STATIC);
            step(curve);
        }
        run("COMMIT");
    }
    double allRows() override {
        const Statement row = prepared("SELECT * FROM rows ORDER BY frame");
        double sum = 0;
        while (sqlite3_step(row.get()) == SQLITE_ROW) {
            const auto* const words = reinterpret_cast<const char*>(sqlite3_column_text(row.get(), 1));
            sum += areColumns_ ? 0 : nlohmann::json::parse(words).at("k7").get<double>();
            for (int i = 0; i < (areColumns_ ? numbers : 0); ++i)
                sum += sqlite3_column_double(row.get(), 2 + i);
        }
        return sum;
    }
    double curvesOf(int frame) override {
        if (!curve_) curve_ = prepared("SELECT c1d FROM curves WHERE frame=?");
        sqlite3_bind_int(curve_.get(), 1, frame);
        require(sqlite3_step(curve_.get()) == SQLITE_ROW ? SQLITE_OK : SQLITE_ERROR);
        const double first = static_cast<const float*>(sqlite3_column_blob(curve_.get(), 0))[0];
        sqlite3_reset(curve_.get());
        return first;
    }

private:
    struct Finalise {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    using Statement = std::unique_ptr<sqlite3_stmt, Finalise>;

    void require(int answer) const {
        if (answer != SQLITE_OK) throw std::runtime_error(sqlite3_errmsg(base_));
    }
    void run(const std::string& words) const { require(sqlite3_exec(base_, words.c_str(), nullptr, nullptr, nullptr)); }
    Statement prepared(const std::string& words) const {
        sqlite3_stmt* statement = nullptr;
        require(sqlite3_prepare_v2(base_, words.c_str(), -1, &statement, nullptr));
        return Statement(statement);
    }
    void step(const Statement& statement) const {
        require(sqlite3_step(statement.get()) == SQLITE_DONE ? SQLITE_OK : SQLITE_ERROR);
        sqlite3_reset(statement.get());
    }

    bool areColumns_;
    sqlite3* base_ = nullptr;
    Statement curve_;
};

class Hdf5 final : public Store {
public:
    Hdf5(std::string file, bool isPacked) : name_(std::move(file)), isPacked_(isPacked) {}
    Hdf5(const Hdf5&) = delete;
    Hdf5& operator=(const Hdf5&) = delete;
    ~Hdf5() override {
        if (file_ >= 0) H5Fclose(file_);
    }

    void write(int rows) override {
        file_ = H5Fcreate(name_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        const hid_t values = made("values", H5T_NATIVE_DOUBLE, {0, numbers}, 256, isPacked_);
        const hid_t curves = made("curves", H5T_NATIVE_FLOAT, {0, floats}, 16, isPacked_);
        const hid_t words = made("words", textType(), {0}, 256, false);
        MadeRows source;
        std::vector<Row> block(256);
        std::vector<std::array<double, numbers>> ofValues(block.size());
        std::vector<std::array<float, floats>> ofCurves(block.size());
        std::vector<const char*> ofWords(block.size());
        for (int from = 0; from < rows; from += static_cast<int>(block.size())) {
            const auto count = std::min(block.size(), static_cast<std::size_t>(rows - from));
            for (std::size_t i = 0; i < count; ++i) {
                block[i] = source.next();
                ofValues[i] = block[i].values;
                ofCurves[i] = block[i].curves;
                ofWords[i] = block[i].words.c_str();
            }
            put(values, H5T_NATIVE_DOUBLE, {static_cast<hsize_t>(from), 0}, {count, numbers}, ofValues.data());
            put(curves, H5T_NATIVE_FLOAT, {static_cast<hsize_t>(from), 0}, {count, floats}, ofCurves.data());
            put(words, textType(), {static_cast<hsize_t>(from)}, {count}, ofWords.data());
        }
        for (const hid_t set : {values, curves, words})
            H5Dclose(set);
        H5Fflush(file_, H5F_SCOPE_GLOBAL);
    }
    double allRows() override {
        open();
        const hid_t values = H5Dopen2(file_, "values", H5P_DEFAULT), words = H5Dopen2(file_, "words", H5P_DEFAULT);
        const hid_t space = H5Dget_space(words);
        const auto rows = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
        std::vector<double> all(rows * numbers);
        std::vector<char*> texts(rows);
        require(H5Dread(values, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()));
        require(H5Dread(words, textType(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()));
        return all.back() + texts.back()[0];
    }
    double curvesOf(int frame) override {
        open();
        const hid_t curves = H5Dopen2(file_, "curves", H5P_DEFAULT);
        std::array<float, floats> one{};
        const Extent at{static_cast<hsize_t>(frame), 0}, count{1, floats};
        const hid_t space = H5Dget_space(curves), memory = H5Screate_simple(2, count.data(), nullptr);
        H5Sselect_hyperslab(space, H5S_SELECT_SET, at.data(), nullptr, count.data(), nullptr);
        require(H5Dread(curves, H5T_NATIVE_FLOAT, memory, space, H5P_DEFAULT, one.data()));
        H5Sclose(space), H5Sclose(memory), H5Dclose(curves);
        return one[0];
    }

private:
    using Extent = std::vector<hsize_t>;

    static void require(herr_t answer) {
        if (answer < 0) throw std::runtime_error("HDF5 refused");
    }
    static hid_t textType() {
        static const hid_t type = [] {
            const hid_t made = H5Tcopy(H5T_C_S1);
            H5Tset_size(made, H5T_VARIABLE);  // a second time would make texts of texts
            return made;
        }();
        return type;
    }
    void open() {
        if (file_ < 0) file_ = H5Fopen(name_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
        require(file_ < 0 ? -1 : 0);
    }
    hid_t made(const char* name, hid_t type, Extent size, hsize_t rowsTogether, bool isPacked) const {
        Extent most = size, chunk = size;
        most[0] = H5S_UNLIMITED, chunk[0] = rowsTogether;
        const int axes = static_cast<int>(size.size());
        const hid_t space = H5Screate_simple(axes, size.data(), most.data()), how = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_chunk(how, axes, chunk.data());
        if (isPacked) H5Pset_shuffle(how), H5Pset_deflate(how, 4);
        return H5Dcreate2(file_, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
    }
    static void put(hid_t set, hid_t type, const Extent& at, const Extent& count, const void* data) {
        Extent size = count;
        size[0] += at[0];
        require(H5Dset_extent(set, size.data()));
        const hid_t space = H5Dget_space(set), memory = H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr);
        H5Sselect_hyperslab(space, H5S_SELECT_SET, at.data(), nullptr, count.data(), nullptr);
        require(H5Dwrite(set, type, memory, space, H5P_DEFAULT, data));
        H5Sclose(space), H5Sclose(memory);
    }

    std::string name_;
    bool isPacked_;
    hid_t file_ = -1;
};

std::unique_ptr<Store> storeNamed(const std::string& name, const std::string& file) {
    if (name == "lines") return std::make_unique<Lines>(file);
    if (name == "columns" || name == "texts") return std::make_unique<Sqlite>(file, name == "columns");
    if (name == "hdf5" || name == "packed") return std::make_unique<Hdf5>(file, name == "packed");
    throw std::invalid_argument("STORE is lines, columns, texts, hdf5 or packed");
}

/// Does it, and says what it took.
void timed(const std::string& what, const std::function<double()>& work) {
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    rusage before{}, after{};
    getrusage(RUSAGE_SELF, &before);
    const double sum = work();
    getrusage(RUSAGE_SELF, &after);
    std::printf("%-26s %8.3f s of computing  %5ld MB at the highest  (%g)\n", what.c_str(),
                seconds(after.ru_utime) + seconds(after.ru_stime) - seconds(before.ru_utime) - seconds(before.ru_stime),
                after.ru_maxrss / 1024, sum);
}

}  // namespace

int main(int count, char** words) try {
    const std::span<char*> given(words, static_cast<std::size_t>(count));
    if (count < 4) throw std::invalid_argument("row_files_study STORE ROWS FILE [read]");
    const std::string store = given[1], file = given[3];
    const int rows = std::stoi(given[2]);
    if (count == 4) {
        std::filesystem::remove(file);
        timed(store + ", written", [&] {
            storeNamed(store, file)->write(rows);
            return 0;
        });
        std::printf("%-26s %8ld MB\n", "file", static_cast<long>(std::filesystem::file_size(file) >> 20));
        return 0;
    }
    const auto kept = storeNamed(store, file);
    timed(store + ", all rows", [&] { return kept->allRows(); });
    timed("1,000 curves at random", [&] {
        std::mt19937 random(7);
        double sum = 0;
        for (int i = 0; i < 1000; ++i)
            sum += kept->curvesOf(static_cast<int>(random() % static_cast<unsigned>(rows)));
        return sum;
    });
    return 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
