; run: cairn export --to smt2 --encoding blocks %s
; if (z > 0) { a = 2; } else { a = 3; } check(a != 3): a conditional branch gives (ite (> z 0) bb bb1), an
; unconditional one the Boolean of its target, and each block the disjunction of the ways to it.

define void @branch(i32 %z) {
entry:
  %0 = icmp sgt i32 %z, 0
  br i1 %0, label %bb, label %bb1

bb:
  br label %bb2

bb1:
  br label %bb2

bb2:
  %a = phi i32 [ 2, %bb ], [ 3, %bb1 ]
  %1 = icmp eq i32 %a, 3
  br i1 %1, label %bb3, label %return

bb3:
  call void @verif_warn()
  br label %return

return:
  ret void
}

declare void @verif_warn()
