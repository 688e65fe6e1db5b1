// ExprKind::Assign: conversion.
// run: cairn check %s --check conversion
// exit: 1
// others: proved 0
int n = -1;
unsigned m;
int main(void) {
  m = n; //~ violated conversion
  return 0;
}
