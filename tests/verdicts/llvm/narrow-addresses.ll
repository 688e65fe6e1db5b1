; run: cairn check %s
; exit: 1
; others: proved 3
; On a machine of 32 bits an index is one of 32 bits. Pointers of another size, and what becomes of an address in another address
; space, are not followed.

target datalayout = "e-p:32:32-p1:16:16-p3:32:32-i64:32-n8:16:32-S32"

declare i32 @nondet_int()
declare void @verif_warn()

@near = addrspace(1) global i16 0

define i32 @main() {
  %bytes = alloca [4 x i8]
  %x = call i32 @nondet_int()
  %long = zext i32 %x to i64
  %wide = or i64 %long, 4294967296
  %negative = icmp eq i32 %x, -1
  br i1 %negative, label %back, label %other
back:
  %end = getelementptr i8, ptr %bytes, i64 4294967300
  %last = getelementptr i8, ptr %end, i64 %wide
  store i8 7, ptr %last
  %third = getelementptr i8, ptr %bytes, i32 3
  %read = load i8, ptr %third
  %same = icmp eq i8 %read, 7
  br i1 %same, label %other, label %wrong
wrong:
  call void @verif_warn()
  ret i32 0
other:
  switch i32 %x, label %leave [
    i32 0, label %small
    i32 1, label %far
  ]
small:
  store i16 1, ptr addrspace(1) @near
  %kept = alloca ptr addrspace(1)                 ;~ unsupported unsupported
  ret i32 0
far:
  %cast = addrspacecast ptr %bytes to ptr addrspace(3)   ;~ unsupported unsupported
  ret i32 0
leave:
  %beyond = getelementptr i8, ptr %bytes, i32 4
  store i8 1, ptr %beyond                         ;~ violated pointer
  ret i32 0
}
