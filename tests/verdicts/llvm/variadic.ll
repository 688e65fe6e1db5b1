; run: cairn check %s
; The first of a variable number of arguments.

%list = type { i32, i32, ptr, ptr }

define i32 @first(i32 %count, ...) {
  %arguments = alloca [1 x %list]
  call void @llvm.va_start(ptr %arguments)
  %value = va_arg ptr %arguments, i32             ;~ proved pointer
  call void @llvm.va_end(ptr %arguments)
  ret i32 %value
}

define void @main() {
  %value = call i32 (i32, ...) @first(i32 1, i32 7)
  %right = icmp eq i32 %value, 7
  br i1 %right, label %end, label %wrong

wrong:
  call void @verif_warn()                         ;~ proved assertion
  br label %end

end:
  ret void
}

declare void @verif_warn()
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
