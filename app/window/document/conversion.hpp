// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>

namespace coarsen::window {

/// Runs `python -m coarsen import FILE… -o FOLDER`, which makes OME-TIFF of microscopes' own files. The window's thread never
/// waits for it; a conversion that is taken apart ends its program.
///
/// Use, given `Conversion& conversion`:
///
///     // `written`, `failed` or `cancelled` follows
///     conversion.start({"/usr/bin/python3", {"/data/gel.nd2"}, "/data/gel converted"});
class Conversion : public QObject {
    Q_OBJECT
public:
    struct Request {
        QString program;    ///< Python
        QStringList files;  ///< with their paths
        QString folder;     ///< made when missing
    };

    explicit Conversion(QObject* parent = nullptr);
    ~Conversion() override;

    void start(const Request& request);  ///< while none runs
    void cancel();                       ///< as Ctrl+C does; a program that takes no notice is ended after three seconds
    bool isRunning() const { return process_ != nullptr; }
    const QString& output() const { return output_; }  ///< all that the program said
    static QString line(const Request& request);       ///< as it is typed in a shell

signals:
    void progressed(int files);  ///< so many are written
    void written(const QString& folder);
    void cancelled();
    void failed(const QString& reason);  ///< in the program's own words, with a remedy where one is known

private:
    void hear();
    void end(int status, QProcess::ExitStatus how);
    void signalProgram(int signal);
    void removeUnfinished(qint64 program) const;
    QString reasonOf(int status, QProcess::ExitStatus how) const;

    Request request_;
    QProcess* process_ = nullptr;
    qint64 id_ = 0;  ///< of the process, while it runs
    QString output_;
    bool isCancelled_ = false;
    bool isFolderNew_ = false;  ///< it was not there before
    QTimer patience_;
};

}  // namespace coarsen::window
