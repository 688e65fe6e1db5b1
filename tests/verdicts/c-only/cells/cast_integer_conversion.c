// CastKind::Integer: conversion.
// run: cairn check %s --check conversion
// exit: 1
// others: proved 0
long n = 1L << 40;
int main(void) {
  int m = n; //~ violated conversion
  return m;
}
