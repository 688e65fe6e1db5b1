; run: cairn check %s
; exit: 1
; others: proved 8
; A vector of three numbers has room for four in memory; what describes a class of C++ leads out of the module.

@values = global <3 x float> <float 1.0, float 2.0, float 3.0>
@_ZTI1A = constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr null }
@_ZTV1A = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @_ZTI1A, ptr @one] }
@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr]

declare void @verif_warn()

define internal i32 @one() {
  ret i32 1
}

define i32 @main() {
  %kept = alloca <3 x float>, align 16
  %four = load <4 x float>, ptr @values
  store <4 x float> %four, ptr %kept
  %three = load <3 x float>, ptr %kept
  %wide = shufflevector <3 x float> %three, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  store <4 x float> %wide, ptr %kept                          ;~ proved overflow
  %second = getelementptr inbounds float, ptr %kept, i64 1
  %two = load float, ptr %second
  %right = fcmp oeq float %two, 2.0
  br i1 %right, label %next, label %wrong
next:
  %entry = getelementptr inbounds { [3 x ptr] }, ptr @_ZTV1A, i64 0, i32 0, i64 2
  %function = load ptr, ptr %entry
  %one = call i32 %function()
  %is_one = icmp eq i32 %one, 1
  br i1 %is_one, label %last, label %wrong
last:
  %behind = getelementptr inbounds float, ptr %kept, i64 4
  store float 0.0, ptr %behind                                ;~ violated pointer
  ret i32 0
wrong:
  call void @verif_warn()
  ret i32 0
}
