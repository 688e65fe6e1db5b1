; run: cairn check %s
; exit: 1
; Comparisons are signed or unsigned by their name; -1 is the largest unsigned number.

define void @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %signed = icmp slt i32 %x, 0
  %unsigned = icmp ugt i32 %x, 2147483647
  %same = icmp eq i1 %signed, %unsigned
  br i1 %same, label %fine, label %differ

fine:
  %small = icmp ult i32 %x, 10
  %not_negative = icmp sge i32 %x, 0
  br i1 %small, label %inside, label %end

inside:
  br i1 %not_negative, label %end, label %negative

differ:
  call void @verif_warn()          ;~ proved assertion
  ret void

negative:
  call void @verif_warn()          ;~ proved assertion
  ret void

end:
  %positive = icmp sgt i32 %x, 0
  br i1 %positive, label %done, label %wrong

wrong:
  call void @verif_warn()          ;~ violated assertion
  br label %done

done:
  ret void
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
