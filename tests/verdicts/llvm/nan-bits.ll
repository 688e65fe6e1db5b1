; run: cairn check %s --entry sign --entry shape
; exit: 1
; others: proved 1
; Which NaN an operation gives is not determined; that it is one is.

declare void @verif_warn()

define i32 @sign(float %x) {
  %nan = fdiv float 0.0, 0.0
  %bits = bitcast float %nan to i32
  %negative = icmp slt i32 %bits, 0
  br i1 %negative, label %wrong, label %end
wrong:
  call void @verif_warn()                 ;~ violated
  ret i32 0
end:
  ret i32 0
}

; NaN exactly if the bits without the sign are greater than those of infinity.
define i32 @shape(float %x) {
  %bits = bitcast float %x to i32
  %magnitude = and i32 %bits, 2147483647
  %above = icmp ugt i32 %magnitude, 2139095040
  %nan = fcmp uno float %x, 0.0
  %same = icmp eq i1 %above, %nan
  br i1 %same, label %end, label %wrong
wrong:
  call void @verif_warn()
  ret i32 0
end:
  ret i32 0
}
