; run: cairn check %s
; exit: 1
; What a compiler makes of `1 / 0` is poison: it must not reach memory, a branch or a division.

define void @checked(i32 %x) {
  %slot = alloca i32
  %zero = icmp eq i32 %x, 0
  br i1 %zero, label %bad, label %good

bad:
  store i32 poison, i32* %slot             ;~ violated reachable
  ret void

good:
  %frozen = freeze i32 poison
  %any = icmp eq i32 %frozen, 3
  br i1 %any, label %three, label %end

three:
  %positive = icmp ugt i32 %x, 0
  br i1 %positive, label %end, label %never

never:
  unreachable                              ;~ proved reachable

end:
  ret void
}
