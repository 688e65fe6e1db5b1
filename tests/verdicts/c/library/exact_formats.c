// Texts made by formats are exact, and so is what is read from them.
// run: cairn check %s
// others: proved 1314
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char text[32];
    assert(snprintf(text, sizeof text, "%d/%03d/%x", 7, 9, 254u) == 8 && !strcmp(text, "7/009/fe"));
    assert(snprintf(text, 4, "%s", "shorten") == 7 && !strcmp(text, "sho"));
    assert(sprintf(text, "%.2f %e", 2.675, 0.5) == 17 && !strcmp(text, "2.67 5.000000e-01"));
    int day = 0, month = 0, year = 3;
    assert(sscanf("24.12.", "%d.%d.%d", &day, &month, &year) == 2);
    assert(day == 24 && month == 12 && year == 3);
    assert(strtod("2.5e1", 0) == 25 && atof("-0.3") == -0.3);
    return 0;
}
