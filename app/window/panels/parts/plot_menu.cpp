// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/parts/plot_menu.hpp"

#include "app/window/figures/figure_file.hpp"
#include "app/window/panels/parts/save_dialog.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/error.hpp"
#include "core/export/targets.hpp"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QKeyEvent>
#include <QMenu>
#include <QVBoxLayout>

namespace coarsen::window {

namespace {

FigureSize sizeOf(const Figure& figure) {
    FigureSize size;
    size.heightMm = size.widthMm * figure.heightOverWidth;
    return size;
}

class PlotWindow final : public QWidget {
public:
    PlotWindow(QWidget* owner, Document& document) : QWidget(owner, Qt::Window), document_(document) {
        setAttribute(Qt::WA_DeleteOnClose);
        setAttribute(Qt::WA_StyledBackground);
        setProperty("ground", "panel");
        setObjectName("plot-window");
        auto* const layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
    }

protected:
    void keyPressEvent(QKeyEvent* event) override {
        const int step = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
        if (event->key() == Qt::Key_Escape)
            close();
        else if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
            document_.frame().showNeighbour(event->key() == Qt::Key_Left ? -step : step);
        else
            QWidget::keyPressEvent(event);
    }

private:
    Document& document_;
};

}  // namespace

void saveFigure(Document& document, const Figure& figure, const QString& file) {
    try {
        requireFree({QFile::encodeName(file).toStdString()}, usersFiles(document.session()), Existing::replaced);
        writeFigure(file, figure, sizeOf(figure), provenanceOf(document.session()));
        document.notices().say(QObject::tr("The figure is saved: %1").arg(file));
    } catch (const Error& error) {
        document.notices().raise({Notice::Kind::failure, QObject::tr("The figure was not saved"), translated(error.what()), -1});
    }
}

QMenu* plotMenu(QWidget* plot, Document& document, const PlotOffer& offer) {
    auto* const menu = new QMenu(plot);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("plot-menu");
    const bool isThere = !offer.figure.isEmpty();
    menu->addAction(QObject::tr("Copy figure"), plot,
                    [figure = offer.figure, &document] {
                        const FigureSize size = sizeOf(figure);
                        const double scale = double(size.pngPixels().width()) / size.logicalPixels().width();
                        QApplication::clipboard()->setImage(pictureOf(figure, size.logicalPixels(), scale));
                        document.notices().say(QObject::tr("The figure is copied"));
                    })
        ->setEnabled(isThere);
    menu->addAction(
            QObject::tr("Copy data"), plot,
            [&document, data = offer.data] {
                document.background().run(
                    [&document, data]() -> Background::Result {
                        return [&document, text = data()] {
                            QApplication::clipboard()->setText(text);
                            document.notices().say(
                                QObject::tr("The data are copied, %1")
                                    .arg(counted(static_cast<int>(text.count('\n')), QObject::tr("line"), QObject::tr("lines"))));
                        };
                    },
                    [&document](const QString& problem) {
                        document.notices().raise({Notice::Kind::failure, QObject::tr("The data were not copied"), problem, -1});
                    });
            })
        ->setEnabled(isThere);
    menu->addAction(QObject::tr("Save figure…"), plot,
                    [plot, &document, offer] {
                        const QString file = askWhereToSave(
                            plot, QObject::tr("Save the figure"), offer.name + ".png",
                            {QObject::tr("Picture (*.png)"), QObject::tr("Drawing (*.svg)"), QObject::tr("Document (*.pdf)")});
                        if (!file.isEmpty()) saveFigure(document, offer.figure, file);
                    })
        ->setEnabled(isThere);
    return menu;
}

QWidget* openPlotWindow(QWidget* owner, Document& document, QWidget* plot, const QString& title) {
    auto* const window = new PlotWindow(owner->window(), document);
    window->setWindowTitle(title);
    window->layout()->addWidget(plot);
    window->resize(640, 480);
    window->show();
    return window;
}

}  // namespace coarsen::window
