; run: cairn check %s --check misaligned
; exit: 1
; others: proved 9
; Elements at addresses of their own, and elements that lie closer together in memory than in the vector.

@table = global [8 x i16] zeroinitializer
@text = constant [4 x i8] c"abc\00"

define i32 @main() {
entry:
  %a = call i16 @__VERIFIER_nondet_short()
  %b = call i16 @__VERIFIER_nondet_short()
  %both = call i1 @__VERIFIER_nondet_bool()
  %v0 = insertelement <2 x i16> poison, i16 %a, i64 0
  %v = insertelement <2 x i16> %v0, i16 %b, i64 1
  %mask = insertelement <2 x i1> <i1 true, i1 poison>, i1 %both, i64 1
  %third = getelementptr i16, ptr @table, i64 3
  ; Twice the same address: the last element counts.
  %p0 = insertelement <2 x ptr> poison, ptr %third, i64 0
  %p = insertelement <2 x ptr> %p0, ptr %third, i64 1
  call void @llvm.masked.scatter.v2i16.v2p0(<2 x i16> %v, <2 x ptr> align 2 %p, <2 x i1> %mask) ;~ proved pointer
  %x = load i16, ptr %third, align 2 ;~ proved pointer
  %last = select i1 %both, i16 %b, i16 %a
  %is_last = icmp eq i16 %x, %last
  br i1 %is_last, label %gather, label %wrong

gather:
  ; The second address is nowhere, and only sometimes used.
  %q = insertelement <2 x ptr> %p, ptr null, i64 1
  %g = call <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr> align 2 %q, <2 x i1> <i1 true, i1 false>, <2 x i16> zeroinitializer) ;~ proved pointer
  %g0 = extractelement <2 x i16> %g, i64 0
  %g1 = extractelement <2 x i16> %g, i64 1
  %same = icmp eq i16 %g0, %last
  %zero = icmp eq i16 %g1, 0
  %fine = and i1 %same, %zero
  br i1 %fine, label %compress, label %wrong

compress:
  call void @llvm.masked.compressstore.v4i16(<4 x i16> <i16 1, i16 2, i16 3, i16 4>, ptr align 2 @table, <4 x i1> <i1 false, i1 true, i1 false, i1 true>) ;~ proved pointer
  %e = call <4 x i16> @llvm.masked.expandload.v4i16(ptr align 2 @table, <4 x i1> <i1 false, i1 true, i1 true, i1 false>, <4 x i16> <i16 9, i16 9, i16 9, i16 9>) ;~ proved pointer
  %e1 = extractelement <4 x i16> %e, i64 1
  %e2 = extractelement <4 x i16> %e, i64 2
  %e3 = extractelement <4 x i16> %e, i64 3
  %is2 = icmp eq i16 %e1, 2
  %is4 = icmp eq i16 %e2, 4
  %is9 = icmp eq i16 %e3, 9
  %both_read = and i1 %is2, %is4
  %all_right = and i1 %both_read, %is9
  br i1 %all_right, label %odd, label %wrong

odd:
  %byte = getelementptr i8, ptr @table, i64 1
  %how = call i32 @__VERIFIER_nondet_int()
  switch i32 %how, label %end [
    i32 0, label %misaligned
    i32 1, label %nowhere
    i32 2, label %constant
  ]

misaligned:
  %m = call <2 x i16> @llvm.masked.load.v2i16.p0(ptr align 2 %byte, <2 x i1> %mask, <2 x i16> zeroinitializer) ;~ proved pointer, violated pointer
  br label %end

nowhere:
  %w = call <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr> align 2 %q, <2 x i1> %mask, <2 x i16> zeroinitializer) ;~ violated pointer, proved pointer
  br label %end

constant:
  call void @llvm.masked.store.v2i8.p0(<2 x i8> <i8 65, i8 66>, ptr align 1 @text, <2 x i1> %mask) ;~ proved pointer, violated pointer
  br label %end

wrong:
  call void @verif_warn() ;~ proved assertion
  br label %end

end:
  ret i32 0
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
declare i16 @__VERIFIER_nondet_short()
declare i1 @__VERIFIER_nondet_bool()
declare void @llvm.masked.scatter.v2i16.v2p0(<2 x i16>, <2 x ptr>, <2 x i1>)
declare <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr>, <2 x i1>, <2 x i16>)
declare void @llvm.masked.compressstore.v4i16(<4 x i16>, ptr, <4 x i1>)
declare <4 x i16> @llvm.masked.expandload.v4i16(ptr, <4 x i1>, <4 x i16>)
declare <2 x i16> @llvm.masked.load.v2i16.p0(ptr, <2 x i1>, <2 x i16>)
declare void @llvm.masked.store.v2i8.p0(<2 x i8>, ptr, <2 x i1>)
