; run: cairn check %s
; The addresses of two elements at once.

@cells = global [4 x i32] zeroinitializer

define i32 @main() {
  %places = getelementptr i32, ptr @cells, <2 x i64> <i64 1, i64 2>
  %second = extractelement <2 x ptr> %places, i64 1
  %value = load i32, ptr %second                  ;~ proved pointer
  ret i32 %value
}
