; run: cairn check %s
; exit: 1
; others: proved 6
; What attributes and metadata say of values: with `noundef` it must hold, without it only where the value is used.

declare i32 @nondet_int()
declare i8 @nondet_char()
declare void @llvm.assume(i1)

define internal void @take(ptr noundef nonnull %pointer, i32 noundef range(i32 -3, 5) %number) {
  ret void
}

define internal noundef nonnull ptr @give(ptr %pointer) {
  ret ptr %pointer                                            ;~ violated pointer
}

define i32 @main() {
entry:
  %slot = alloca [8 x i8], align 8
  %cell = alloca i8
  %byte = call i8 @nondet_char()
  store i8 %byte, ptr %cell
  %case = call i32 @nondet_int()
  switch i32 %case, label %fine [
    i32 0, label %null
    i32 1, label %result
    i32 2, label %range
    i32 3, label %unused
    i32 4, label %index
    i32 5, label %aligned
    i32 6, label %far
    i32 7, label %argument
  ]
null:
  call void @take(ptr null, i32 4)                            ;~ violated pointer, proved range
  ret i32 0
argument:
  call void @take(ptr %slot, i32 %case)                       ;~ violated range
  ret i32 0
result:
  %given = call ptr @give(ptr null)
  ret i32 0
range:
  %truth = load i8, ptr %cell, !range !0, !noundef !1         ;~ violated range
  ret i32 0
unused:
  %maybe = load i8, ptr %cell, !range !0
  %used = icmp ugt i8 %byte, 1
  %chosen = select i1 %used, i8 0, i8 %maybe
  %small = icmp ult i8 %chosen, 2
  br i1 %small, label %fine, label %wrong                     ;~ proved overflow
index:
  %middle = getelementptr inbounds i8, ptr %slot, i64 4
  %before = getelementptr inbounds nuw i8, ptr %middle, i64 -1 ;~ violated pointer
  store i8 0, ptr %before
  ret i32 0
aligned:
  %odd = getelementptr inbounds i8, ptr %slot, i64 1
  call void @llvm.assume(i1 true) [ "align"(ptr %odd, i64 4), "nonnull"(ptr %odd) ] ;~ violated pointer, proved pointer
  ret i32 0
far:
  ; So far that the distance in bytes is 0 again.
  %around = getelementptr inbounds i32, ptr %slot, i64 4611686018427387904 ;~ violated pointer
  store i32 0, ptr %around
  ret i32 0
wrong:
  unreachable
fine:
  ret i32 0
}

!0 = !{i8 0, i8 2}
!1 = !{}
