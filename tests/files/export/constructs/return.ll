; run: cairn export --to smt2 --encoding blocks %s
; A return asks for nothing: the block has its Boolean, and no formula of its own. What is checked here holds, so the
; whole is unsatisfiable.

define i32 @return(i32 %x) {
entry:
  %0 = icmp sgt i32 %x, 5
  br i1 %0, label %bb, label %bb1

bb:
  %1 = icmp sgt i32 %x, 4
  br i1 %1, label %bb1, label %wrong

wrong:
  call void @verif_warn()
  br label %bb1

bb1:
  ret i32 %x
}

declare void @verif_warn()
