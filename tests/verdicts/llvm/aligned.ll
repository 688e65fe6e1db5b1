; run: cairn check %s --check misaligned --entry accesses --entry says
; exit: 1
; others: proved 7
; Whether addresses are aligned is checked on request: as the access says, or as its type is.

define i32 @accesses(i1 %c) {
  %bytes = alloca [8 x i8], align 4
  store [8 x i8] zeroinitializer, ptr %bytes, align 4
  %near = getelementptr inbounds i8, ptr %bytes, i64 4
  %one = load i32, ptr %near
  %odd = getelementptr inbounds i8, ptr %bytes, i64 2
  %two = load i32, ptr %odd, align 2
  br i1 %c, label %wrong, label %end
wrong:
  store i32 1, ptr %odd, align 4               ;~ violated pointer
  ret i32 0
end:
  ret i32 %two
}

; More than the slot promises.
define i32 @says() {
  %slot = alloca i32, align 4
  store i32 1, ptr %slot, align 4
  %read = load i32, ptr %slot, align 16        ;~ violated pointer
  ret i32 %read
}
