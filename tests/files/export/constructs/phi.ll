; run: cairn export --to smt2 --encoding blocks %s
; if (z > 0) a = 0; else if (z < 0) a = 2; else a = 1; z = a + 5: a cascade of ite over the blocks before,
; (ite bb3 1 (ite bb1 0 2)) up to the order.

define void @phi(i32 %z) {
entry:
  %0 = icmp sgt i32 %z, 0
  br i1 %0, label %bb1, label %bb

bb:
  %1 = icmp slt i32 %z, 0
  br i1 %1, label %bb2, label %bb3

bb1:
  br label %bb4

bb2:
  br label %bb4

bb3:
  br label %bb4

bb4:
  %a_addr.0 = phi i32 [ 0, %bb1 ], [ 2, %bb2 ], [ 1, %bb3 ]
  %2 = add nsw i32 %a_addr.0, 5
  %3 = icmp sgt i32 %2, 6
  br i1 %3, label %bb5, label %return

bb5:
  call void @verif_warn()
  br label %return

return:
  ret void
}

declare void @verif_warn()
