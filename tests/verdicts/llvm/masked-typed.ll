; run: cairn check %s
; exit: 1
; As clang 14 writes them: typed pointers, and the alignment as an argument.

define i32 @main() {
entry:
  %array = alloca [6 x i32], align 16
  %n = call i32 @__VERIFIER_nondet_int()
  %first = insertelement <8 x i32> undef, i32 %n, i32 0
  %all = shufflevector <8 x i32> %first, <8 x i32> undef, <8 x i32> zeroinitializer
  %mask = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %all
  %place = bitcast [6 x i32]* %array to <8 x i32>*
  %few = icmp slt i32 %n, 7
  br i1 %few, label %fill, label %end

fill:
  call void @llvm.masked.store.v8i32.p0v8i32(<8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, <8 x i32>* %place, i32 4, <8 x i1> %mask) ;~ proved pointer
  %read = call <8 x i32> @llvm.masked.load.v8i32.p0v8i32(<8 x i32>* %place, i32 4, <8 x i1> %mask, <8 x i32> undef) ;~ proved pointer
  %last = extractelement <8 x i32> %read, i32 5
  %six = icmp eq i32 %n, 6
  %is_five = icmp eq i32 %last, 5
  br i1 %six, label %written, label %end

written:
  br i1 %is_five, label %end, label %wrong

wrong:
  call void @verif_warn() ;~ proved assertion
  br label %end

end:
  %again = call <8 x i32> @llvm.masked.load.v8i32.p0v8i32(<8 x i32>* %place, i32 4, <8 x i1> %mask, <8 x i32> undef) ;~ violated pointer
  ret i32 0
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
declare void @llvm.masked.store.v8i32.p0v8i32(<8 x i32>, <8 x i32>*, i32, <8 x i1>)
declare <8 x i32> @llvm.masked.load.v8i32.p0v8i32(<8 x i32>*, i32, <8 x i1>, <8 x i32>)
