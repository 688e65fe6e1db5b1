; run: cairn check %s
; exit: 1
; A function without body may write through its pointer argument.

define void @main() {
  %place = alloca i32
  store i32 1, ptr %place
  call void @unknown(ptr %place)                  ;~ warning L0004
  %value = load i32, ptr %place
  %same = icmp eq i32 %value, 1
  br i1 %same, label %end, label %changed

changed:
  call void @verif_warn()                         ;~ violated assertion
  br label %end

end:
  ret void
}

declare void @unknown(ptr)
declare void @verif_warn()
