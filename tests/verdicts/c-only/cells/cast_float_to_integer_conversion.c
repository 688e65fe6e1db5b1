// CastKind::FloatToInteger: conversion.
// run: cairn check %s --check conversion
// exit: 1
// others: proved 0
double d = 1e20;
int main(void) {
  int n = (int)d; //~ violated conversion
  return n > 3;
}
