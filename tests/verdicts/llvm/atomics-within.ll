; run: cairn check %s
; exit: 1
; others: proved 11
; Atomic operations that stay within limits, of floats, and on constants.

@limit = constant i32 5

define i32 @main() {
entry:
  %counter = alloca i32
  %old = call i32 @__VERIFIER_nondet_int()
  %by = call i32 @__VERIFIER_nondet_int()
  store i32 %old, ptr %counter
  %a = atomicrmw uinc_wrap ptr %counter, i32 %by seq_cst
  %up = load i32, ptr %counter
  %reached = icmp uge i32 %old, %by
  %next = add i32 %old, 1
  %expected = select i1 %reached, i32 0, i32 %next
  %is_up = icmp eq i32 %up, %expected
  br i1 %is_up, label %down, label %wrong

down:
  %b = atomicrmw udec_wrap ptr %counter, i32 %by monotonic
  %back = load i32, ptr %counter
  %in = icmp ule i32 %back, %by
  %stayed = icmp eq i32 %b, %up
  %fine = and i1 %in, %stayed
  br i1 %fine, label %subtract, label %wrong

subtract:
  store i32 %old, ptr %counter
  %c = atomicrmw usub_sat ptr %counter, i32 %by seq_cst
  %rest = load i32, ptr %counter
  %difference = sub i32 %old, %by
  %left = select i1 %reached, i32 %difference, i32 0
  %is_rest = icmp eq i32 %rest, %left
  store i32 %old, ptr %counter
  %d = atomicrmw usub_cond ptr %counter, i32 %by seq_cst
  %maybe = load i32, ptr %counter
  %or_old = select i1 %reached, i32 %difference, i32 %old
  %is_maybe = icmp eq i32 %maybe, %or_old
  %subtracted = and i1 %is_rest, %is_maybe
  br i1 %subtracted, label %float, label %wrong

float:
  %number = alloca double
  store double 2.0, ptr %number
  %e = atomicrmw fmax ptr %number, double 3.0 seq_cst
  %f = atomicrmw fminimum ptr %number, double 2.5 seq_cst
  %g = load double, ptr %number
  %g_fine = fcmp oeq double %g, 2.5
  %f_fine = fcmp oeq double %f, 3.0
  %floats = and i1 %g_fine, %f_fine
  br i1 %floats, label %constant, label %wrong

constant:
  %odd = and i32 %old, 1
  %is_odd = icmp eq i32 %odd, 1
  br i1 %is_odd, label %change, label %end

change:
  %h = atomicrmw add ptr @limit, i32 1 seq_cst ;~ violated pointer
  br label %end

wrong:
  call void @verif_warn() ;~ proved assertion
  br label %end

end:
  ret i32 0
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
