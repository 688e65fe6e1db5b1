; run: cairn check %s --entry chosen
; exit: 1
; others: proved 1
; An entry that is chosen begins as `main` does: constructors have run, parts of initial values that are left open are any, and addresses
; that are numbers are known.

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @prepare, ptr null }]
@ready = global i32 0
@open = global { i8, i32 } { i8 1, i32 undef }
@cells = global [4 x i32] zeroinitializer
@distance = global i64 sub (i64 ptrtoint (ptr getelementptr ([4 x i32], ptr @cells, i64 0, i64 3) to i64), i64 ptrtoint (ptr @cells to i64))

declare void @verif_warn()

define internal void @prepare() {
  store i32 1, ptr @ready
  ret void
}

define void @chosen() {
  %state = load i32, ptr @ready
  %late = icmp eq i32 %state, 1
  %twelve = load i64, ptr @distance
  %right = icmp eq i64 %twelve, 12
  %both = and i1 %late, %right
  br i1 %both, label %next, label %wrong
wrong:
  call void @verif_warn()                  ;~ proved assertion
  ret void
next:
  %any = load i32, ptr getelementptr ({ i8, i32 }, ptr @open, i64 0, i32 1)
  %zero = icmp eq i32 %any, 0
  br i1 %zero, label %end, label %other
other:
  call void @verif_warn()                  ;~ violated assertion
  ret void
end:
  ret void
}
