; run: cairn check %s
; exit: 1
; others: proved 2
; What is promised of arguments and results must hold where they are passed, also where they may be undefined: a value that breaks
; the promise is poison, and to pass it counts as using it. A literal without a value breaks none.

declare i32 @nondet_int()

define internal i32 @small(i32 range(i32 0, 5) %x) {
  ret i32 %x
}
define internal i32 @there(ptr nonnull %x) {
  ret i32 0
}
define internal range(i32 0, 5) i32 @limited(i32 %x) {
  ret i32 %x                                      ;~ violated range
}
define internal i32 @same(i32 %x) {
  ret i32 %x
}

define i32 @main() {
  %x = call i32 @nondet_int()
  %case = call i32 @nondet_int()
  switch i32 %case, label %end [
    i32 0, label %argument
    i32 1, label %pointer
    i32 2, label %result
    i32 3, label %call
    i32 4, label %open
    i32 5, label %fine
  ]
argument:
  %a = call i32 @small(i32 %x)                    ;~ violated range
  ret i32 0
pointer:
  %b = call i32 @there(ptr null)                  ;~ violated pointer
  ret i32 0
result:
  %c = call i32 @limited(i32 %x)
  ret i32 0
call:
  %d = call range(i32 0, 5) i32 @same(i32 %x)     ;~ violated range
  ret i32 0
open:
  %e = call i32 @there(ptr undef)
  ret i32 0
fine:
  %low = and i32 %x, 3
  %f = call i32 @small(i32 %low)
  %g = call range(i32 0, 5) i32 @same(i32 %low)
  ret i32 0
end:
  ret i32 0
}
