; run: cairn check %s
; others: proved 3
; needs: solvers
; A recursion that counts its calls in a global; its variable is in a stack slot (typed pointers).

@calls = internal global i32 0, align 4

define void @visit(i32 %n) {
entry:
  %n.slot = alloca i32, align 4
  store i32 %n, i32* %n.slot, align 4
  %0 = load i32, i32* @calls, align 4
  %counted = add nsw i32 %0, 1
  store i32 %counted, i32* @calls, align 4
  %1 = load i32, i32* %n.slot, align 4
  %more = icmp sgt i32 %1, 0
  br i1 %more, label %again, label %end

again:
  %2 = load i32, i32* %n.slot, align 4
  %before = sub nsw i32 %2, 1
  call void @visit(i32 %before)
  br label %end

end:
  ret void
}

define i32 @main() {
entry:
  %n = alloca i32, align 4
  %any = call i32 @__VERIFIER_nondet_int()
  store i32 %any, i32* %n, align 4
  %0 = load i32, i32* %n, align 4
  %small = icmp ule i32 %0, 100000
  br i1 %small, label %ask, label %end

ask:
  %1 = load i32, i32* %n, align 4
  call void @visit(i32 %1)
  %2 = load i32, i32* @calls, align 4
  %3 = load i32, i32* %n, align 4
  %expected = add nsw i32 %3, 1
  %right = icmp eq i32 %2, %expected
  br i1 %right, label %end, label %wrong

wrong:
  call void @verif_warn()          ;~ proved assertion
  br label %end

end:
  ret i32 0
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
