; Memory is not followed in modules: that is said, and nothing is verified.
; run: cairn check %s --check uninitialized
; exit: 2
declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)

define i32 @main() #0 { ;~ unsupported
  %a = alloca [2 x i32], align 4
  %first = getelementptr inbounds [2 x i32], [2 x i32]* %a, i64 0, i64 0
  store i32 1, i32* %first, align 4
  %1 = load i32, i32* %first, align 4
  ret i32 %1
}
attributes #0 = { noinline optnone }
