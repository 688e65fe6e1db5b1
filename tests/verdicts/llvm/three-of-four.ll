; run: cairn check %s
; exit: 1
; Three numbers are stored as four: what fills them up may be anything. An element that overflowed may not be stored.

@place = global <4 x i32> zeroinitializer

define i32 @main() {
entry:
  %three = insertelement <3 x i32> <i32 1, i32 2, i32 2147483647>, i32 1, i32 0
  %four = shufflevector <3 x i32> %three, <3 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  store <4 x i32> %four, ptr @place              ;~ proved overflow
  %again = load i32, ptr @place
  %one = icmp eq i32 %again, 1
  call void @assert(i1 %one)                     ;~ proved assertion
  %real = sitofp i32 %again to double
  %result = call i32 @__CPROVER_assert(double %real) ;~ proved assertion
  br label %overflow

overflow:
  %more = add nsw <3 x i32> %three, <i32 1, i32 1, i32 1>
  %filled = shufflevector <3 x i32> %more, <3 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  store <4 x i32> %filled, ptr @place            ;~ violated overflow
  ret i32 %result
}

declare void @assert(i1)
declare i32 @__CPROVER_assert(double)
