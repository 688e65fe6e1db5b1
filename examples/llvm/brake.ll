; ModuleID = 'brake.e55dac0aaab01150-cgu.0'
source_filename = "brake.e55dac0aaab01150-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@alloc_7915ad9f3bb5cd485abe739007bf556e = private unnamed_addr constant [9 x i8] c"brake.rs\00", align 1
@alloc_feda69486a4a4c0ad8bda8efbd009772 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_7915ad9f3bb5cd485abe739007bf556e, [16 x i8] c"\08\00\00\00\00\00\00\00\0C\00\00\00\05\00\00\00" }>, align 8

; Function Attrs: nounwind nonlazybind uwtable
define i32 @braking_distance(i32 %speed, i32 %deceleration) unnamed_addr #0 !dbg !7 {
start:
  %deceleration.dbg.spill = alloca [4 x i8], align 4
  %speed.dbg.spill = alloca [4 x i8], align 4
  store i32 %speed, ptr %speed.dbg.spill, align 4
    #dbg_declare(ptr %speed.dbg.spill, !14, !DIExpression(), !17)
  store i32 %deceleration, ptr %deceleration.dbg.spill, align 4
    #dbg_declare(ptr %deceleration.dbg.spill, !15, !DIExpression(), !18)
  %0 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %speed, i32 %speed), !dbg !19
  %_5.0 = extractvalue { i32, i1 } %0, 0, !dbg !19
  %_5.1 = extractvalue { i32, i1 } %0, 1, !dbg !19
  br i1 %_5.1, label %panic, label %bb1, !dbg !19

bb1:                                              ; preds = %start
  %1 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %_5.0, i32 5), !dbg !19
  %_6.0 = extractvalue { i32, i1 } %1, 0, !dbg !19
  %_6.1 = extractvalue { i32, i1 } %1, 1, !dbg !19
  br i1 %_6.1, label %panic1, label %bb2, !dbg !19

panic:                                            ; preds = %start
; call core::panicking::panic_const::panic_const_mul_overflow
  call void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr align 8 @alloc_feda69486a4a4c0ad8bda8efbd009772) #3, !dbg !19
  unreachable, !dbg !19

bb2:                                              ; preds = %bb1
  %_7 = icmp eq i32 %deceleration, 0, !dbg !19
  br i1 %_7, label %panic2, label %bb3, !dbg !19

panic1:                                           ; preds = %bb1
; call core::panicking::panic_const::panic_const_mul_overflow
  call void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr align 8 @alloc_feda69486a4a4c0ad8bda8efbd009772) #3, !dbg !19
  unreachable, !dbg !19

bb3:                                              ; preds = %bb2
  %_0 = udiv i32 %_6.0, %deceleration, !dbg !19
  ret i32 %_0, !dbg !20

panic2:                                           ; preds = %bb2
; call core::panicking::panic_const::panic_const_div_by_zero
  call void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const23panic_const_div_by_zero(ptr align 8 @alloc_feda69486a4a4c0ad8bda8efbd009772) #3, !dbg !19
  unreachable, !dbg !19
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32) #1

; core::panicking::panic_const::panic_const_mul_overflow
; Function Attrs: cold noinline noreturn nounwind nonlazybind uwtable
declare void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr align 8) unnamed_addr #2

; core::panicking::panic_const::panic_const_div_by_zero
; Function Attrs: cold noinline noreturn nounwind nonlazybind uwtable
declare void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const23panic_const_div_by_zero(ptr align 8) unnamed_addr #2

attributes #0 = { nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { cold noinline noreturn nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #3 = { noinline noreturn nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.dbg.cu = !{!5}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!5 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !6, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!6 = !DIFile(filename: "brake.rs/@/brake.e55dac0aaab01150-cgu.0", directory: ".")
!7 = distinct !DISubprogram(name: "braking_distance", scope: !9, file: !8, line: 11, type: !10, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !5, templateParams: !16, retainedNodes: !13)
!8 = !DIFile(filename: "brake.rs", directory: ".", checksumkind: CSK_MD5, checksum: "c39bf17292251f5e1fb0bafc0465b339")
!9 = !DINamespace(name: "brake", scope: null)
!10 = !DISubroutineType(types: !11)
!11 = !{!12, !12, !12}
!12 = !DIBasicType(name: "u32", size: 32, encoding: DW_ATE_unsigned)
!13 = !{!14, !15}
!14 = !DILocalVariable(name: "speed", arg: 1, scope: !7, file: !8, line: 11, type: !12)
!15 = !DILocalVariable(name: "deceleration", arg: 2, scope: !7, file: !8, line: 11, type: !12)
!16 = !{}
!17 = !DILocation(line: 11, column: 36, scope: !7)
!18 = !DILocation(line: 11, column: 48, scope: !7)
!19 = !DILocation(line: 12, column: 5, scope: !7)
!20 = !DILocation(line: 13, column: 2, scope: !7)
