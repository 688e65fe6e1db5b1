; run: cairn check %s --check leak --malloc-succeeds
; exit: 1
; others: proved 0
; A constructor runs before `main`, and `exit` ends the program: what is allocated must be free by then.

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @prepare, ptr null }]
@ready = global i32 0

define void @prepare() {
  store i32 1, ptr @ready
  ret void
}

define i32 @main(i32 %count, ptr %arguments) {      ;~ proved leak
  %room = call ptr @malloc(i64 4)
  %state = load i32, ptr @ready
  %early = icmp eq i32 %state, 0
  br i1 %early, label %wrong, label %right

wrong:
  call void @reach_error()                        ;~ proved reachable
  unreachable

right:
  %alone = icmp eq i32 %count, 1
  br i1 %alone, label %leave, label %end

leave:
  call void @exit(i32 1)                          ;~ violated leak
  unreachable

end:
  call void @free(ptr %room)                      ;~ proved free
  ret i32 0
}

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @exit(i32) noreturn
declare void @reach_error()
