; run: cairn check %s
; exit: 1
; others: proved 2
; Single bits side by side in memory, the first one lowest.

define i32 @main() {
entry:
  %x = call i16 @__VERIFIER_nondet_short()
  %place = alloca i16
  %first = insertelement <16 x i16> poison, i16 %x, i64 0
  %all = shufflevector <16 x i16> %first, <16 x i16> poison, <16 x i32> zeroinitializer
  %bits = icmp ult <16 x i16> <i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8, i16 9, i16 10, i16 11, i16 12, i16 13, i16 14, i16 15>, %all
  store <16 x i1> %bits, ptr %place
  %number = load i16, ptr %place
  %few = icmp ult i16 %x, 16
  %safe = select i1 %few, i16 %x, i16 0
  %power = shl i16 1, %safe
  %ones = sub i16 %power, 1
  %expected = select i1 %few, i16 %ones, i16 -1
  %same = icmp eq i16 %number, %expected
  br i1 %same, label %back, label %wrong

back:
  store i16 5, ptr %place
  %read = load <16 x i1>, ptr %place
  %b0 = extractelement <16 x i1> %read, i64 0
  %b1 = extractelement <16 x i1> %read, i64 1
  %b2 = extractelement <16 x i1> %read, i64 2
  %not = xor i1 %b1, true
  %two = and i1 %b0, %b2
  %right = and i1 %two, %not
  br i1 %right, label %far, label %wrong

far:
  %behind = getelementptr i8, ptr %place, i64 1
  %partly = load <16 x i1>, ptr %behind ;~ violated pointer
  ret i32 0

wrong:
  call void @verif_warn() ;~ proved assertion
  ret i32 1
}

declare void @verif_warn()
declare i16 @__VERIFIER_nondet_short()
