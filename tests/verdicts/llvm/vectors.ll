; run: cairn check %s
; exit: 1
; Vectors, overflow intrinsics, minimum, counting of bits.

define void @checked(i32 %x, <4 x i32> %v) {
  %w = add <4 x i32> %v, <i32 1, i32 1, i32 1, i32 1>
  %d = sub <4 x i32> %w, %v
  %e = extractelement <4 x i32> %d, i64 2
  %one = icmp eq i32 %e, 1
  %pair = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %x, i32 1)
  %over = extractvalue { i32, i1 } %pair, 1
  %largest = icmp eq i32 %x, 2147483647
  %agree = icmp eq i1 %over, %largest
  %both = and i1 %one, %agree
  br i1 %both, label %next, label %wrong

wrong:
  call void @verif_warn()          ;~ proved assertion
  ret void

next:
  %low = call i32 @llvm.umin.i32(i32 %x, i32 8)
  %ones = call i32 @llvm.ctpop.i32(i32 %low)
  %few = icmp ule i32 %ones, 3
  br i1 %few, label %after, label %many

many:
  call void @verif_warn()          ;~ proved assertion
  ret void

after:
  %zeros = call i32 @llvm.cttz.i32(i32 %x, i1 false)
  %odd = icmp eq i32 %zeros, 0
  br i1 %odd, label %end, label %even

even:
  call void @verif_warn()          ;~ violated assertion
  ret void

end:
  ret void
}

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.cttz.i32(i32, i1)
declare void @verif_warn()
