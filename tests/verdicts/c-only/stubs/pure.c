// run: cairn check %s --stub read_sensor=pure --stub panic=unreachable
// exit: 1
// A pure function writes nothing; one that must not be called is an error location.
#include <assert.h>

extern int read_sensor(int *calibration);
extern void panic(void);       //~ violated reachable

int main(void) {
  int calibration = 5;
  int value = read_sensor(&calibration);   //~ note C0061
  assert(calibration == 5);                //~ proved assertion
  if (value > 100)
    panic();                               //~ note C0061
  return 0;
}
