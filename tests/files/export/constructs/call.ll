; run: cairn export --to smt2 --encoding blocks %s
; assume(x < 10); check(x > 0): each call of verif_stop and verif_warn has a Boolean, true exactly if executions come by,
; and the last formula says that some check failed and no assumption did.

define void @call(i32 %x) {
entry:
  %0 = icmp sge i32 %x, 10
  br i1 %0, label %bb, label %bb1

bb:
  call void @verif_stop()
  br label %bb1

bb1:
  %1 = icmp sle i32 %x, 0
  br i1 %1, label %bb2, label %return

bb2:
  call void @verif_warn()
  br label %return

return:
  ret void
}

declare void @verif_stop()
declare void @verif_warn()
