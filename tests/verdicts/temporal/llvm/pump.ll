; An automaton on LLVM: the pump is stopped as often as it is started.
; run: cairn temporal %s --property pump.ya --acceptance
; diagnostics: note U0018

@running = global i32 0

define internal void @start() {
entry:
  store i32 1, ptr @running
  ret void
}

define internal void @stop() {
entry:
  store i32 0, ptr @running
  ret void
}

define i32 @main() { ;~ proved temporal
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %goes = icmp slt i32 %i, 3
  br i1 %goes, label %body, label %end
body:
  call void @start()
  call void @stop()
  %next = add i32 %i, 1
  br label %head
end:
  ret i32 0
}
