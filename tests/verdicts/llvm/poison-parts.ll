; run: cairn check %s --entry entry --entry constant_element
; exit: 1
; others: proved 10
; Poison goes with the part of a vector or structure that it is in: it matters where that part is read, and nowhere else.

declare void @verif_warn()

; The second element overflows, the first one is read.
define i32 @other(i32 %x) {
  %start = insertelement <2 x i32> poison, i32 1, i32 0
  %both = insertelement <2 x i32> %start, i32 %x, i32 1
  %sum = add nsw <2 x i32> %both, <i32 1, i32 1>
  %first = extractelement <2 x i32> %sum, i32 0
  %two = icmp eq i32 %first, 2
  br i1 %two, label %end, label %never
never:
  call void @verif_warn()
  ret i32 0
end:
  ret i32 0
}

; The element that overflows is read.
define i32 @this(i32 %x) {
  %start = insertelement <2 x i32> poison, i32 1, i32 0
  %both = insertelement <2 x i32> %start, i32 %x, i32 1
  %sum = add nsw <2 x i32> %both, <i32 1, i32 1>
  %turned = shufflevector <2 x i32> %sum, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %last = extractelement <2 x i32> %turned, i32 0
  %two = icmp eq i32 %last, 2
  br i1 %two, label %end, label %end       ;~ violated overflow
end:
  ret i32 0
}

; Elements that a selection leaves out do no harm.
define i32 @selected(i32 %x, i32 %y) {
  %a = insertelement <2 x i32> poison, i32 %x, i32 0
  %both = insertelement <2 x i32> %a, i32 %y, i32 1
  %small = icmp slt <2 x i32> %both, <i32 100, i32 100>
  %sum = add nsw <2 x i32> %both, <i32 1, i32 1>
  %chosen = select <2 x i1> %small, <2 x i32> %sum, <2 x i32> %both
  %first = extractelement <2 x i32> %chosen, i32 0
  %large = icmp sgt i32 %first, 100
  br i1 %large, label %more, label %end
more:
  %same = icmp eq i32 %first, %x
  br i1 %same, label %end, label %never
never:
  call void @verif_warn()
  ret i32 0
end:
  ret i32 0
}

; A component that overflowed, and one that did not.
define i32 @components(i32 %x, i1 %both) {
  %next = add nsw i32 %x, 1
  %a = insertvalue { i32, i32 } poison, i32 %next, 0
  %b = insertvalue { i32, i32 } %a, i32 7, 1
  %seven = extractvalue { i32, i32 } %b, 1
  %is = icmp eq i32 %seven, 7
  br i1 %is, label %fine, label %never
never:
  call void @verif_warn()
  ret i32 0
fine:
  br i1 %both, label %read, label %end
read:
  %number = extractvalue { i32, i32 } %b, 0
  %positive = icmp sgt i32 %number, 0
  br i1 %positive, label %end, label %end  ;~ violated overflow
end:
  ret i32 0
}

; Through a loop, and frozen.
define i32 @frozen(i32 %x) {
entry:
  %sum = add nsw i32 %x, 1
  %v = insertelement <2 x i32> <i32 5, i32 5>, i32 %sum, i32 1
  br label %loop
loop:
  %w = phi <2 x i32> [ %v, %entry ], [ %u, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %u = shufflevector <2 x i32> %w, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %j = add i32 %i, 1
  %go = icmp ult i32 %j, 4
  br i1 %go, label %loop, label %out
out:
  %f = freeze <2 x i32> %u
  %first = extractelement <2 x i32> %f, i32 0
  %five = icmp eq i32 %first, 5
  br i1 %five, label %next, label %never
never:
  call void @verif_warn()
  ret i32 0
next:
  %second = extractelement <2 x i32> %f, i32 1
  %less = icmp slt i32 %second, %x
  br i1 %less, label %bad, label %end
bad:
  %overflows = icmp eq i32 %x, 2147483647
  br i1 %overflows, label %end, label %impossible
impossible:
  call void @verif_warn()
  ret i32 0
end:
  ret i32 0
}

define i32 @entry(i32 %x, i32 %y, i1 %both) {
  %1 = call i32 @other(i32 %x)
  %2 = call i32 @selected(i32 %x, i32 %y)
  %3 = call i32 @frozen(i32 %x)
  %4 = call i32 @components(i32 %x, i1 %both)
  %5 = call i32 @this(i32 %x)
  ret i32 0
}

; The element that is poison is read, if the index says so.
define i32 @constant_element(i32 %i) {
  %one = and i32 %i, 1
  %element = extractelement <2 x i32> <i32 14, i32 poison>, i32 %one
  ret i32 %element                         ;~ violated overflow
}
