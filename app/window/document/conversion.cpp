// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/conversion.hpp"

#include "core/base/shell_word.hpp"

#include <QDir>
#include <QFileInfo>
#include <QProcessEnvironment>

#include <csignal>
#include <unistd.h>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int patienceMs = 3000;
constexpr qsizetype mostOutput = 1 << 20;  // characters: what comes after is not kept

QStringList argumentsOf(const Conversion::Request& request) {
    return QStringList{"-m", "coarsen", "import"} + request.files + QStringList{"-o", request.folder};
}

/// A group of its own, so that what it starts ends with it, and Ctrl+C as usual where the window was started without.
void standAlone() {
    ::setpgid(0, 0);
    std::signal(SIGINT, SIG_DFL);
}

QString lastLineOf(const QString& text) {
    const QStringList lines = text.split('\n', Qt::SkipEmptyParts);
    for (auto line = lines.crbegin(); line != lines.crend(); ++line)
        if (const QString words = line->trimmed(); !words.isEmpty()) return words;
    return {};
}

}  // namespace

Conversion::Conversion(QObject* parent) : QObject(parent) {
    patience_.setSingleShot(true);
    patience_.setInterval(patienceMs);
    connect(&patience_, &QTimer::timeout, this, [this] { signalProgram(SIGKILL); });
}

Conversion::~Conversion() {
    if (!process_) return;
    // It takes its unfinished file away by itself; nobody waits for it.
    signalProgram(SIGINT);
    process_->disconnect(this);
    process_->setParent(nullptr);
    connect(process_, &QProcess::finished, process_, &QObject::deleteLater);
}

QString Conversion::line(const Request& request) {
    QStringList words;
    for (const QString& word : QStringList{request.program} + argumentsOf(request))
        words << QString::fromStdString(shellWord(word.toStdString()));
    return words.join(' ');
}

void Conversion::start(const Request& request) {
    if (process_) return;
    request_ = request;
    output_.clear();
    isCancelled_ = false;
    isFolderNew_ = !QFileInfo::exists(request.folder);
    process_ = new QProcess(this);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PYTHONUNBUFFERED", "1");
    environment.insert("PYTHONSAFEPATH", "1");
    process_->setProcessEnvironment(environment);
    process_->setWorkingDirectory("/");  // Python would else take a module of that name from the current folder
    process_->setStandardInputFile(QProcess::nullDevice());
    process_->setProcessChannelMode(QProcess::MergedChannels);
    process_->setChildProcessModifier(standAlone);
    connect(process_, &QProcess::readyReadStandardOutput, this, &Conversion::hear);
    connect(process_, &QProcess::finished, this, &Conversion::end);
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) return;  // all others end in `finished`
        const QString why = process_->errorString();
        std::exchange(process_, nullptr)->deleteLater();
        emit failed(tr("%1 could not be started: %2").arg(request_.program, why));
    });
    process_->start(request.program, argumentsOf(request));
    if (process_) id_ = process_->processId();
}

void Conversion::cancel() {
    if (!process_) return;
    isCancelled_ = true;
    signalProgram(SIGINT);
    patience_.start();
}

void Conversion::signalProgram(int signal) {
    if (process_ && id_ > 0) ::kill(-static_cast<pid_t>(id_), signal);
}

void Conversion::hear() {
    const QString said = QString::fromLocal8Bit(process_->readAllStandardOutput());
    output_ += said.left(mostOutput - output_.size());
    emit progressed(static_cast<int>(output_.startsWith("Wrote ") + output_.count("\nWrote ")));
}

void Conversion::end(int status, QProcess::ExitStatus how) {
    hear();
    patience_.stop();
    std::exchange(process_, nullptr)->deleteLater();
    if (how == QProcess::CrashExit) removeUnfinished(std::exchange(id_, 0));
    if (isCancelled_) {
        if (isFolderNew_) QDir().rmdir(request_.folder);  // which leaves it where something lies in it
        emit cancelled();
    } else if (how == QProcess::NormalExit && status == 0) {
        emit written(request_.folder);
    } else {
        emit failed(reasonOf(status, how));
    }
}

/// Removes the file that a program which was killed had begun: hidden, and ending in its number.
void Conversion::removeUnfinished(qint64 program) const {
    QDir folder(request_.folder);
    for (const QString& file : folder.entryList({QStringLiteral(".*.%1").arg(program)}, QDir::Files | QDir::Hidden))
        folder.remove(file);
}

QString Conversion::reasonOf(int status, QProcess::ExitStatus how) const {
    const QString words = lastLineOf(output_);
    if (how == QProcess::CrashExit) return tr("The program ended by a signal. %1").arg(words).trimmed();
    if (words.contains("No module named coarsen") || words.contains("No module named 'coarsen'"))
        return tr("%1: this Python does not have Coarsen's module. Install it with pip install './app/python[import]' in "
                  "Coarsen's folder, or choose the Python that has it.")
            .arg(words);
    return words.isEmpty() ? tr("The program ended with status %1 and said nothing.").arg(status) : words;
}

}  // namespace coarsen::window
