; run: cairn check %s
; exit: 2
; Complex numbers are divided by a function of the compiler's, about which nothing is assumed.

define i32 @main() {
entry:
  %quotient = call { double, double } @__divdc3(double 4.0, double 2.0, double 1.0, double 1.0) ;~ unsupported unsupported
  %real = extractvalue { double, double } %quotient, 0
  %three = fcmp oeq double %real, 3.0
  br i1 %three, label %right, label %wrong
wrong:
  call void @verif_warn()                        ;~ unsupported assertion
  ret i32 1
right:
  ret i32 0
}

declare { double, double } @__divdc3(double, double, double, double)
declare void @verif_warn()
