; run: cairn check %s
; others: proved 2
; needs: solvers
; McCarthy's function with its variables in stack slots, as a compiler leaves them without optimisation (typed pointers).

define i32 @m(i32 %n) {
entry:
  %result = alloca i32, align 4
  %n.slot = alloca i32, align 4
  store i32 %n, i32* %n.slot, align 4
  %0 = load i32, i32* %n.slot, align 4
  %large = icmp sgt i32 %0, 100
  br i1 %large, label %last, label %again

last:
  %1 = load i32, i32* %n.slot, align 4
  %less = sub nsw i32 %1, 10
  store i32 %less, i32* %result, align 4
  br label %end

again:
  %2 = load i32, i32* %n.slot, align 4
  %more = add nsw i32 %2, 11
  %inner = call i32 @m(i32 %more)
  %outer = call i32 @m(i32 %inner)
  store i32 %outer, i32* %result, align 4
  br label %end

end:
  %3 = load i32, i32* %result, align 4
  ret i32 %3
}

define i32 @main() {
entry:
  %n = alloca i32, align 4
  %r = alloca i32, align 4
  %any = call i32 @__VERIFIER_nondet_int()
  store i32 %any, i32* %n, align 4
  %0 = load i32, i32* %n, align 4
  %small = icmp sle i32 %0, 101
  br i1 %small, label %ask, label %end

ask:
  %1 = load i32, i32* %n, align 4
  %value = call i32 @m(i32 %1)
  store i32 %value, i32* %r, align 4
  %2 = load i32, i32* %r, align 4
  %right = icmp eq i32 %2, 91
  br i1 %right, label %end, label %wrong

wrong:
  call void @verif_warn()          ;~ proved assertion
  br label %end

end:
  ret i32 0
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
