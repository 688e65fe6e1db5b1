; run: cairn check %s
; exit: 1
; others: proved 15
; Where sanitized code has found a mistake, where exceptions begin, copies that overlap, assembly that does nothing.

declare i32 @nondet_int()
declare void @llvm.ubsantrap(i8)
declare void @llvm.trap()
declare void @llvm.debugtrap()
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.experimental.memset.pattern.p0.i32.i64(ptr, i32, i64, i1)
declare void @__cxa_throw(ptr, ptr, ptr) noreturn
declare void @verif_warn()

define i32 @main() personality ptr null {
entry:
  %bytes = alloca [8 x i8], align 4
  store i64 0, ptr %bytes
  %half = getelementptr inbounds i8, ptr %bytes, i64 2
  %case = call i32 @nondet_int()
  switch i32 %case, label %fine [
    i32 0, label %sum
    i32 1, label %shift
    i32 2, label %copy
    i32 3, label %move
    i32 4, label %assembly
    i32 5, label %instruction
    i32 6, label %throw
    i32 7, label %stop
    i32 8, label %debugger
    i32 9, label %pattern
    i32 10, label %called
  ]
sum:
  %x = call i32 @nondet_int()
  %pair = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %x, i32 1)
  %over = extractvalue { i32, i1 } %pair, 1
  br i1 %over, label %trap, label %fine
trap:
  call void @llvm.ubsantrap(i8 0)                             ;~ violated overflow
  unreachable
shift:
  call void @llvm.ubsantrap(i8 20)                            ;~ violated shift
  unreachable
copy:
  call void @llvm.memcpy.p0.p0.i64(ptr %half, ptr %bytes, i64 4, i1 false) ;~ violated pointer
  ret i32 0
move:
  call void @llvm.memmove.p0.p0.i64(ptr %half, ptr %bytes, i64 4, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %half, ptr %half, i64 4, i1 false)
  ret i32 0
assembly:
  call void asm sideeffect "", "~{memory}"()
  %same = call i32 asm "", "=r,0"(i32 %case)
  %four = icmp eq i32 %same, 4
  br i1 %four, label %fine, label %wrong
instruction:
  call void asm sideeffect "nop", ""()                        ;~ unsupported unsupported
  ret i32 0
throw:
  call void @__cxa_throw(ptr null, ptr null, ptr null)        ;~ unsupported unsupported
  unreachable                                                 ;~ unsupported reachable
stop:
  call void @llvm.trap()
  unreachable
debugger:
  call void @llvm.debugtrap()
  br label %wrong
pattern:
  call void @llvm.experimental.memset.pattern.p0.i32.i64(ptr %bytes, i32 7, i64 2, i1 false)
  %last = getelementptr inbounds i32, ptr %bytes, i64 1
  %seven = load i32, ptr %last
  %right = icmp eq i32 %seven, 7
  br i1 %right, label %fine, label %never
called:
  invoke void @quiet() to label %fine unwind label %cleanup
cleanup:
  %caught = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %caught
never:
  unreachable
wrong:
  call void @verif_warn()                                     ;~ violated assertion
  ret i32 0
fine:
  ret i32 0
}

define internal void @quiet() {
  ret void
}
