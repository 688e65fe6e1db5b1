; run: cairn check %s --entry bank::Account::withdraw
; exit: 1
; others: proved 0
; A method of C++ as an entry: `this` is an object of its class, members have their names, and the check says what it
; checks. As clang 14 writes it, after promotion.

%"class.bank::Account" = type { i64, i32 }

define void @_ZN4bank7Account8withdrawEi(%"class.bank::Account"* noundef nonnull align 8 dereferenceable(16) %this, i32 noundef %amount) !dbg !10 {
entry:
  call void @llvm.dbg.value(metadata %"class.bank::Account"* %this, metadata !20, metadata !DIExpression()), !dbg !30
  call void @llvm.dbg.value(metadata i32 %amount, metadata !21, metadata !DIExpression()), !dbg !30
  %place = getelementptr inbounds %"class.bank::Account", %"class.bank::Account"* %this, i32 0, i32 1, !dbg !31
  %old = load i32, i32* %place, align 8, !dbg !31
  %new = sub nsw i32 %old, %amount, !dbg !32
  store i32 %new, i32* %place, align 8, !dbg !32
  %enough = icmp sge i32 %new, 0, !dbg !33
  %some = icmp sgt i32 %amount, 0, !dbg !33
  %fine = and i1 %enough, %some, !dbg !33
  br i1 %fine, label %done, label %warn, !dbg !33

warn:
  call void @verif_warn(), !dbg !33
  br label %done, !dbg !33

done:
  ret void, !dbg !34
}

declare void @verif_warn()
declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: false, emissionKind: FullDebug)
!1 = !DIFile(filename: "account.cpp", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!5 = !DINamespace(name: "bank", scope: null)
!6 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "Account", scope: !5, file: !1, line: 4, size: 128, elements: !7)
!7 = !{!8, !9}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "number", scope: !6, file: !1, line: 5, baseType: !4, size: 64)
!9 = !DIDerivedType(tag: DW_TAG_member, name: "balance", scope: !6, file: !1, line: 6, baseType: !3, size: 32, offset: 64)
!10 = distinct !DISubprogram(name: "withdraw", linkageName: "_ZN4bank7Account8withdrawEi", scope: !6, file: !1, line: 8, type: !11, unit: !0)
!11 = !DISubroutineType(types: !12)
!12 = !{null, !13, !3}
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!20 = !DILocalVariable(name: "this", arg: 1, scope: !10, type: !13, flags: DIFlagArtificial | DIFlagObjectPointer)
!21 = !DILocalVariable(name: "amount", arg: 2, scope: !10, file: !1, line: 8, type: !3)
!30 = !DILocation(line: 8, column: 23, scope: !10)
!31 = !DILocation(line: 9, column: 9, scope: !10)
!32 = !DILocation(line: 9, column: 17, scope: !10)
!33 = !DILocation(line: 10, column: 9, scope: !10)
!34 = !DILocation(line: 11, column: 5, scope: !10)
