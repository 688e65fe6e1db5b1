; run: cairn check %s
; exit: 1
; A select computes ahead what may not be chosen: an overflow there does not matter until it is.

define void @main() {
  %z = call i32 @__VERIFIER_nondet_int()
  %small = icmp slt i32 %z, 2147483647
  %next = add nsw i32 %z, 1
  %chosen = select i1 %small, i32 %next, i32 %z
  %fine = icmp sge i32 %chosen, %z
  br i1 %fine, label %end, label %wrong    ;~ proved overflow

wrong:
  call void @verif_warn()                  ;~ proved assertion
  br label %end

end:
  %other = select i1 %small, i32 %z, i32 %next
  %grown = icmp sgt i32 %other, 0
  br i1 %grown, label %done, label %done   ;~ violated overflow

done:
  ret void
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
