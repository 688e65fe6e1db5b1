; run: cairn check %s
; exit: 1
; others: proved 2
; Parts of floating-point numbers, numbers rounded to integers, shifts that saturate.

define i32 @main() {
entry:
  %x = call double @__VERIFIER_nondet_double()
  %how = call i32 @__VERIFIER_nondet_int()
  switch i32 %how, label %end [
    i32 0, label %frexp
    i32 1, label %modf
    i32 2, label %round
    i32 3, label %shift
    i32 4, label %fence
  ]

frexp:
  %f = call float @__VERIFIER_nondet_float()
  %parts = call { float, i32 } @llvm.frexp.f32.i32(float %f)
  %fraction = extractvalue { float, i32 } %parts, 0
  %exponent = extractvalue { float, i32 } %parts, 1
  %number = call i1 @llvm.is.fpclass.f32(float %f, i32 408) ; normal or subnormal
  br i1 %number, label %finite, label %special

finite:
  %size = call float @llvm.fabs.f32(float %fraction)
  %least = fcmp oge float %size, 0.5
  %less = fcmp olt float %size, 1.0
  %in = and i1 %least, %less
  %low = icmp sge i32 %exponent, -148
  %high = icmp sle i32 %exponent, 128
  %range = and i1 %low, %high
  %right = and i1 %in, %range
  br i1 %right, label %end, label %wrong

special:
  %zero = fcmp oeq float %f, 0.0
  %none = icmp eq i32 %exponent, 0
  %as_is = select i1 %zero, i1 %none, i1 true
  br i1 %as_is, label %unspecified, label %wrong

unspecified:
  br i1 %none, label %end, label %surprise

surprise:
  call void @verif_warn() ;~ violated assertion
  br label %end

modf:
  %halves = call { double, double } @llvm.modf.f64(double %x)
  %rest = extractvalue { double, double } %halves, 0
  %whole = extractvalue { double, double } %halves, 1
  %sum = fadd double %rest, %whole
  %again = fcmp ueq double %sum, %x
  %rounded = call double @llvm.trunc.f64(double %whole)
  %is_whole = fcmp ueq double %rounded, %whole
  %little = call double @llvm.fabs.f64(double %rest)
  %below = fcmp ult double %little, 1.0
  %a = and i1 %again, %is_whole
  %b = and i1 %a, %below
  br i1 %b, label %end, label %wrong

round:
  %away = call i32 @llvm.lround.i32.f64(double %x)
  %even = call i64 @llvm.llrint.i64.f64(double %x)
  %half = fcmp oeq double %x, 2.5
  br i1 %half, label %compare, label %limits

compare:
  %three = icmp eq i32 %away, 3
  %two = icmp eq i64 %even, 2
  %as_said = and i1 %three, %two
  br i1 %as_said, label %end, label %wrong

limits:
  %over = fcmp ogt double %x, 1.0
  %under = fcmp olt double %x, 2147483647.0
  %within = and i1 %over, %under
  %positive = icmp sgt i32 %away, 0
  %fine = select i1 %within, i1 %positive, i1 true
  br i1 %fine, label %large, label %wrong

large:
  ; What does not fit may be any number.
  %huge = fcmp ogt double %x, 1.0e20
  %negative = icmp slt i64 %even, 0
  %strange = select i1 %huge, i1 %negative, i1 false
  br i1 %strange, label %odd, label %end

odd:
  call void @verif_warn() ;~ violated assertion
  br label %end

shift:
  %n = call i8 @__VERIFIER_nondet_char()
  %by = and i8 %n, 7
  %s = call i8 @llvm.sshl.sat.i8(i8 -100, i8 %by)
  %u = call <2 x i8> @llvm.ushl.sat.v2i8(<2 x i8> <i8 3, i8 100>, <2 x i8> <i8 2, i8 2>)
  %u0 = extractelement <2 x i8> %u, i64 0
  %u1 = extractelement <2 x i8> %u, i64 1
  %twelve = icmp eq i8 %u0, 12
  %most = icmp eq i8 %u1, -1
  %unshifted = icmp eq i8 %by, 0
  %wanted = select i1 %unshifted, i8 -100, i8 -128
  %lowest = icmp eq i8 %s, %wanted
  %c = and i1 %twelve, %most
  %d = and i1 %c, %lowest
  br i1 %d, label %too_far, label %wrong

too_far:
  %poison = call i8 @llvm.ushl.sat.i8(i8 1, i8 %n) ;~ violated shift
  %bit = icmp eq i8 %poison, 1
  br i1 %bit, label %end, label %end

fence:
  %one = fadd double %x, 1.0
  %kept = call double @llvm.arithmetic.fence.f64(double %one)
  %same = fcmp ueq double %kept, %one
  %vector = insertelement <3 x float> <float -0.0, float 2.0, float 4.0>, float 3.0, i64 1
  %greatest = call float @llvm.vector.reduce.fmax.v3f32(<3 x float> %vector)
  %least_of = call float @llvm.vector.reduce.fminimum.v3f32(<3 x float> %vector)
  %four = fcmp oeq float %greatest, 4.0
  %minus = fdiv float 1.0, %least_of
  %infinite = fcmp oeq float %minus, 0xFFF0000000000000
  %e = and i1 %four, %infinite
  %g = and i1 %e, %same
  br i1 %g, label %end, label %wrong

wrong:
  call void @verif_warn() ;~ proved assertion
  br label %end

end:
  ret i32 0
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
declare i8 @__VERIFIER_nondet_char()
declare float @__VERIFIER_nondet_float()
declare double @__VERIFIER_nondet_double()
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare { double, double } @llvm.modf.f64(double)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare float @llvm.fabs.f32(float)
declare double @llvm.fabs.f64(double)
declare double @llvm.trunc.f64(double)
declare i32 @llvm.lround.i32.f64(double)
declare i64 @llvm.llrint.i64.f64(double)
declare i8 @llvm.sshl.sat.i8(i8, i8)
declare i8 @llvm.ushl.sat.i8(i8, i8)
declare <2 x i8> @llvm.ushl.sat.v2i8(<2 x i8>, <2 x i8>)
declare double @llvm.arithmetic.fence.f64(double)
declare float @llvm.vector.reduce.fmax.v3f32(<3 x float>)
declare float @llvm.vector.reduce.fminimum.v3f32(<3 x float>)
