; run: cairn check %s --check uninitialized --entry entry
; exit: 1
; others: proved 2
; Undefined values on their way to a branch, a division and memory, after promotion to registers.

define i32 @entry(i32 %x, i1 %known, i1 %asks) {  ;~ unsupported unsupported
start:
  br i1 %known, label %given, label %open
given:
  br label %join
open:
  br label %join
join:
  %v = phi i32 [ 5, %given ], [ undef, %open ]
  %chosen = select i1 %known, i32 %v, i32 1
  %fine = icmp eq i32 %chosen, 5
  br i1 %fine, label %next, label %next
next:
  %frozen = freeze i32 %v
  %small = icmp ult i32 %frozen, 3
  br i1 %small, label %use, label %use
use:
  br i1 %asks, label %branch, label %divide
branch:
  %sum = add i32 %v, 1
  %positive = icmp sgt i32 %sum, 0
  br i1 %positive, label %end, label %end  ;~ violated uninitialized
divide:
  %sure = or i32 %v, 1
  %ratio = udiv i32 %x, %sure              ;~ violated uninitialized
  ret i32 %ratio
end:
  ret i32 0
}
