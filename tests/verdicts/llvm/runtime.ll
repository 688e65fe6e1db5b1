; run: cairn check %s
; exit: 1
; others: proved 14
; Functions that the runtime libraries of Rust, C++ and D have.

@said = private constant [23 x i8] c"assertion failed: a > b"
@guard = internal global i64 0
@count = internal global i32 0
@table = internal constant [1 x ptr] [ptr @free]

declare i32 @nondet_int()
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking5panic(ptr, i64, ptr) noreturn
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64, i64, ptr) noreturn
declare void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr) noreturn
declare void @_RNvNtCsgEmfK2I1SDS_4core6option13unwrap_failed(ptr) noreturn
declare void @_RNvNtNtCsgEmfK2I1SDS_4core5slice5index16slice_index_fail(i64, i64, i64, ptr) noreturn
declare noalias ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64, i64)
declare ptr @_RNvCsfLfy6EI15iL_7___rustc14___rust_realloc(ptr, i64, i64, i64)
declare void @_RNvCsfLfy6EI15iL_7___rustc14___rust_dealloc(ptr, i64, i64)
declare void @_RNvNtCslNYArtu3iFV_5alloc3fmt6formatX(ptr, ptr)
declare noalias nonnull ptr @_Znwm(i64)
declare void @_ZdlPvm(ptr, i64)
declare i32 @__cxa_guard_acquire(ptr)
declare void @__cxa_guard_release(ptr)
declare void @_ZSt9terminatev() noreturn
declare void @_d_arraybounds(i64, ptr, i32) noreturn
declare void @free(ptr)                                       ;~ violated free
declare ptr @malloc(i64)

define internal void @once() {
  %set = load i8, ptr @guard
  %done = icmp ne i8 %set, 0
  br i1 %done, label %end, label %try
try:
  %first = call i32 @__cxa_guard_acquire(ptr @guard)
  %mine = icmp ne i32 %first, 0
  br i1 %mine, label %make, label %end
make:
  %old = load i32, ptr @count
  %new = add i32 %old, 1
  store i32 %new, ptr @count
  call void @__cxa_guard_release(ptr @guard)
  br label %end
end:
  ret void
}

define i32 @main() {
entry:
  %case = call i32 @nondet_int()
  switch i32 %case, label %fine [
    i32 0, label %panic
    i32 1, label %bounds
    i32 2, label %product
    i32 3, label %none
    i32 4, label %part
    i32 5, label %grow
    i32 6, label %new
    i32 7, label %static
    i32 8, label %end
    i32 9, label %d
    i32 10, label %unknown
    i32 11, label %pointer
  ]
panic:
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking5panic(ptr @said, i64 23, ptr null) ;~ violated assertion
  unreachable
bounds:
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64 3, i64 3, ptr null) ;~ violated index
  unreachable
product:
  call void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr null) ;~ violated overflow
  unreachable
none:
  call void @_RNvNtCsgEmfK2I1SDS_4core6option13unwrap_failed(ptr null) ;~ violated assertion
  unreachable
part:
  call void @_RNvNtNtCsgEmfK2I1SDS_4core5slice5index16slice_index_fail(i64 1, i64 4, i64 3, ptr null) ;~ violated index
  unreachable
grow:
  %cells = call ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 4, i64 4)
  %no = icmp eq ptr %cells, null
  br i1 %no, label %fine, label %more
more:
  store i32 12, ptr %cells
  %moved = call ptr @_RNvCsfLfy6EI15iL_7___rustc14___rust_realloc(ptr %cells, i64 4, i64 4, i64 8)
  %neither = icmp eq ptr %moved, null
  br i1 %neither, label %fine, label %use
use:
  %twelve = load i32, ptr %moved
  %kept = icmp eq i32 %twelve, 12
  br i1 %kept, label %release, label %wrong
release:
  call void @_RNvCsfLfy6EI15iL_7___rustc14___rust_dealloc(ptr %moved, i64 8, i64 4)
  %late = load i32, ptr %moved                                ;~ violated pointer
  ret i32 %late
new:
  %object = call ptr @_Znwm(i64 4)
  store i32 1, ptr %object
  call void @_ZdlPvm(ptr %object, i64 4)
  call void @_ZdlPvm(ptr %object, i64 4)                      ;~ violated free
  ret i32 0
static:
  call void @once()
  call void @once()
  %times = load i32, ptr @count
  %one = icmp eq i32 %times, 1
  br i1 %one, label %fine, label %wrong
end:
  call void @_ZSt9terminatev()                                ;~ violated reachable
  unreachable
d:
  call void @_d_arraybounds(i64 0, ptr null, i32 7)           ;~ violated index
  unreachable
unknown:
  call void @_RNvNtCslNYArtu3iFV_5alloc3fmt6formatX(ptr @guard, ptr @count) ;~ unsupported unsupported
  ret i32 0
pointer:
  ; What frees is known by its address too.
  %block = call ptr @malloc(i64 4)
  %void = icmp eq ptr %block, null
  br i1 %void, label %fine, label %twice
twice:
  %function = load ptr, ptr @table
  call void %function(ptr %block)
  call void %function(ptr %block)
  ret i32 0
wrong:
  unreachable
fine:
  ret i32 0
}
