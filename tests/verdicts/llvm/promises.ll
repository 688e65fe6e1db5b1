; run: cairn check %s --entry single --entry conversion --entry floats --entry written --entry exchanged --entry addresses --entry asked --entry constants --entry copied
; exit: 1
; others: proved 13
; Promises of rarer instructions: what breaks them is poison, which is found where it matters.

declare void @verif_warn()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i1 @llvm.is.constant.i32(i32)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)

; Single bits: one that is set is negative, and a byte that is one bit is 0 or 1.
define i32 @single(i1 %b, i8 %x) {
  %wide = zext nneg i1 %b to i32           ;~ violated overflow
  %bit = trunc nuw i8 %x to i1             ;~ violated overflow
  %same = icmp samesign ult i1 %b, %bit    ;~ violated overflow
  br i1 %same, label %end, label %end
end:
  ret i32 %wide
}

define i32 @conversion(i32 %x) {
  %f = uitofp nneg i32 %x to float         ;~ violated overflow
  %small = fcmp olt float %f, 8.0
  br i1 %small, label %end, label %end
end:
  ret i32 0
}

define i32 @floats(float %x, float %y) {
  %less = fcmp nnan olt float %x, %y       ;~ violated float
  br i1 %less, label %end, label %end
end:
  %minus = fneg ninf float %x              ;~ violated float
  %positive = fcmp ogt float %minus, 0.0
  br i1 %positive, label %last, label %last
last:
  ret i32 0
}

define i32 @written(i8 %x, i1 %c) {
  %slot = alloca i32
  %next = add nsw i8 %x, 1
  br i1 %c, label %fill, label %end
fill:
  call void @llvm.memset.p0.i64(ptr %slot, i8 %next, i64 4, i1 false)   ;~ violated overflow, proved pointer
  ret i32 0
end:
  ret i32 1
}

define i32 @exchanged(i32 %x, i1 %c) {
  %slot = alloca i32
  store i32 0, ptr %slot
  %next = add nsw i32 %x, 1
  br i1 %c, label %add, label %end
add:
  %old = atomicrmw add ptr %slot, i32 %next seq_cst                     ;~ violated overflow
  ret i32 %old
end:
  ret i32 1
}

define i8 @addresses(i64 %x) {
  %bytes = alloca [4 x i8]
  store [4 x i8] zeroinitializer, ptr %bytes
  %small = icmp ult i64 %x, 4
  br i1 %small, label %use, label %end
use:
  %middle = getelementptr inbounds i8, ptr %bytes, i64 3
  %back = sub i64 0, %x
  %there = getelementptr inbounds nuw i8, ptr %middle, i64 %back        ;~ violated pointer
  %byte = load i8, ptr %there
  ret i8 %byte
end:
  ret i8 0
}

; What the optimiser knows is for it to say.
define i32 @asked(i32 %x) {
  %known = call i1 @llvm.is.constant.i32(i32 %x)
  br i1 %known, label %wrong, label %next
wrong:
  call void @verif_warn()                                               ;~ violated
  ret i32 0
next:
  %slot = alloca i32
  %size = call i64 @llvm.objectsize.i64.p0(ptr %slot, i1 false, i1 true, i1 false)
  %some = icmp uge i64 %size, 4
  br i1 %some, label %end, label %never
never:
  call void @verif_warn()
  ret i32 0
end:
  %large = icmp eq i64 %size, -1
  br i1 %large, label %last, label %exact
exact:
  call void @verif_warn()                                               ;~ violated
  ret i32 0
last:
  ret i32 0
}

@table = global [3 x i64] zeroinitializer

; Constant expressions may compare and convert.
define i32 @constants(i32 %x) {
  %is = icmp ule i32 zext (i1 icmp eq (ptr getelementptr (i8, ptr @table, i64 8), ptr null) to i32), %x
  br i1 %is, label %end, label %never
never:
  call void @verif_warn()
  ret i32 0
end:
  ret i32 1
}

; A copy onto itself is fine, one that overlaps is not.
define void @copied() {
  %third = getelementptr inbounds i8, ptr @table, i64 2
  call void @llvm.memcpy.p0.p0.i64(ptr @table, ptr @table, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr @table, ptr %third, i64 2, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %third, ptr @table, i64 3, i1 false)   ;~ violated pointer
  ret void
}
