// part-of: holds.c
//
// The modules of examples/c/stee, with places where the tests beside this file differ.

int glob_stee_primary_status; /* 0 is flawless, everything else an error */
int glob_stee_sndary_status;  /* 0 when the secondary circuit has to work */
volatile int sensor;

#ifndef ON_FAULT
#define ON_FAULT 0
#endif

static void havoc_input(void) {
  int value = sensor;
  glob_stee_primary_status = value < 0 ? 0 : value > 10 ? 10 : value;
}

static int evaluate_stee_status(int stee_info) {
  if (stee_info != 0) return ON_FAULT;
  return 1;
}

static void steering(void) {
  int primary_info = glob_stee_primary_status;
  int sndary_info = evaluate_stee_status(primary_info);
  glob_stee_sndary_status = sndary_info;
}
