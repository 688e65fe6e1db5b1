; run: cairn check %s
; exit: 1
; others: proved 2
; `nnan` and `ninf` make poison, `nsz` leaves the sign of a zero open, and what allows several results is refused.

declare i32 @nondet_int()
declare double @nondet_double()
declare double @llvm.fabs.f64(double)
declare double @llvm.sqrt.f64(double)
declare void @verif_warn()

define i32 @main() {
entry:
  %x = call double @nondet_double()
  %case = call i32 @nondet_int()
  %size = call double @llvm.fabs.f64(double %x)
  %finite = fcmp olt double %size, 1.000000e+100
  switch i32 %case, label %fine [
    i32 0, label %compare
    i32 1, label %infinite
    i32 2, label %zero
    i32 3, label %sum
    i32 4, label %unused
    i32 5, label %exact
  ]
compare:
  %less = fcmp nnan olt double %x, 1.000000e+00               ;~ violated float
  br i1 %less, label %fine, label %fine
infinite:
  %root = call ninf double @llvm.sqrt.f64(double %x)          ;~ violated float, proved float
  %some = fcmp ogt double %root, 1.000000e+00
  br i1 %some, label %fine, label %fine
zero:
  br i1 %finite, label %product, label %fine
product:
  %none = fmul nsz double %size, 0.000000e+00
  %bits = bitcast double %none to i64
  %negative = icmp slt i64 %bits, 0
  br i1 %negative, label %warn, label %fine
warn:
  call void @verif_warn()                                     ;~ violated assertion
  br label %fine
sum:
  %sum = fadd reassoc double %x, 1.000000e+00                 ;~ unsupported unsupported
  %positive = fcmp ogt double %sum, 0.000000e+00
  br i1 %positive, label %fine, label %fine
unused:
  %difference = fsub nnan ninf double %x, 1.000000e+00
  %chosen = select i1 %finite, double %difference, double 0.000000e+00
  %limited = fcmp olt double %chosen, 1.000000e+101
  br i1 %limited, label %fine, label %wrong
exact:
  ; A sign and a comparison have one result, whatever is allowed.
  %opposite = fneg nsz reassoc nnan double %size               ;~ violated float
  %below = fcmp reassoc ole double %opposite, 0.000000e+00
  br i1 %below, label %fine, label %wrong
wrong:
  unreachable
fine:
  ret i32 0
}
