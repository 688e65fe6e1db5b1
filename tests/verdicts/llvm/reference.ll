; run: cairn check %s --entry meter::slip
; exit: 1
; others: proved 3
; A reference of Rust as a parameter of an entry: it is not null, and leads to an object of its type. As rustc 1.90 writes
; it without optimisation.

define i16 @_ZN5meter4slip17h0123456789abcdefE(ptr align 2 %m, i16 %speed) !dbg !10 {
start:
  call void @llvm.dbg.value(metadata ptr %m, metadata !20, metadata !DIExpression()), !dbg !30
  call void @llvm.dbg.value(metadata i16 %speed, metadata !21, metadata !DIExpression()), !dbg !30
  %at = getelementptr inbounds i8, ptr %m, i64 8, !dbg !31
  %pressure = load i16, ptr %at, align 2, !dbg !31
  %none = icmp eq i16 %pressure, 0, !dbg !32
  br i1 %none, label %panic, label %fine, !dbg !32

fine:
  %slip = udiv i16 %speed, %pressure, !dbg !32
  ret i16 %slip, !dbg !33

panic:
  call void @_ZN4core9panicking11panic_const23panic_const_div_by_zero17h0123456789abcdefE(), !dbg !32
  unreachable, !dbg !32
}

declare void @_ZN4core9panicking11panic_const23panic_const_div_by_zero17h0123456789abcdefE()
declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, isOptimized: false, emissionKind: FullDebug)
!1 = !DIFile(filename: "meter.rs", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "i16", size: 16, encoding: DW_ATE_signed)
!4 = !DIBasicType(name: "u16", size: 16, encoding: DW_ATE_unsigned)
!5 = !DINamespace(name: "meter", scope: null)
!6 = !DICompositeType(tag: DW_TAG_structure_type, name: "Meter", scope: !5, file: !1, size: 80, align: 16, elements: !7)
!7 = !{!8, !9}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "wheels", scope: !6, file: !1, baseType: !14, size: 64, align: 16)
!9 = !DIDerivedType(tag: DW_TAG_member, name: "pressure", scope: !6, file: !1, baseType: !4, size: 16, align: 16, offset: 64)
!10 = distinct !DISubprogram(name: "slip", scope: !5, file: !1, line: 4, type: !11, unit: !0)
!11 = !DISubroutineType(types: !12)
!12 = !{!4, !13, !4}
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&meter::Meter", baseType: !6, size: 64, align: 64)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !3, size: 64, align: 16, elements: !15)
!15 = !{!16}
!16 = !DISubrange(count: 4, lowerBound: 0)
!20 = !DILocalVariable(name: "m", arg: 1, scope: !10, file: !1, line: 4, type: !13)
!21 = !DILocalVariable(name: "speed", arg: 2, scope: !10, file: !1, line: 4, type: !4)
!30 = !DILocation(line: 4, column: 13, scope: !10)
!31 = !DILocation(line: 5, column: 13, scope: !10)
!32 = !DILocation(line: 5, column: 5, scope: !10)
!33 = !DILocation(line: 6, column: 2, scope: !10)
