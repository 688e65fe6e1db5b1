; run: cairn check %s
; others: proved 4
; With typed pointers, an address that is computed before the slot's life begins is also cast before.

declare void @llvm.lifetime.start.p0i8(i64, i8*)
declare void @llvm.lifetime.end.p0i8(i64, i8*)

define i32 @main() {
entry:
  %cells = alloca [12 x i8], align 8
  %start = getelementptr inbounds [12 x i8], [12 x i8]* %cells, i64 0, i64 0
  %byte = getelementptr inbounds [12 x i8], [12 x i8]* %cells, i64 0, i64 8
  %last = bitcast i8* %byte to i32*
  br label %loop

loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.lifetime.start.p0i8(i64 12, i8* %start)
  store i32 %n, i32* %last, align 8
  %read = load i32, i32* %last, align 8
  call void @llvm.lifetime.end.p0i8(i64 12, i8* %start)
  %next = add nsw i32 %read, 1
  %more = icmp slt i32 %next, 3
  br i1 %more, label %loop, label %after

after:
  ret i32 %next
}
