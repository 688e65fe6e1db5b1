; run: cairn check %s
; exit: 1
; Several addresses at once: each must stay in its object, and is one to load from.

@cells = global [4 x i32] [i32 3, i32 5, i32 7, i32 9]
@places = global [2 x ptr] zeroinitializer

define i32 @main() {
entry:
  %places = getelementptr inbounds i32, ptr @cells, <2 x i64> <i64 1, i64 2>  ;~ proved pointer
  store <2 x ptr> %places, ptr @places
  %second = load ptr, ptr getelementptr inbounds ([2 x ptr], ptr @places, i64 0, i64 1)  ;~ proved pointer
  %value = load i32, ptr %second                  ;~ proved pointer
  %seven = icmp eq i32 %value, 7
  br i1 %seven, label %next, label %wrong

wrong:
  call void @verif_warn()                         ;~ proved assertion
  br label %next

next:
  %n = call i64 @__VERIFIER_nondet_long()
  %some = insertelement <2 x i64> <i64 0, i64 0>, i64 %n, i64 1
  %far = getelementptr i32, <2 x ptr> %places, <2 x i64> %some
  %one = extractelement <2 x ptr> %far, i64 1
  %other = load i32, ptr %one                     ;~ violated pointer
  ret i32 %other
}

declare void @verif_warn()
declare i64 @__VERIFIER_nondet_long()
