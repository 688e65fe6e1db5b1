; run: cairn export --to smt2 --encoding blocks --smt1 --integers bits %s
; The example of Henry, "Analyse de programmes par SMT-solving", section 4.1, after promotion: assume(x < 10 && y < 50); z = x + y; check(z < 60);
; z = z > 30 ? z - 30 : z + 5; check(z <= 30).

define i32 @exemple(i32 %x, i32 %y) {
entry:
  %large = icmp sgt i32 %x, 9
  %larger = icmp sgt i32 %y, 49
  %out = or i1 %large, %larger
  br i1 %out, label %bb3, label %bb4

bb3:
  call void @verif_stop()
  br label %bb4

bb4:
  %z = add nsw i32 %x, %y
  %above = icmp sgt i32 %z, 59
  br i1 %above, label %bb5, label %bb6

bb5:
  call void @verif_warn()
  br label %bb6

bb6:
  %great = icmp sgt i32 %z, 30
  %less = sub nsw i32 %z, 30
  %more = add nsw i32 %z, 5
  %end = select i1 %great, i32 %less, i32 %more
  %bad = icmp sgt i32 %end, 30
  br i1 %bad, label %bb10, label %return

bb10:
  call void @verif_warn()
  br label %return

return:
  ret i32 %end
}

declare void @verif_stop()
declare void @verif_warn()
