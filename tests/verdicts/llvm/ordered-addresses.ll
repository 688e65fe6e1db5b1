; run: cairn check %s
; exit: 1
; others: proved 4
; Addresses in different objects have an order, which optimisers ask for: whether two regions overlap. Nobody knows it beforehand.

declare void @verif_warn()

define i32 @main() {
  %a = alloca [4 x i32]
  %b = alloca [4 x i32]
  %a.end = getelementptr inbounds i32, ptr %a, i64 4
  %b.end = getelementptr inbounds i32, ptr %b, i64 4
  %within = icmp ult ptr %a, %a.end
  br i1 %within, label %next, label %never
never:
  call void @verif_warn()
  ret i32 0
next:
  %starts = icmp ult ptr %a, %b.end
  %ends = icmp ult ptr %b, %a.end
  %overlap = and i1 %starts, %ends
  br i1 %overlap, label %impossible, label %apart
impossible:
  call void @verif_warn()
  ret i32 0
apart:
  %before = icmp ult ptr %a, %b
  br i1 %before, label %known, label %end
known:
  call void @verif_warn()                  ;~ violated assertion
  ret i32 0
end:
  ret i32 0
}
