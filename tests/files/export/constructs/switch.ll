; run: cairn export --to smt2 --encoding blocks %s
; switch (z) { case 1: a = 0; break; case 2: a = 1; break; default: a = 42; } return a; The default's Boolean is true
; exactly if z is neither 1 nor 2.

define i32 @switch(i32 %z) {
entry:
  switch i32 %z, label %bb2 [
    i32 1, label %bb
    i32 2, label %bb1
  ]

bb:
  br label %bb3

bb1:
  br label %bb3

bb2:
  br label %bb3

bb3:
  %a_addr.0 = phi i32 [ 42, %bb2 ], [ 1, %bb1 ], [ 0, %bb ]
  %0 = icmp eq i32 %a_addr.0, 42
  br i1 %0, label %bb4, label %return

bb4:
  call void @verif_warn()
  br label %return

return:
  ret i32 %a_addr.0
}

declare void @verif_warn()
