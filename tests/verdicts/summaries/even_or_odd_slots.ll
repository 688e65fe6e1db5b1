; run: cairn check %s
; others: proved 1
; needs: solvers
; Two functions that call each other, with their variables in stack slots (opaque pointers).

define i1 @even(i32 %n) {
entry:
  %n.slot = alloca i32, align 4
  store i32 %n, ptr %n.slot, align 4
  %0 = load i32, ptr %n.slot, align 4
  %zero = icmp eq i32 %0, 0
  br i1 %zero, label %yes, label %ask

yes:
  ret i1 true

ask:
  %1 = load i32, ptr %n.slot, align 4
  %before = sub i32 %1, 1
  %answer = call i1 @odd(i32 %before)
  ret i1 %answer
}

define i1 @odd(i32 %n) {
entry:
  %n.slot = alloca i32, align 4
  store i32 %n, ptr %n.slot, align 4
  %0 = load i32, ptr %n.slot, align 4
  %zero = icmp eq i32 %0, 0
  br i1 %zero, label %no, label %ask

no:
  ret i1 false

ask:
  %1 = load i32, ptr %n.slot, align 4
  %before = sub i32 %1, 1
  store i32 %before, ptr %n.slot, align 4
  %2 = load i32, ptr %n.slot, align 4
  %answer = call i1 @even(i32 %2)
  ret i1 %answer
}

define i32 @main() {
entry:
  %n = alloca i32, align 4
  %any = call i32 @__VERIFIER_nondet_int()
  store i32 %any, ptr %n, align 4
  %0 = load i32, ptr %n, align 4
  %answer = call i1 @even(i32 %0)
  br i1 %answer, label %divide, label %end

divide:
  %1 = load i32, ptr %n, align 4
  %bit = urem i32 %1, 2
  %right = icmp eq i32 %bit, 0
  br i1 %right, label %end, label %wrong

wrong:
  call void @verif_warn()          ;~ proved assertion
  br label %end

end:
  ret i32 0
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
