// ExprKind::Cast: conversion.
// run: cairn check %s --check conversion
// exit: 1
// others: proved 0
int n = 300;
int main(void) {
  unsigned char small = n; //~ violated conversion
  return small;
}
