; run: cairn check %s
; exit: 1
; others: proved 4
; Slots: what was not stored is any value, whatever was stored first; after its end a slot is dead, and so is the copy that
; a function got when it has returned.

declare i32 @nondet_int()
declare void @verif_warn()
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.trap()

@kept = global ptr null

define i32 @main() {
entry:
  %several = alloca i32, i32 4
  %ended = alloca i32
  %whole = alloca { i64, i64, i64 }
  store i32 1, ptr %several
  store i32 1, ptr %ended
  store { i64, i64, i64 } { i64 1, i64 2, i64 3 }, ptr %whole
  %case = call i32 @nondet_int()
  switch i32 %case, label %end [
    i32 0, label %first
    i32 1, label %dead
    i32 2, label %copied
    i32 3, label %stop
    i32 4, label %part
  ]
first:
  %third = getelementptr i32, ptr %several, i64 2
  %any = load i32, ptr %third
  %zero = icmp eq i32 %any, 0
  br i1 %zero, label %end, label %warn
warn:
  call void @verif_warn()                                     ;~ violated assertion
  ret i32 0
dead:
  call void @llvm.lifetime.end.p0(i64 4, ptr %ended)
  store i32 2, ptr %ended                                     ;~ violated pointer
  ret i32 0
copied:
  call void @keep(ptr byval({ i64, i64, i64 }) %whole)
  %own = load i64, ptr %whole
  %one = icmp eq i64 %own, 1
  br i1 %one, label %use, label %never
never:
  call void @verif_warn()
  ret i32 0
use:
  %copy = load ptr, ptr @kept
  %gone = load i64, ptr %copy                                 ;~ violated pointer
  ret i32 0
stop:
  %more = add nsw i32 %case, 2147483647
  call void @llvm.trap()
  ret i32 %more
part:
  %open = extractvalue { i32, i32 } { i32 poison, i32 1 }, 0
  %given = extractvalue { i32, i32 } { i32 poison, i32 1 }, 1
  %fine = icmp eq i32 %given, 1
  br i1 %fine, label %decide, label %never
decide:
  %question = icmp eq i32 %open, 0
  br i1 %question, label %end, label %end                     ;~ violated overflow
end:
  ret i32 0
}

define internal void @keep(ptr byval({ i64, i64, i64 }) %copy) {
  store i64 9, ptr %copy
  store ptr %copy, ptr @kept
  ret void
}
