// CastKind::NullToPointer: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
int main(void) {
  return *(int *)0; //~ violated pointer
}
