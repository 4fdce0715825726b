// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sample_tables.hpp"

#include "core/base/numbers.hpp"
#include "core/export/csv_field.hpp"
#include "core/project/sample_columns.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace coarsen {

namespace {

/// A row of fields with commas between them.
class SampleRow {
public:
    SampleRow& text(const std::string& field) {
        row_ += (row_.empty() ? "" : ",") + csvField(field);
        return *this;
    }
    SampleRow& number(double value) {
        row_ += ',' + shortest(value);
        return *this;
    }
    SampleRow& count(long long value) {
        row_ += ',' + std::to_string(value);
        return *this;
    }
    SampleRow& both(const SampleValue& value) { return number(value.value).number(value.error); }
    std::string line() const { return row_ + '\n'; }

private:
    std::string row_;
};

constexpr const char* lawColumns =
    "length,unit,time_unit,t0_s,model,parameter,value,value_err,value_err_scaled,value_unit,rate,rate_err,rate_model,exponent,"
    "exponent_err,exponent_model,chi2_reduced,misses_points,length_first,length_first_err,length_last,length_last_err,"
    "since_t0_first_s,since_t0_last_s";

/// Adds a law's values for a growth: the columns that samples and conditions share.
void addLaw(SampleRow& row, const SampleLine& line, bool isThere) {
    const FittedGrowth& fitted = line.fitted;
    const double none = SampleValue().value;
    const GrowthFit* const fit = fitted.chosenFit();
    const auto value = [&](const char* key) { return sampleColumn(key).value(line, none); };
    row.text(isThere ? fitted.growth.lengthKey : "").text(isThere ? fitted.growth.lengthUnit : "");
    row.text(isThere ? fitted.growth.timeUnit : "").number(isThere ? fitted.settings.t0S.value_or(none) : none);
    row.text(isThere ? fitted.settings.chosenModel() : "").text(fit ? fit->parameters.front().name : "");
    row.number(fit ? fit->parameters.front().value : none).number(fit ? fit->parameters.front().error : none);
    row.number(fit ? fit->parameters.front().errorScaled : none).text(fit ? unitOf(sampleColumn("law_value"), fitted) : "");
    for (const char* const key : {"rate", "exponent"})
        row.both(value(key)).text(value(key).law);
    row.number(fit ? fit->chi2Reduced : none).text(!fit ? "" : fit->misfit.isSure ? "yes" : "no");
    row.both(value("length_first")).both(value("length_last"));
    row.number(value("time_first").value).number(value("time_last").value);
}

/// Why a law is not fitted, where there are lengths.
std::string whyNoFit(const FittedGrowth& fitted) {
    const auto fit = std::ranges::find(fitted.fits, fitted.settings.chosenModel(), &GrowthFit::model);
    return fit == fitted.fits.end() || fit->isFitted() ? std::string() : fit->model + ": " + fit->reason;
}

std::string sentences(std::vector<std::string> parts) {
    std::erase(parts, "");
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : "; ") + part;
    return text;
}

struct MeanAndDeviation {
    double mean = SampleValue().value, deviation = SampleValue().value;
};

/// Values of the repeats, each by the condition's law: a mean over several laws means nothing.
MeanAndDeviation ofRepeats(const std::vector<Sample>& samples, const Condition& condition, const char* column) {
    if (!condition.problem.empty()) return {};  // it has no law
    std::vector<double> values;
    for (const std::size_t i : condition.samples) {
        FittedGrowth repeat = samples[i];
        repeat.settings.model = condition.settings.chosenModel();
        const double value = sampleColumn(column).value(SampleLine(repeat), SampleValue().value).value;
        if (std::isfinite(value)) values.push_back(value);
    }
    MeanAndDeviation both;
    if (values.empty()) return both;
    const auto count = static_cast<double>(values.size());
    both.mean = 0;
    for (const double value : values)
        both.mean += value / count;
    double squares = 0;
    for (const double value : values)
        squares += (value - both.mean) * (value - both.mean);
    if (values.size() > 1) both.deviation = std::sqrt(squares / (count - 1));
    return both;
}

std::set<int> framesInFit(const FittedGrowth& fitted) {
    std::set<int> frames;
    for (const GrowthPoint& point : fitted.pointsInFit())
        frames.insert(point.frame);
    return frames;
}

}  // namespace

std::string summaryCsv(const std::vector<Sample>& samples) {
    std::string text =
        std::string("series,group,x,frames,measured,no_peak,failed,excluded,") + lawColumns + ",domains,contrast,message\n";
    for (const Sample& sample : samples) {
        SampleRow row;
        row.text(sample.name).text(sample.group).number(sample.x);
        const FrameCounts& counts = sample.counts;
        for (const int count : {counts.frames, counts.measured, counts.noPeak, counts.failed, counts.excluded})
            row.count(count);
        addLaw(row, sample, !sample.growth.points.empty());
        row.number(sampleColumn("domains").value(sample, SampleValue().value).value).number(sample.contrast);
        text += row.text(sentences({sample.problem, sample.remark, whyNoFit(sample)})).line();
    }
    return text;
}

std::string samplesGrowthCsv(const std::vector<Sample>& samples, const std::vector<Condition>& conditions) {
    std::string text = "series,group,x,frame,time_s,since_t0_s,length,length_err,unit,in_fit,repeats\n";
    for (const Sample& sample : samples) {
        const std::set<int> used = framesInFit(sample);
        for (const GrowthPoint& point : sample.growth.points) {
            SampleRow row;
            row.text(sample.name).text(sample.group).number(sample.x).count(point.frame).number(point.time);
            row.number(point.time - sample.origin()).number(point.length).number(point.error).text(sample.growth.lengthUnit);
            text += row.text(used.contains(point.frame) ? "yes" : "no").count(1).line();
        }
    }
    for (const Condition& condition : conditions) {
        if (condition.isSingle()) continue;
        const std::set<int> used = framesInFit(condition);
        for (std::size_t i = 0; i < condition.growth.points.size(); ++i) {
            const GrowthPoint& point = condition.growth.points[i];
            text += ',' + csvField(condition.name) + ',' + shortest(condition.x) + ",,,";
            text += shortest(point.time) + ',' + shortest(point.length) + ',' + shortest(point.error) + ',';
            text += condition.growth.lengthUnit + (used.contains(point.frame) ? ",yes," : ",no,");
            text += std::to_string(condition.repeatsAt[i]) + '\n';
        }
    }
    return text;
}

std::string conditionsCsv(const std::vector<Sample>& samples, const std::vector<Condition>& conditions) {
    std::string text =
        std::string("group,x,series,repeats,times,") + lawColumns + ",rate_mean,rate_sd,exponent_mean,exponent_sd,message\n";
    for (const Condition& condition : conditions) {
        SampleRow row;
        row.text(condition.name).number(condition.x).count(std::ssize(condition.samples)).count(condition.repeats);
        row.count(std::ssize(condition.growth.points));
        addLaw(row, condition, !condition.growth.points.empty());
        for (const char* const column : {"rate", "exponent"}) {
            const MeanAndDeviation repeats = ofRepeats(samples, condition, column);
            row.number(repeats.mean).number(repeats.deviation);
        }
        std::vector<std::string> said{condition.problem};
        if (condition.isSingle()) said.emplace_back("one series: no scatter");
        said.push_back(whyNoFit(condition));
        said.insert(said.end(), condition.notes.begin(), condition.notes.end());
        text += row.text(sentences(std::move(said))).line();
    }
    return text;
}

std::string collapseCsv(const std::vector<Sample>& samples) {
    std::string text = "series,group,x,length,r_over_length,c1d,c1d_sd,frames\n";
    for (const Sample& sample : samples) {
        const MasterCurve& curve = sample.collapse;
        for (std::size_t i = 0; i < curve.ratio.size(); ++i) {
            SampleRow row;
            row.text(sample.name).text(sample.group).number(sample.x).text(sample.growth.lengthKey).number(curve.ratio[i]);
            text += row.number(curve.value[i]).number(curve.scatter[i]).count(curve.frames[i]).line();
        }
    }
    return text;
}

}  // namespace coarsen
