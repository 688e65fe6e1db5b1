; run: cairn check %s
; exit: 1
; Values of structures have no padding: what a store leaves there is undefined, whatever the value was made of. Copies of
; memory keep it.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

@source = global { i8, i32 } { i8 1, i32 2 }

declare void @verif_warn()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i8 @gap(ptr %structure) {
  %at = getelementptr inbounds i8, ptr %structure, i64 1                ;~ proved pointer
  %byte = load i8, ptr %at                                              ;~ proved pointer
  ret i8 %byte
}

define void @copied() {
  %slot = alloca { i8, i32 }
  call void @llvm.memcpy.p0.p0.i64(ptr %slot, ptr @source, i64 8, i1 false)   ;~ proved pointer
  %byte = call i8 @gap(ptr %slot)
  %zero = icmp eq i8 %byte, 0
  br i1 %zero, label %end, label %bad
bad:
  call void @verif_warn()                  ;~ proved assertion
  ret void
end:
  ret void
}

define void @loaded() {
  %slot = alloca { i8, i32 }
  %value = load { i8, i32 }, ptr @source
  store { i8, i32 } %value, ptr %slot
  %byte = call i8 @gap(ptr %slot)
  %zero = icmp eq i8 %byte, 0
  br i1 %zero, label %end, label %bad
bad:
  call void @verif_warn()                  ;~ violated assertion
  ret void
end:
  ret void
}

define void @built() {
  %slot = alloca { i8, i32 }
  %first = insertvalue { i8, i32 } zeroinitializer, i8 1, 0
  %both = insertvalue { i8, i32 } %first, i32 2, 1
  store { i8, i32 } %both, ptr %slot
  %at = getelementptr inbounds { i8, i32 }, ptr %slot, i32 0, i32 1     ;~ proved pointer
  %two = load i32, ptr %at                                              ;~ proved pointer
  %kept = icmp eq i32 %two, 2
  br i1 %kept, label %fine, label %never
never:
  call void @verif_warn()                  ;~ proved assertion
  ret void
fine:
  %byte = call i8 @gap(ptr %slot)
  %zero = icmp eq i8 %byte, 0
  br i1 %zero, label %end, label %bad
bad:
  call void @verif_warn()                  ;~ violated assertion
  ret void
end:
  ret void
}

define void @several() {
  %slot = alloca [2 x { i8, i32 }]
  store [2 x { i8, i32 }] [{ i8, i32 } { i8 1, i32 2 }, { i8, i32 } { i8 3, i32 4 }], ptr %slot
  %second = getelementptr inbounds [2 x { i8, i32 }], ptr %slot, i64 0, i64 1   ;~ proved pointer
  %byte = call i8 @gap(ptr %second)
  %zero = icmp eq i8 %byte, 0
  br i1 %zero, label %end, label %bad
bad:
  call void @verif_warn()                  ;~ violated assertion
  ret void
end:
  ret void
}

define i32 @main() {
  call void @copied()
  call void @loaded()
  call void @built()
  call void @several()
  ret i32 0
}
