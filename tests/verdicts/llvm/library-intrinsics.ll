; run: cairn check %s
; exit: 1
; others: proved 7
; Intrinsics that are functions of C's library, tables of distances, masked addresses, ordered extremes.

@first = private constant [2 x i8] c"a\00"
@second = private constant [2 x i8] c"b\00"
@distances = private constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @first to i64), i64 ptrtoint (ptr @distances to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @second to i64), i64 ptrtoint (ptr @distances to i64)) to i32)]

declare i32 @nondet_int()
declare double @nondet_double()
declare double @llvm.powi.f64.i32(double, i32)
declare double @llvm.sin.f64(double)
declare double @llvm.minimum.f64(double, double)
declare double @llvm.maximumnum.f64(double, double)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare ptr @llvm.load.relative.i64(ptr, i64)
declare void @verif_warn()

define i32 @main() {
entry:
  %word = alloca i64, align 8
  %total = alloca float
  %x = call double @nondet_double()
  %case = call i32 @nondet_int()
  switch i32 %case, label %fine [
    i32 0, label %power
    i32 1, label %sine
    i32 2, label %least
    i32 3, label %greatest
    i32 4, label %mask
    i32 5, label %table
    i32 6, label %atomic
  ]
power:
  %eight = call double @llvm.powi.f64.i32(double 2.0, i32 3)
  %low = fcmp ogt double %eight, 7.99
  br i1 %low, label %near, label %wrong
near:
  %exact = fcmp oeq double %eight, 8.0
  br i1 %exact, label %fine, label %warn
warn:
  call void @verif_warn()                                     ;~ violated assertion
  ret i32 0
sine:
  %sine = call double @llvm.sin.f64(double 1.0)
  %small = fcmp ole double %sine, 1.0
  br i1 %small, label %fine, label %wrong
least:
  %zero = call double @llvm.minimum.f64(double 0.0, double -0.0)
  %sign = bitcast double %zero to i64
  %negative = icmp slt i64 %sign, 0
  br i1 %negative, label %fine, label %wrong
greatest:
  %number = call double @llvm.maximumnum.f64(double 0x7FF8000000000000, double %x)
  %nan = fcmp uno double %x, %x
  %same = fcmp oeq double %number, %x
  %either = or i1 %nan, %same
  br i1 %either, label %fine, label %wrong
mask:
  %inside = getelementptr inbounds i8, ptr %word, i64 5
  %start = call ptr @llvm.ptrmask.p0.i64(ptr %inside, i64 -8)
  store i64 0, ptr %start
  ret i32 0
table:
  %n = call i32 @nondet_int()
  %place = sext i32 %n to i64
  %bytes = shl i64 %place, 2
  %text = call ptr @llvm.load.relative.i64(ptr @distances, i64 %bytes) ;~ violated pointer
  %letter = load i8, ptr %text
  %is_b = icmp eq i8 %letter, 98
  %one = icmp eq i64 %bytes, 4
  %agree = icmp eq i1 %is_b, %one
  br i1 %agree, label %fine, label %wrong
atomic:
  store float 5.0, ptr %total
  %old = atomicrmw fadd ptr %total, float 3.0 seq_cst
  %sum = load float, ptr %total
  %right = fcmp oeq float %sum, 8.0
  br i1 %right, label %fine, label %wrong
wrong:
  unreachable
fine:
  ret i32 0
}
