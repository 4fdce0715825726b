// SPDX-License-Identifier: GPL-3.0-or-later
// Gwyddion's own autocorrelation of one picture, for acf_peers.py, which compiles it against libgwyddion (Debian: libgwyddion20-dev,
// libglib2.0-dev). Usage: gwyddion_acf WIDTH HEIGHT R IMAGE MASK ACF RADIAL RACF
// IMAGE and MASK: float64 in rows, 1 = valid. Writes float64: ACF, (2R+1)^2 with its centre at (R, R); RADIAL, its angular average
// at h, 2h, ... pixels, h = (R + 0.5)/R; RACF, gwy_data_field_racf of the picture without the mask, from 0 in steps of 1 - 1/(2 n), n its length.
#include <libprocess/datafield.h>
#include <libprocess/gwyprocess.h>
#include <libprocess/stats.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void readInto(GwyDataField *field, const char *name) {
    const size_t count = (size_t)gwy_data_field_get_xres(field) * (size_t)gwy_data_field_get_yres(field);
    FILE *file = fopen(name, "rb");
    if (!file || fread(gwy_data_field_get_data(field), sizeof(double), count, file) != count) {
        fprintf(stderr, "%s: not %zu numbers\n", name, count);
        exit(1);
    }
    fclose(file);
    gwy_data_field_invalidate(field);
}

static void writeOut(const char *name, const double *data, size_t count) {
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(data, sizeof(double), count, file) != count || fclose(file) != 0) {
        fprintf(stderr, "%s: could not be written\n", name);
        exit(1);
    }
}

int main(int argc, char **argv) {
    if (argc != 9) return 2;
    const int width = atoi(argv[1]), height = atoi(argv[2]), maxLag = atoi(argv[3]), side = 2 * maxLag + 1;
    gwy_process_type_init();
    GwyDataField *image = gwy_data_field_new(width, height, width, height, FALSE);
    GwyDataField *mask = gwy_data_field_new(width, height, width, height, FALSE);
    readInto(image, argv[4]);
    readInto(mask, argv[5]);

    GwyDataField *acf = gwy_data_field_new(side, side, side, side, FALSE);
    gwy_data_field_area_2dacf_mask(image, acf, mask, GWY_MASK_INCLUDE, 0, 0, width, height, maxLag + 1, maxLag + 1, NULL);
    writeOut(argv[6], gwy_data_field_get_data(acf), (size_t)side * (size_t)side);

    GwyDataLine *radial = gwy_data_line_new(4, 4, TRUE);
    gwy_data_field_set_xreal(acf, side);
    gwy_data_field_set_yreal(acf, side);
    gwy_data_field_set_xoffset(acf, -0.5 * side);
    gwy_data_field_set_yoffset(acf, -0.5 * side);
    gwy_data_field_angular_average(acf, radial, NULL, GWY_MASK_IGNORE, 0.0, 0.0, maxLag + 0.5, maxLag);
    writeOut(argv[7], gwy_data_line_get_data(radial), (size_t)gwy_data_line_get_res(radial));

    GwyDataLine *racf = gwy_data_line_new(4, 4, TRUE);
    gwy_data_field_racf(image, racf, 0);
    writeOut(argv[8], gwy_data_line_get_data(racf), (size_t)gwy_data_line_get_res(racf));
    return 0;
}
