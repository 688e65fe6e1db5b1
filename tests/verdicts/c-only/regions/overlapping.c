// run: cairn check %s
// exit: 3
// diagnostics: error C0072
// Regions must not overlap.
int main(void) {
  __CPROVER_allocated_memory(0x1000, 16);
  __CPROVER_allocated_memory(0x1008, 16);
  return 0;
}
