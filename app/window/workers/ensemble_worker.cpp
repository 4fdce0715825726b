// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/ensemble_worker.hpp"

#include "app/window/workers/yield_to_window.hpp"

#include <exception>

namespace coarsen::window {

EnsembleWorker::EnsembleWorker(QObject* parent)
    : QObject(parent), thread_([this](std::stop_token stop) {
          yieldToWindow();
          PooledImages known;
          QString problem;  // of these: their files are not asked at every row
          while (auto next = mailbox_.take(stop)) {
              std::shared_ptr<const EnsembleData> ensemble;
              try {
                  EnsembleQuestion& question = next->request.question;
                  if (!(question.images == known)) {
                      known = question.images;
                      problem = pixelSizeProblem(known);
                  }
                  question.problem = problem;
                  ensemble = ensembleDataOf(question, stop);  // rows come faster than they are pooled: none is left
              } catch (const std::exception& error) {
                  auto nothing = std::make_shared<EnsembleData>();
                  nothing->empty = tr("The images could not be pooled: %1").arg(translated(error.what()));
                  ensemble = std::move(nothing);
              }
              posts_.address().post([this, ensemble, number = next->request.number] {
                  answered_ = number;
                  if (number > forgotten_) emit made(ensemble);
              });
          }
      }) {}

EnsembleWorker::~EnsembleWorker() {
    mailbox_.clear();
    thread_.request_stop();
    thread_.join();
}

void EnsembleWorker::ask(EnsembleQuestion question) {
    mailbox_.post({std::move(question), ++asked_});
}

}  // namespace coarsen::window
