; run: cairn export --to smt2 --encoding blocks %s
; a = 2; if (z > 0) { a = 0; } return a; without a branch: (ite (> z 0) 0 2), written where it is used once.

define i32 @select(i32 %z) {
entry:
  %0 = icmp sgt i32 %z, 0
  %a_addr.0 = select i1 %0, i32 0, i32 2
  %1 = icmp eq i32 %a_addr.0, 2
  br i1 %1, label %bb, label %return

bb:
  call void @verif_warn()
  br label %return

return:
  ret i32 %a_addr.0
}

declare void @verif_warn()
