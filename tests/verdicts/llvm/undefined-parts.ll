; run: cairn check %s
; exit: 1
; Parts of constants that are undefined have any value, those of initial values too; so have bits of memory beyond a type of
; an odd width.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

@united = global [2 x { i8, [3 x i8] }] [{ i8, [3 x i8] } { i8 1, [3 x i8] undef }, { i8, [3 x i8] } { i8 1, [3 x i8] zeroinitializer }]

declare void @verif_warn()

define void @initial() {
  %second = getelementptr inbounds [2 x { i8, [3 x i8] }], ptr @united, i64 0, i64 1   ;~ proved pointer
  %whole = load i32, ptr %second                                        ;~ proved index
  %one = icmp eq i32 %whole, 1
  br i1 %one, label %next, label %never
never:
  call void @verif_warn()                  ;~ proved assertion
  ret void
next:
  %open = load i32, ptr @united
  %least = and i32 %open, 255
  %first = icmp eq i32 %least, 1
  br i1 %first, label %fine, label %impossible
impossible:
  call void @verif_warn()                  ;~ proved assertion
  ret void
fine:
  %same = icmp eq i32 %open, 1
  br i1 %same, label %end, label %bad
bad:
  call void @verif_warn()                  ;~ violated assertion
  ret void
end:
  ret void
}

define void @lanes() {
  %sum = add <2 x i32> <i32 1, i32 undef>, <i32 1, i32 1>
  %first = extractelement <2 x i32> %sum, i32 0
  %two = icmp eq i32 %first, 2
  br i1 %two, label %next, label %never
never:
  call void @verif_warn()                  ;~ proved assertion
  ret void
next:
  %second = extractelement <2 x i32> %sum, i32 1
  %one = icmp eq i32 %second, 1
  br i1 %one, label %end, label %bad
bad:
  call void @verif_warn()                  ;~ violated assertion
  ret void
end:
  ret void
}

define void @odd(i8 %byte) {
  %slot = alloca i8
  store i8 %byte, ptr %slot
  %bit = load i1, ptr %slot
  br i1 %bit, label %set, label %end
set:
  %any = icmp ugt i8 %byte, 0
  br i1 %any, label %end, label %bad
bad:
  call void @verif_warn()                  ;~ proved assertion
  ret void
end:
  %large = icmp ugt i8 %byte, 1
  br i1 %large, label %more, label %done
more:
  br i1 %bit, label %done, label %perhaps
perhaps:
  call void @verif_warn()                  ;~ violated assertion
  ret void
done:
  ret void
}

define i32 @main(i32 %number) {
  call void @initial()
  call void @lanes()
  %byte = trunc i32 %number to i8
  call void @odd(i8 %byte)
  ret i32 0
}
