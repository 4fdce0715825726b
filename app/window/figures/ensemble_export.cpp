// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/ensemble_export.hpp"

#include "app/window/figures/drawn_files.hpp"
#include "app/window/figures/figures.hpp"
#include "app/window/values/ensemble_file.hpp"
#include "core/base/files.hpp"
#include "core/base/version.hpp"

#include <QJsonDocument>
#include <QJsonObject>

#include <memory>

namespace coarsen::window {

bool isEnsembleFile(const std::filesystem::path& file) {
    const std::vector<std::byte> bytes = readWhole(file);
    const QByteArray text(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    return QJsonDocument::fromJson(text).object()["kind"].toString() == "ensemble";
}

int exportEnsemble(const std::filesystem::path& file, const QDir& folder, Existing existing) {
    const auto ensemble = std::make_shared<const EnsembleFile>(readEnsembleFile(file));
    Provenance provenance;
    provenance.software = std::string("Coarsen ") + version;
    provenance.series = QStringLiteral("ensemble measured by commit %1").arg(ensemble->commit).toStdString();
    provenance.dateUtc = ensemble->finishedUtc.toStdString();

    const std::shared_ptr<const EnsembleData> data(ensemble, &ensemble->data);
    return writeDrawn({{"ensemble", ensembleFigure(data)}, {"ensemble-c1d", ensembleCurvesFigure(data)}}, folder, existing,
                      provenance);
}

}  // namespace coarsen::window
