; run: cairn check %s --unwind 3 --unwinding assume
; others: bounded 0
; The arguments of `main` are strings: `argv[0]` may be read when there is one. They are explored one by one.

define i32 @main(i32 %count, ptr %arguments) {
  %name = load ptr, ptr %arguments                ;~ bounded pointer
  %none = icmp eq ptr %name, null
  br i1 %none, label %end, label %read

read:
  %first = load i8, ptr %name                     ;~ bounded pointer
  br label %end

end:
  ret i32 0
}
