; A variable whose declaration a switch jumps over has no debug information; it is watched all the same.
; run: cairn check %s --check uninitialized
; exit: 1
declare i32 @nondet_int()

define i32 @main() #0 {
  %n = alloca i32, align 4
  %k = alloca i32, align 4
  %1 = call i32 @nondet_int()
  store i32 %1, i32* %n, align 4
  switch i32 %1, label %end [
    i32 1, label %one
    i32 2, label %two
  ]
one:
  store i32 3, i32* %k, align 4
  br label %two
two:
  %2 = load i32, i32* %k, align 4 ;~ violated uninitialized
  store i32 %2, i32* %n, align 4
  br label %end
end:
  %3 = load i32, i32* %n, align 4
  ret i32 %3
}
attributes #0 = { noinline optnone }
