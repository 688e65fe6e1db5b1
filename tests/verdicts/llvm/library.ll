; run: cairn check %s
; exit: 1
; others: proved 26
; Functions of the C library that a module uses and does not define, one that calls back, and one whose result is a
; structure that travels as an integer.

@text = private constant [6 x i8] c"stone\00"
@numbers = global [3 x i32] [i32 3, i32 1, i32 2]

define i32 @ascending(ptr %left, ptr %right) {
  %a = load i32, ptr %left
  %b = load i32, ptr %right
  %less = icmp slt i32 %a, %b
  %more = icmp sgt i32 %a, %b
  %one = zext i1 %more to i32
  %result = select i1 %less, i32 -1, i32 %one
  ret i32 %result
}

define void @check(i1 %holds) {
  br i1 %holds, label %end, label %wrong

wrong:
  call void @verif_warn()                         ;~ violated assertion
  br label %end

end:
  ret void
}

define i32 @main() {
  %length = call i64 @strlen(ptr @text)
  %five = icmp eq i64 %length, 5
  call void @check(i1 %five)
  call void @qsort(ptr @numbers, i64 3, i64 4, ptr @ascending)
  %smallest = load i32, ptr @numbers
  %sorted = icmp eq i32 %smallest, 1
  call void @check(i1 %sorted)
  %parts = call i64 @div(i32 -7, i32 2)
  %quotient = trunc i64 %parts to i32
  %three = icmp eq i32 %quotient, -3
  call void @check(i1 %three)
  %distance = call i32 @abs(i32 -4)
  %wrong = icmp eq i32 %distance, 5
  call void @check(i1 %wrong)
  ret i32 0
}

declare i64 @strlen(ptr)
declare void @qsort(ptr, i64, i64, ptr)
declare i64 @div(i32, i32)
declare i32 @abs(i32)
declare void @verif_warn()
