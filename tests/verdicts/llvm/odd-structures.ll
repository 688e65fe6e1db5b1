; run: cairn check %s --entry odd
; exit: 1
; others: proved 4
; Structures with integers that do not fill their bytes: what lies behind such an integer is not kept.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

declare void @verif_warn()
define i32 @odd(i64 %x, i40 %y) {
  %slot = alloca { i64, i40 }
  %a = insertvalue { i64, i40 } undef, i64 %x, 0
  %b = insertvalue { i64, i40 } %a, i40 %y, 1
  store { i64, i40 } %b, ptr %slot
  %at = getelementptr i8, ptr %slot, i64 12
  %byte = load i8, ptr %at
  %v = load { i64, i40 }, ptr %slot
  %last = extractvalue { i64, i40 } %v, 1
  %high = lshr i40 %last, 32
  %h = trunc i40 %high to i8
  %same = icmp eq i8 %h, %byte
  br i1 %same, label %end, label %wrong
wrong:
  call void @verif_warn()
  ret i32 0
end:
  %beyond = getelementptr i8, ptr %slot, i64 14
  %z = load i8, ptr %beyond
  %zero = icmp eq i8 %z, 0
  br i1 %zero, label %last1, label %hole
hole:
  call void @verif_warn()                 ;~ violated
  ret i32 0
last1:
  ret i32 1
}
