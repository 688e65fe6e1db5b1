; run: cairn check %s
; exit: 1
; Switch, return and call: 1 gives 0, 2 gives 1, everything else 42.

define void @main() {
  %z = call i32 @__VERIFIER_nondet_int()
  %a = call i32 @choose(i32 %z)
  switch i32 %a, label %wrong [
    i32 0, label %one
    i32 1, label %two
    i32 42, label %rest
  ]

one:
  %is_one = icmp eq i32 %z, 1
  br i1 %is_one, label %end, label %wrong

two:
  %is_two = icmp eq i32 %z, 2
  br i1 %is_two, label %end, label %wrong

rest:
  %is_seven = icmp eq i32 %z, 7
  br i1 %is_seven, label %bad, label %end

wrong:
  call void @verif_warn()          ;~ proved assertion
  ret void

bad:
  call void @verif_warn()          ;~ violated assertion
  ret void

end:
  ret void
}

define i32 @choose(i32 %z) {
  switch i32 %z, label %bb2 [
    i32 1, label %bb
    i32 2, label %bb1
  ]

bb:
  br label %bb3

bb1:
  br label %bb3

bb2:
  br label %bb3

bb3:
  %a = phi i32 [ 42, %bb2 ], [ 1, %bb1 ], [ 0, %bb ]
  ret i32 %a
}

declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
