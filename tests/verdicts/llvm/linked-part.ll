; part-of: linked.ll

@shared = external global i32
@counted = global i32 0
@counter = alias i32, ptr @counted
@renamed = alias i32 (), ptr @real
@overruled = weak alias i32 (), ptr @real

define void @set() {
  store i32 5, ptr @shared
  ret void
}

define internal i32 @real() {
  %old = load i32, ptr @counted
  %new = add i32 %old, 1
  store i32 %new, ptr @counted
  ret i32 7
}
