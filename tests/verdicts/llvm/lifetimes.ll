; run: cairn check %s
; exit: 1
; Slots live from a start to an end. Addresses may be computed before: they mean the slot's next life.

define i32 @main() {
entry:
  %cells = alloca [4 x i32]
  %kept = alloca i32
  %third = getelementptr inbounds [4 x i32], ptr %cells, i64 0, i64 3  ;~ proved pointer
  %early = getelementptr inbounds i8, ptr %cells, i64 4                 ;~ proved pointer
  %second = getelementptr inbounds i32, ptr %early, i64 0
  %next.one = getelementptr inbounds i32, ptr %second, i64 1           ;~ proved pointer
  br label %loop

loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.lifetime.start.p0(i64 16, ptr %cells)
  store i32 %n, ptr %third                        ;~ proved index
  store i32 %n, ptr %next.one                     ;~ proved pointer
  %read = load i32, ptr %third                    ;~ proved index
  call void @llvm.lifetime.end.p0(i64 16, ptr %cells)
  %next = add nsw i32 %read, 1                    ;~ proved overflow
  %more = icmp slt i32 %next, 3
  br i1 %more, label %loop, label %after

after:
  call void @llvm.lifetime.start.p0(i64 4, ptr %kept)
  store i32 %next, ptr %kept
  call void @llvm.lifetime.end.p0(i64 4, ptr %kept)
  %some = call i32 @__VERIFIER_nondet_int()
  %yes = icmp eq i32 %some, 0
  br i1 %yes, label %late, label %later

late:
  %dead = load i32, ptr %kept                     ;~ violated pointer
  ret i32 %dead

later:
  %gone = load i32, ptr %third                    ;~ violated pointer
  ret i32 %gone
}

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare i32 @__VERIFIER_nondet_int()
