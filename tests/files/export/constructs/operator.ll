; run: cairn export --to smt2 --encoding blocks %s
; z = x + y; with a name of its own, because three comparisons use it: (= x_0 (+ x y)).

define void @operator(i32 %x, i32 %y) {
entry:
  %0 = add nsw i32 %x, %y
  %large = icmp sgt i32 %0, 100
  %small = icmp slt i32 %0, -100
  %out = or i1 %large, %small
  br i1 %out, label %bb, label %return

bb:
  call void @verif_warn()
  br label %return

return:
  ret void
}

declare void @verif_warn()
