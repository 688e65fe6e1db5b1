; What an optimiser made of a variable without a value cannot be seen any more: not verified. (Here it took 3 for it.)
; run: cairn check %s --check uninitialized
; exit: 2
; others: proved 0
declare i32 @nondet_int()

define i32 @main() { ;~ unsupported
  %1 = call i32 @nondet_int()
  %2 = add i32 %1, -1
  %3 = icmp ult i32 %2, 2
  %4 = select i1 %3, i32 3, i32 %1
  ret i32 %4
}
