; run: cairn check %s linked-part.ll
; exit: 1
; others: proved 0
; Modules see each other's aliases, and a variable that several of them only declare is one variable. A symbol that may
; be defined nowhere may be null, and contents that somebody else provides are any.

@shared = external global i32
@counter = external global i32
@table = external global [3 x i32]
@late = externally_initialized global i32 0
@perhaps = extern_weak global i32

declare void @set()
declare i32 @renamed()
declare i32 @overruled()
declare i32 @nondet_int()
declare void @verif_warn()

define i32 @main() {
  call void @set()
  %value = load i32, ptr @shared
  %same = icmp eq i32 %value, 5
  br i1 %same, label %next, label %wrong
next:
  %result = call i32 @renamed()
  %count = load i32, ptr @counter
  %sum = add i32 %result, %count
  %right = icmp eq i32 %sum, 8
  br i1 %right, label %weak, label %wrong
weak:
  %strong = call i32 @overruled()
  %two = icmp eq i32 %strong, 2
  br i1 %two, label %choose, label %wrong
wrong:
  call void @verif_warn()                        ;~ proved assertion
  ret i32 1
choose:
  %case = call i32 @nondet_int()
  switch i32 %case, label %end [
    i32 0, label %provided
    i32 1, label %missing
  ]
provided:
  %content = load i32, ptr @late
  %zero = icmp eq i32 %content, 0
  br i1 %zero, label %end, label %other
other:
  call void @verif_warn()                        ;~ violated assertion
  ret i32 1
missing:
  %there = icmp ne ptr @perhaps, null            ;~ unsupported unsupported
  br i1 %there, label %end, label %end
end:
  ret i32 0
}

define i32 @overruled() {
  ret i32 2
}
