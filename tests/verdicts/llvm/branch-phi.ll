; run: cairn check %s
; exit: 1
; Branches and phi: z > 0 gives 0, z < 0 gives 2, otherwise 1. All phi nodes of a block read before any is written.

define void @main() {
entry:
  %z = call i32 @__VERIFIER_nondet_int()
  %positive = icmp sgt i32 %z, 0
  br i1 %positive, label %bb1, label %other

other:
  %negative = icmp slt i32 %z, 0
  br i1 %negative, label %bb2, label %bb3

bb1:
  br label %join

bb2:
  br label %join

bb3:
  br label %join

join:
  %a = phi i32 [ 0, %bb1 ], [ 2, %bb2 ], [ 1, %bb3 ]
  %sum = add nsw i32 %a, 5         ;~ proved overflow
  %small = icmp sle i32 %sum, 7
  br i1 %small, label %swap, label %wrong

wrong:
  call void @verif_warn()          ;~ proved assertion
  br label %swap

swap:
  br label %loop

loop:
  %p = phi i32 [ 1, %swap ], [ %q, %loop ]
  %q = phi i32 [ 2, %swap ], [ %p, %loop ]
  %n = phi i32 [ 0, %swap ], [ %next, %loop ]
  %next = add nsw i32 %n, 1        ;~ proved overflow
  %more = icmp slt i32 %next, 3
  br i1 %more, label %loop, label %after

after:
  %first = icmp eq i32 %p, 1
  %second = icmp eq i32 %q, 2
  %kept = and i1 %first, %second
  br i1 %kept, label %end, label %mixed

mixed:
  call void @verif_warn()          ;~ proved assertion
  br label %end

end:
  %is_two = icmp eq i32 %a, 2
  br i1 %is_two, label %bad, label %done

bad:
  call void @verif_warn()          ;~ violated assertion
  br label %done

done:
  ret void
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
