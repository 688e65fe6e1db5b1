; run: cairn check %s
; exit: 1
; Binary operators: promises are checks, operations without promises wrap around.

define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %y = call i32 @__VERIFIER_nondet_int()
  %z = add nsw i32 %x, %y          ;~ violated overflow
  %u = add i32 %x, %y
  %same = icmp eq i32 %z, %u
  %flag = zext i1 %same to i32
  %shift = shl i32 1, %x           ;~ violated shift
  %bits = and i32 %shift, %flag
  %r = udiv i32 %bits, %y          ;~ violated division-by-zero
  ret i32 %r
}

declare i32 @__VERIFIER_nondet_int()
