; run: cairn check %s
; exit: 1
; others: proved 4
; Elements whose bit in the mask is not set are not accessed: nothing is asked of what lies behind the array.

@table = global [3 x i32] [i32 10, i32 20, i32 30]

define i32 @main() {
entry:
  %n = call i32 @__VERIFIER_nondet_int()
  %few = icmp ult i32 %n, 4
  br i1 %few, label %read, label %far

read:
  %first = insertelement <4 x i32> poison, i32 %n, i64 0
  %all = shufflevector <4 x i32> %first, <4 x i32> poison, <4 x i32> zeroinitializer
  %mask = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %all
  %some = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 @table, <4 x i1> %mask, <4 x i32> zeroinitializer) ;~ proved pointer
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %some)
  %is_all = icmp eq i32 %sum, 60
  %is_three = icmp eq i32 %n, 3
  %same = icmp eq i1 %is_all, %is_three
  br i1 %same, label %write, label %wrong

write:
  %more = add <4 x i32> %some, <i32 1, i32 1, i32 1, i32 1>
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %more, ptr align 4 @table, <4 x i1> %mask) ;~ proved pointer
  %place = getelementptr i32, ptr @table, i64 1
  %second = load i32, ptr %place
  %is_new = icmp eq i32 %second, 21
  %written = icmp ugt i32 %n, 1
  %agree = icmp eq i1 %is_new, %written
  br i1 %agree, label %open, label %wrong

open:
  ; Elements that are not loaded are poison, which nobody looks at.
  %part = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 @table, <4 x i1> %mask, <4 x i32> poison) ;~ proved pointer
  %twice = add nsw <4 x i32> %part, %part
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %twice, ptr align 4 @table, <4 x i1> %mask) ;~ proved pointer, proved overflow
  %one = extractelement <4 x i32> %part, i64 0
  %small = icmp ult i32 %one, 12
  br i1 %small, label %end, label %wrong ;~ violated overflow

far:
  %large = icmp ugt i32 %n, 100
  br i1 %large, label %none, label %four

none:
  ; No element at all is accessed, not even by null.
  %nothing = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 null, <4 x i1> zeroinitializer, <4 x i32> <i32 7, i32 7, i32 7, i32 7>) ;~ proved pointer
  %seven = extractelement <4 x i32> %nothing, i64 2
  %kept = icmp eq i32 %seven, 7
  br i1 %kept, label %end, label %wrong

four:
  %too_many = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 @table, <4 x i1> <i1 true, i1 true, i1 true, i1 true>, <4 x i32> poison) ;~ violated pointer
  br label %end

wrong:
  call void @verif_warn() ;~ proved assertion
  br label %end

end:
  ret i32 0
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
