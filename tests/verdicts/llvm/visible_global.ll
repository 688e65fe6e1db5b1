; run: cairn check %s
; exit: 2
; A function of another module may write variables that are not local to this one.
@ready = global i32 0
@hidden = internal global i32 0

declare void @poll_device()
declare void @__VERIFIER_assert(i1)

define i32 @main() {
  store i32 0, ptr @ready
  store i32 0, ptr @hidden
  call void @poll_device() ;~ warning L0004
  %a = load i32, ptr @hidden
  %b = icmp eq i32 %a, 0
  call void @__VERIFIER_assert(i1 %b) ;~ proved assertion
  %c = load i32, ptr @ready
  %d = icmp eq i32 %c, 0
  call void @__VERIFIER_assert(i1 %d) ;~ unknown assertion
  ret i32 0
}
