; run: cairn check %s
; others: proved 2
; Atomic operations in one thread.

declare void @__VERIFIER_error()

define i32 @main() {
entry:
  %cell = alloca i32
  %other = alloca ptr
  %shared = alloca i32
  store i32 9, ptr %shared
  store atomic i32 5, ptr %cell seq_cst, align 4
  %five = atomicrmw add ptr %cell, i32 3 seq_cst
  %pair = cmpxchg weak volatile ptr %cell, i32 8, i32 9 syncscope("singlethread") acq_rel monotonic, align 4
  %changed = extractvalue { i32, i1 } %pair, 1
  %eight = extractvalue { i32, i1 } %pair, 0
  fence acquire
  %failed = cmpxchg ptr %cell, i32 8, i32 10 seq_cst seq_cst
  %kept = extractvalue { i32, i1 } %failed, 1
  %nine = load atomic volatile i32, ptr %cell acquire, align 4
  store ptr null, ptr %other
  %swapped = cmpxchg ptr %other, ptr null, ptr %shared seq_cst seq_cst
  %pointer = load ptr, ptr %other
  %again = load i32, ptr %pointer
  %a = icmp eq i32 %five, 5
  %b = icmp eq i32 %eight, 8
  %c = icmp eq i32 %nine, 9
  %d = icmp eq i32 %again, 9
  %e = xor i1 %kept, true
  %ab = and i1 %a, %b
  %cd = and i1 %c, %d
  %abcd = and i1 %ab, %cd
  %all = and i1 %abcd, %e
  %right = and i1 %all, %changed
  br i1 %right, label %fine, label %wrong
wrong:
  call void @__VERIFIER_error()
  unreachable
fine:
  ret i32 0
}
