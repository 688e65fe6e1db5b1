; run: cairn export --to smt2 --encoding blocks %s
; z = (x < y); with a name of its own, because both a number and a condition are made of it: (= x_0 (< x y)).

define void @comparison(i32 %x, i32 %y) {
entry:
  %0 = icmp slt i32 %x, %y
  %z = zext i1 %0 to i32
  %one = icmp eq i32 %z, 1
  %differ = xor i1 %0, %one
  br i1 %differ, label %bb, label %return

bb:
  call void @verif_warn()
  br label %return

return:
  ret void
}

declare void @verif_warn()
