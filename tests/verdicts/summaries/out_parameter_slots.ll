; run: cairn check %s
; others: proved 4
; needs: solvers
; A result through a pointer; both the pointer and what it points to are in stack slots (opaque pointers).

define void @count(ptr %total, i32 %n) {
entry:
  %total.slot = alloca ptr, align 8
  %n.slot = alloca i32, align 4
  store ptr %total, ptr %total.slot, align 8
  store i32 %n, ptr %n.slot, align 4
  %0 = load i32, ptr %n.slot, align 4
  %more = icmp sgt i32 %0, 0
  br i1 %more, label %again, label %end

again:
  %1 = load ptr, ptr %total.slot, align 8
  %2 = load i32, ptr %1, align 4
  %counted = add nsw i32 %2, 1
  store i32 %counted, ptr %1, align 4
  %3 = load ptr, ptr %total.slot, align 8
  %4 = load i32, ptr %n.slot, align 4
  %before = sub nsw i32 %4, 1
  call void @count(ptr %3, i32 %before)
  br label %end

end:
  ret void
}

define i32 @main() {
entry:
  %n = alloca i32, align 4
  %total = alloca i32, align 4
  %any = call i32 @__VERIFIER_nondet_int()
  store i32 %any, ptr %n, align 4
  store i32 0, ptr %total, align 4
  %0 = load i32, ptr %n, align 4
  %sensible = icmp sge i32 %0, 0
  br i1 %sensible, label %ask, label %end

ask:
  call void @count(ptr %total, i32 %0)
  %1 = load i32, ptr %total, align 4
  %2 = load i32, ptr %n, align 4
  %right = icmp eq i32 %1, %2
  br i1 %right, label %end, label %wrong

wrong:
  call void @verif_warn()          ;~ proved assertion
  br label %end

end:
  ret i32 0
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
