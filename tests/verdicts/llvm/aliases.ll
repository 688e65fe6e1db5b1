; run: cairn check %s
; exit: 1
; others: proved 2
; Other names of functions, of variables and of parts of variables; functions that are chosen when the program starts; several
; instructions in a line.

@pair = global { i32, [2 x i16] } { i32 1, [2 x i16] [i16 2, i16 3] }
@same = alias { i32, [2 x i16] }, ptr @pair
@last = alias i16, getelementptr inbounds ({ i32, [2 x i16] }, ptr @pair, i64 0, i32 1, i64 1)
@again = alias i32 (i32), ptr @twice
@round = alias i8, getelementptr (i8, ptr @about, i64 1)
@about = alias i8, getelementptr (i8, ptr @round, i64 1)
@picked = ifunc i32 (i32), ptr @pick
; A value that is known only to linkers: it is refused where it is used.
@strange = global ptr @missing
@leads = global ptr @strange

define i32 @twice(i32 %x) { %y = mul i32 %x, 2 ret i32 %y }
define ptr @pick() { ret ptr @twice }

define i32 @main() {
entry:
  %x = load i16, ptr @last
  %three = icmp eq i16 %x, 3
  store i16 7, ptr @last
  %place = getelementptr { i32, [2 x i16] }, ptr @same, i64 0, i32 1, i64 1
  %y = load i16, ptr %place ;~ proved pointer
  %seven = icmp eq i16 %y, 7
  %z = call i32 @again(i32 21) %is = icmp eq i32 %z, 42
  %a = and i1 %three, %seven
  %b = and i1 %a, %is
  br i1 %b, label %choose, label %wrong

choose:
  %n = call i32 @__VERIFIER_nondet_int()
  switch i32 %n, label %end [
    i32 0, label %behind
    i32 1, label %use
    i32 2, label %lead
    i32 3, label %resolve
    i32 4, label %circle
  ]

behind:
  ; Behind the end of the object that the name is part of.
  %next = getelementptr i16, ptr @last, i64 1
  %w = load i16, ptr %next ;~ violated pointer
  ret i32 0

use:
  %u = load ptr, ptr @strange ;~ unsupported unsupported
  ret i32 0

lead:
  %l = load ptr, ptr @leads ;~ unsupported unsupported
  ret i32 0

resolve:
  %r = call i32 @picked(i32 1) ;~ unsupported unsupported
  ret i32 0

circle:
  store i8 1, ptr @round ;~ unsupported unsupported
  ret i32 0

wrong:
  call void @verif_warn() ret i32 1 ;~ proved assertion

end:
  fence seq_cst ret i32 0
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
