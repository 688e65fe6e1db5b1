; run: cairn check %s
; exit: 1
; others: proved 4
; Operations of programs that may look at exceptions; the bits of numbers of 80 bits; results of `memcpy`.

@place = global [8 x i8] zeroinitializer

define i32 @main() {
entry:
  %x = call double @__VERIFIER_nondet_double()
  %n = call i32 @__VERIFIER_nondet_int()
  %sum = call double @llvm.experimental.constrained.fadd.f64(double %x, double 1.0, metadata !"round.dynamic", metadata !"fpexcept.strict")
  %plain = fadd double %x, 1.0
  %same = call i1 @llvm.experimental.constrained.fcmp.f64(double %sum, double %plain, metadata !"ueq", metadata !"fpexcept.strict")
  %wide = call double @llvm.experimental.constrained.sitofp.f64.i32(i32 %n, metadata !"round.tonearest", metadata !"fpexcept.ignore")
  %back = call i32 @llvm.experimental.constrained.fptosi.i32.f64(double %wide, metadata !"fpexcept.strict")
  %kept = icmp eq i32 %back, %n
  %whole = call double @llvm.experimental.constrained.trunc.f64(double 2.75, metadata !"fpexcept.strict")
  %two = fcmp oeq double %whole, 2.0
  %a = and i1 %same, %kept
  %b = and i1 %a, %two
  br i1 %b, label %extended, label %wrong

extended:
  %long = sitofp i32 %n to x86_fp80
  %bits = bitcast x86_fp80 %long to i80
  %again = bitcast i80 %bits to x86_fp80
  %equal = fcmp oeq x86_fp80 %again, %long
  %digit = lshr i80 %bits, 63
  %low = trunc i80 %digit to i1
  %zero = icmp eq i32 %n, 0
  %leads = xor i1 %low, %zero
  %odd = bitcast i80 302231454903657293676544 to x86_fp80 ; an exponent without a leading digit
  %none = fcmp uno x86_fp80 %odd, %odd
  %c = and i1 %equal, %leads
  %d = and i1 %c, %none
  br i1 %d, label %copy, label %wrong

copy:
  %to = getelementptr i8, ptr @place, i64 4
  %r = call ptr @memcpy(ptr %to, ptr @place, i64 4)
  %where = icmp eq ptr %r, getelementptr (i8, ptr @place, i64 4)
  br i1 %where, label %round, label %wrong

round:
  %how = icmp eq i32 %n, 7
  br i1 %how, label %up, label %end

up:
  %u = call double @llvm.experimental.constrained.fadd.f64(double %x, double 1.0, metadata !"round.upward", metadata !"fpexcept.strict") ;~ unsupported unsupported
  br label %end

wrong:
  call void @verif_warn() ;~ proved assertion
  br label %end

end:
  %first = fcmp oeq double %sum, 3.0
  br i1 %first, label %found, label %out

found:
  call void @verif_warn() ;~ violated assertion
  br label %out

out:
  ret i32 0
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
declare double @__VERIFIER_nondet_double()
declare ptr @memcpy(ptr, ptr, i64)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.sitofp.f64.i32(i32, metadata, metadata)
declare i32 @llvm.experimental.constrained.fptosi.i32.f64(double, metadata)
declare double @llvm.experimental.constrained.trunc.f64(double, metadata)
