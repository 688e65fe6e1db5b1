; run: cairn check %s
; exit: 2
; others: proved 0
; Which NaN an operation gives is not determined; a copy keeps the bits.

define i32 @main() {
entry:
  %x = call float @__VERIFIER_nondet_float()
  %place = alloca float
  store float %x, ptr %place
  %bits = load i32, ptr %place
  %nan = fcmp uno float %x, %x
  br i1 %nan, label %copied, label %end

copied:
  %again = load float, ptr %place
  store float %again, ptr %place
  %same_bits = load i32, ptr %place
  %same = icmp eq i32 %same_bits, %bits
  br i1 %same, label %computed, label %wrong

wrong:
  call void @verif_warn() ;~ proved assertion
  ret i32 1

computed:
  %least = call float @llvm.minimum.f32(float %x, float 1.0)
  store float %least, ptr %place
  %other_bits = load i32, ptr %place
  %equal = icmp eq i32 %other_bits, %bits
  br i1 %equal, label %end, label %differs

differs:
  call void @verif_warn() ;~ unsupported assertion
  ret i32 1

end:
  ret i32 0
}

declare void @verif_warn()
declare float @__VERIFIER_nondet_float()
declare float @llvm.minimum.f32(float, float)
