; run: cairn check %s
; exit: 1
; Intrinsics that only compute: poison that nobody looks at does not matter, and vectors count element by element.

define i32 @main() {
entry:
  %x = call i32 @__VERIFIER_nondet_int()
  %zeros = call i32 @llvm.cttz.i32(i32 %x, i1 true)
  %none = icmp eq i32 %x, 0
  %count = select i1 %none, i32 32, i32 %zeros
  %low = and i32 %x, 1
  %odd = icmp eq i32 %low, 1
  %first = icmp eq i32 %count, 0
  %differ = xor i1 %odd, %first
  br i1 %differ, label %wrong, label %compared     ;~ proved overflow

compared:
  %order = call i32 @llvm.scmp.i32.i32(i32 %x, i32 5)
  %less = icmp eq i32 %order, -1
  %really = icmp slt i32 %x, 5
  %same = icmp eq i1 %less, %really
  br i1 %same, label %reduced, label %wrong

reduced:
  %four = insertelement <4 x i32> <i32 1, i32 -7, i32 4, i32 0>, i32 %x, i64 3
  %clamped = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %four, <4 x i32> zeroinitializer)
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %clamped)
  %least = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> %clamped)
  %positive = call i32 @llvm.smax.i32(i32 %x, i32 0)
  %expected = add i32 %positive, 5
  %is_sum = icmp eq i32 %sum, %expected
  %is_least = icmp eq i32 %least, 0
  %both = and i1 %is_sum, %is_least
  br i1 %both, label %converted, label %wrong

converted:
  %f = call double @__VERIFIER_nondet_double()
  %near = call i8 @llvm.fptosi.sat.i8.f64(double %f)
  %big = fcmp ogt double %f, 127.0
  %largest = icmp eq i8 %near, 127
  %ok = select i1 %big, i1 %largest, i1 true
  br i1 %ok, label %last, label %wrong

last:
  %size = call i32 @llvm.abs.i32(i32 %x, i1 true)  ;~ violated overflow
  ret i32 %size

wrong:
  call void @verif_warn()                         ;~ proved assertion
  ret i32 0
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
declare double @__VERIFIER_nondet_double()
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.scmp.i32.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.smin.v4i32(<4 x i32>)
declare i8 @llvm.fptosi.sat.i8.f64(double)
declare i32 @llvm.abs.i32(i32, i1)
