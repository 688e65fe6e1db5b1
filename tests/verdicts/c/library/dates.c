// Dates are arbitrary, but dates; a time that is not there cannot be read.
// run: cairn check %s
// exit: 1
// others: proved 34
#include <assert.h>
#include <stddef.h>
#include <time.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    time_t now = time(NULL);
    struct tm *date = gmtime(&now);
    if (date != NULL)
        assert(date->tm_mon >= 0 && date->tm_mon < 12);
    struct tm own;
    if (localtime_r(&now, &own) != NULL)
        assert(own.tm_hour != 7); //~ violated assertion
    const char *text = asctime(&own);
    if (text != NULL)
        assert(text[25] == 0);
    return 0;
}
