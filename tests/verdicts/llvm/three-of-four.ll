; run: cairn check %s
; exit: 1
; Three numbers are stored as four: what fills them up may be anything. An element that overflowed may not be stored.
; Variables of three numbers are larger than their elements, and not supported.

@place = global <4 x i32> zeroinitializer
@numbers = global <3 x i32> <i32 1, i32 2, i32 3>

define i32 @main() {
entry:
  %n = call i32 @__VERIFIER_nondet_int()
  %three = insertelement <3 x i32> <i32 1, i32 2, i32 2147483647>, i32 1, i32 0
  %four = shufflevector <3 x i32> %three, <3 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  store <4 x i32> %four, ptr @place              ;~ proved overflow
  %again = load i32, ptr @place
  %one = icmp eq i32 %again, 1
  call void @assert(i1 %one)                     ;~ proved assertion
  %real = sitofp i32 %again to double
  %result = call i32 @__CPROVER_assert(double %real) ;~ proved assertion
  %far = icmp eq i32 %n, 7
  br i1 %far, label %variables, label %overflow

variables:
  %both = icmp eq i32 %n, 8
  br i1 %both, label %never, label %overflow

never:
  %loaded = load <3 x i32>, ptr @numbers         ;~ proved unsupported
  br label %overflow

overflow:
  %more = add nsw <3 x i32> %three, <i32 1, i32 1, i32 1>
  %filled = shufflevector <3 x i32> %more, <3 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  store <4 x i32> %filled, ptr @place            ;~ violated overflow
  ret i32 %result
}

declare i32 @__VERIFIER_nondet_int()
declare void @assert(i1)
declare i32 @__CPROVER_assert(double)
