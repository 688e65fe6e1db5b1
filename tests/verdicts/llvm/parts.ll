; run: cairn check %s
; exit: 1
; others: proved 2
; Poison of one element of a vector, or of one component of a structure, is not that of another; parts that are left
; open are any value.

declare i32 @nondet_int()
declare void @verif_warn()

define i32 @main() {
entry:
  %kept = alloca <2 x i32>
  %x = call i32 @nondet_int()
  %y = call i32 @nondet_int()
  %case = call i32 @nondet_int()
  switch i32 %case, label %fine [
    i32 0, label %masked
    i32 1, label %other
    i32 2, label %stored
    i32 3, label %shuffled
    i32 4, label %open
    i32 5, label %component
    i32 6, label %indexed
  ]
masked:
  %start = insertelement <2 x i32> <i32 poison, i32 7>, i32 %x, i64 0
  %next = add nsw <2 x i32> %start, <i32 1, i32 1>
  %small = icmp slt <2 x i32> %start, <i32 100, i32 100>
  %safe = select <2 x i1> %small, <2 x i32> %next, <2 x i32> zeroinitializer
  store <2 x i32> %safe, ptr %kept                            ;~ proved overflow
  ret i32 0
other:
  %sum = add nsw i32 %x, %y
  %pair = insertelement <2 x i32> <i32 1, i32 2>, i32 %sum, i64 0
  %second = extractelement <2 x i32> %pair, i64 1
  ret i32 %second                                             ;~ proved overflow
stored:
  %twice = add nsw i32 %x, %x
  %one = insertelement <2 x i32> poison, i32 %twice, i64 0
  %both = insertelement <2 x i32> %one, i32 3, i64 1
  store <2 x i32> %both, ptr %kept                            ;~ violated overflow
  ret i32 0
shuffled:
  %three = mul nsw i32 %x, 3
  %tripled = insertelement <2 x i32> <i32 4, i32 5>, i32 %three, i64 1
  %front = shufflevector <2 x i32> %tripled, <2 x i32> poison, <2 x i32> <i32 0, i32 0>
  %back = shufflevector <2 x i32> %tripled, <2 x i32> poison, <2 x i32> <i32 1, i32 poison>
  store <2 x i32> %front, ptr %kept                           ;~ proved overflow
  store <2 x i32> %back, ptr %kept                            ;~ violated overflow
  ret i32 0
open:
  store <2 x i32> <i32 1, i32 undef>, ptr %kept
  %again = load <2 x i32>, ptr %kept
  %any = extractelement <2 x i32> %again, i64 1
  %zero = icmp eq i32 %any, 0
  br i1 %zero, label %fine, label %warn
warn:
  call void @verif_warn()                                     ;~ violated assertion
  ret i32 0
component:
  %less = sub nsw i32 %x, 9
  %record = insertvalue { i32, i32 } { i32 1, i32 2 }, i32 %less, 0
  %plain = extractvalue { i32, i32 } %record, 1
  %broken = extractvalue { i32, i32 } %record, 0
  %two = icmp eq i32 %plain, 2
  br i1 %two, label %use, label %wrong                        ;~ proved overflow
use:
  ret i32 %broken                                             ;~ violated overflow
indexed:
  %place = and i32 %y, 1
  %more = add nsw i32 %x, 1
  %changed = insertelement <2 x i32> <i32 8, i32 9>, i32 %more, i32 %place
  %rest = sub i32 1, %place
  %untouched = extractelement <2 x i32> %changed, i32 %rest
  ret i32 %untouched                                          ;~ proved overflow
wrong:
  unreachable
fine:
  ret i32 0
}
