// ExprKind::Shared: conversion.
// run: cairn check %s --check conversion
// exit: 1
// others: proved 0
int n = 300;
int main(void) {
  unsigned char small = n ?: 1; //~ violated conversion
  return small;
}
