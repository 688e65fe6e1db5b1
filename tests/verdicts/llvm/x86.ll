; run: cairn check %s
; exit: 1
; others: proved 0
; Vector operations of x86: what does not fit becomes the nearest number that does, and groups of 128 bits stay apart.

define i32 @main() {
entry:
  %x = call i16 @__VERIFIER_nondet_short()
  %n = call i32 @__VERIFIER_nondet_int()
  %v = insertelement <8 x i16> <i16 1, i16 -300, i16 300, i16 -1, i16 255, i16 256, i16 32767, i16 0>, i16 %x, i64 7
  %signed = call <16 x i8> @llvm.x86.sse2.packsswb.128(<8 x i16> %v, <8 x i16> zeroinitializer)
  %unsigned = call <16 x i8> @llvm.x86.sse2.packuswb.128(<8 x i16> %v, <8 x i16> %v)
  %s1 = extractelement <16 x i8> %signed, i64 1
  %s7 = extractelement <16 x i8> %signed, i64 7
  %s8 = extractelement <16 x i8> %signed, i64 8
  %u1 = extractelement <16 x i8> %unsigned, i64 1
  %u13 = extractelement <16 x i8> %unsigned, i64 13
  %lowest = icmp eq i8 %s1, -128
  %empty = icmp eq i8 %s8, 0
  %none = icmp eq i8 %u1, 0
  %most = icmp eq i8 %u13, -1
  %above = icmp sgt i16 %x, 127
  %highest = icmp eq i8 %s7, 127
  %capped = select i1 %above, i1 %highest, i1 true
  %a1 = and i1 %lowest, %empty
  %a2 = and i1 %none, %most
  %a3 = and i1 %a1, %a2
  %packs = and i1 %a3, %capped
  br i1 %packs, label %wide, label %wrong

wide:
  ; The second half of the first operand comes behind the first half of the second.
  %w = call <32 x i8> @llvm.x86.avx2.packuswb(<16 x i16> <i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2>, <16 x i16> <i16 3, i16 3, i16 3, i16 3, i16 3, i16 3, i16 3, i16 3, i16 4, i16 4, i16 4, i16 4, i16 4, i16 4, i16 4, i16 4>)
  %w8 = extractelement <32 x i8> %w, i64 8
  %w16 = extractelement <32 x i8> %w, i64 16
  %three = icmp eq i8 %w8, 3
  %two = icmp eq i8 %w16, 2
  %apart = and i1 %three, %two
  br i1 %apart, label %products, label %wrong

products:
  %m = call <4 x i32> @llvm.x86.sse2.pmadd.wd(<8 x i16> %v, <8 x i16> <i16 2, i16 3, i16 1, i16 1, i16 1, i16 1, i16 0, i16 -1>)
  %m0 = extractelement <4 x i32> %m, i64 0
  %m3 = extractelement <4 x i32> %m, i64 3
  %long = sext i16 %x to i32
  %minus = sub i32 0, %long
  %p0 = icmp eq i32 %m0, -898
  %p3 = icmp eq i32 %m3, %minus
  ; The only sum that does not fit wraps around.
  %all = call <4 x i32> @llvm.x86.sse2.pmadd.wd(<8 x i16> <i16 -32768, i16 -32768, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0>, <8 x i16> <i16 -32768, i16 -32768, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0>)
  %wrapped = extractelement <4 x i32> %all, i64 0
  %wraps = icmp eq i32 %wrapped, -2147483648
  %h = call <8 x i16> @llvm.x86.sse2.pmulh.w(<8 x i16> %v, <8 x i16> <i16 -1, i16 300, i16 300, i16 300, i16 300, i16 300, i16 300, i16 300>)
  %hu = call <8 x i16> @llvm.x86.sse2.pmulhu.w(<8 x i16> %v, <8 x i16> <i16 -1, i16 300, i16 300, i16 300, i16 300, i16 300, i16 300, i16 300>)
  %h1 = extractelement <8 x i16> %h, i64 1
  %hu1 = extractelement <8 x i16> %hu, i64 1
  %h_fine = icmp eq i16 %h1, -2
  %hu_fine = icmp eq i16 %hu1, 298
  %b1 = and i1 %p0, %p3
  %b2 = and i1 %wraps, %h_fine
  %b3 = and i1 %b1, %b2
  %b4 = and i1 %b3, %hu_fine
  br i1 %b4, label %shifts, label %wrong

shifts:
  %arithmetic = call <8 x i16> @llvm.x86.sse2.psrai.w(<8 x i16> %v, i32 %n)
  %logical = call <4 x i32> @llvm.x86.sse2.psrli.d(<4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>, i32 %n)
  %r1 = extractelement <8 x i16> %arithmetic, i64 1
  %r2 = extractelement <4 x i32> %logical, i64 2
  %far = icmp ugt i32 %n, 31
  %filled = icmp eq i16 %r1, -1
  %nothing = icmp eq i32 %r2, 0
  %both = and i1 %filled, %nothing
  %shifted = select i1 %far, i1 %both, i1 true
  br i1 %shifted, label %collect, label %wrong

collect:
  %distances = call <2 x i64> @llvm.x86.sse2.psad.bw(<16 x i8> %signed, <16 x i8> zeroinitializer)
  %second = extractelement <2 x i64> %distances, i64 1
  %no_distance = icmp eq i64 %second, 0
  %bits = call i32 @llvm.x86.sse2.pmovmskb.128(<16 x i8> %signed)
  %known = and i32 %bits, -129
  %is_bits = icmp eq i32 %known, 10
  %f = insertelement <4 x float> <float -0.0, float 1.0, float -2.0, float 0.0>, float -3.0, i64 3
  %float_bits = call i32 @llvm.x86.sse.movmsk.ps(<4 x float> %f)
  %is_float_bits = icmp eq i32 %float_bits, 13
  %c1 = and i1 %no_distance, %is_bits
  %c2 = and i1 %c1, %is_float_bits
  br i1 %c2, label %shuffle, label %wrong

shuffle:
  %by = insertelement <16 x i8> <i8 -1, i8 17, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 8, i8 9, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15>, i8 -128, i64 3
  %chosen = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> %unsigned, <16 x i8> %by)
  %k0 = extractelement <16 x i8> %chosen, i64 0
  %k1 = extractelement <16 x i8> %chosen, i64 1
  %k2 = extractelement <16 x i8> %chosen, i64 2
  %k3 = extractelement <16 x i8> %chosen, i64 3
  %i0 = icmp eq i8 %k0, 0
  %i1 = icmp eq i8 %k1, %u1
  %i2 = icmp eq i8 %k2, -1
  %i3 = icmp eq i8 %k3, 0
  %j0 = and i1 %i0, %i1
  %j1 = and i1 %i2, %i3
  %j2 = and i1 %j0, %j1
  br i1 %j2, label %last, label %wrong

last:
  %top = and i32 %bits, 128
  %negative = icmp ne i32 %top, 0
  br i1 %negative, label %surprise, label %end

surprise:
  call void @verif_warn() ;~ violated assertion
  br label %end

wrong:
  call void @verif_warn() ;~ proved assertion
  br label %end

end:
  ret i32 0
}

declare void @verif_warn()
declare i16 @__VERIFIER_nondet_short()
declare i32 @__VERIFIER_nondet_int()
declare <16 x i8> @llvm.x86.sse2.packsswb.128(<8 x i16>, <8 x i16>)
declare <16 x i8> @llvm.x86.sse2.packuswb.128(<8 x i16>, <8 x i16>)
declare <32 x i8> @llvm.x86.avx2.packuswb(<16 x i16>, <16 x i16>)
declare <4 x i32> @llvm.x86.sse2.pmadd.wd(<8 x i16>, <8 x i16>)
declare <8 x i16> @llvm.x86.sse2.pmulh.w(<8 x i16>, <8 x i16>)
declare <8 x i16> @llvm.x86.sse2.pmulhu.w(<8 x i16>, <8 x i16>)
declare <8 x i16> @llvm.x86.sse2.psrai.w(<8 x i16>, i32)
declare <4 x i32> @llvm.x86.sse2.psrli.d(<4 x i32>, i32)
declare <2 x i64> @llvm.x86.sse2.psad.bw(<16 x i8>, <16 x i8>)
declare i32 @llvm.x86.sse2.pmovmskb.128(<16 x i8>)
declare i32 @llvm.x86.sse.movmsk.ps(<4 x float>)
declare <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8>, <16 x i8>)
