; run: cairn check %s
; exit: 1

define i32 @main() {
  %quotient = sdiv i32 1, 0 ;~ violated division-by-zero, proved overflow
  ret i32 %quotient
}
