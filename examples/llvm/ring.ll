; ModuleID = 'ring.d'
source_filename = "ring.d"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@samples = global [8 x i32] zeroinitializer, align 4, !dbg !0 ; [#uses = 1]
@next = global i32 0, align 4, !dbg !8            ; [#uses = 5]
@.str = private unnamed_addr constant [26 x i8] c"array index out of bounds\00" ; [#uses = 1]
@.str.1 = private unnamed_addr constant [7 x i8] c"ring.d\00" ; [#uses = 1]
@.str.2 = private unnamed_addr constant [11 x i8] c"next == 4u\00" ; [#uses = 1]

; [#uses = 2] [display name = push]
; Function Attrs: uwtable
define void @push(i32 %sample_arg) #0 !dbg !19 {
  %sample = alloca i32, align 4                   ; [#uses = 2, size/byte = 4]
  store i32 %sample_arg, i32* %sample, align 4, !dbg !24 ; [debug line = ring.d:11:6]
  call void @llvm.dbg.declare(metadata i32* %sample, metadata !23, metadata !DIExpression()), !dbg !24 ; [debug line = ring.d:11:6] [debug variable = sample]
  %1 = load i32, i32* @next, align 4, !dbg !25    ; [#uses = 1] [debug line = ring.d:13:5]
  %2 = zext i32 %1 to i64                         ; [#uses = 2]
  %bounds.cmp = icmp ult i64 %2, 8, !dbg !25      ; [#uses = 1] [debug line = ring.d:13:5]
  br i1 %bounds.cmp, label %bounds.ok, label %bounds.fail, !dbg !25 ; [debug line = ring.d:13:5]

bounds.ok:                                        ; preds = %0
  %3 = getelementptr inbounds [8 x i32], [8 x i32]* @samples, i32 0, i64 %2 ; [#uses = 1, type = i32*]
  %4 = load i32, i32* %sample, align 4, !dbg !25  ; [#uses = 1] [debug line = ring.d:13:5]
  store i32 %4, i32* %3, align 4, !dbg !25        ; [debug line = ring.d:13:5]
  %5 = load i32, i32* @next, align 4, !dbg !26    ; [#uses = 1] [debug line = ring.d:14:5]
  %6 = add i32 %5, 1, !dbg !26                    ; [#uses = 1] [debug line = ring.d:14:5]
  %7 = urem i32 %6, 8, !dbg !26                   ; [#uses = 1] [debug line = ring.d:14:5]
  store i32 %7, i32* @next, align 4, !dbg !26     ; [debug line = ring.d:14:5]
  ret void, !dbg !27                              ; [debug line = ring.d:15:1]

bounds.fail:                                      ; preds = %0
  call void @__assert(i8* getelementptr inbounds ([26 x i8], [26 x i8]* @.str, i32 0, i32 0), i8* getelementptr inbounds ([7 x i8], [7 x i8]* @.str.1, i32 0, i32 0), i32 13) #2, !dbg !25 ; [debug line = ring.d:13:5]
  unreachable, !dbg !25                           ; [debug line = ring.d:13:5]
}

; [#uses = 2]
; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; [#uses = 2]
; Function Attrs: cold noreturn nounwind uwtable
declare void @__assert(i8*, i8*, i32) #2

; [#uses = 1]
declare i32 @nondet_int() #3

; [#uses = 1]
declare i32 @nondet_uint() #3

; [#uses = 0] [display name = main]
; Function Attrs: uwtable
define i32 @main() #0 !dbg !28 {
  %i = alloca i32, align 4                        ; [#uses = 4, size/byte = 4]
  call void @llvm.dbg.declare(metadata i32* %i, metadata !32, metadata !DIExpression()), !dbg !34 ; [debug line = ring.d:22:15] [debug variable = i]
  store i32 0, i32* %i, align 4, !dbg !35         ; [debug line = ring.d:22:10]
  br label %forcond

forcond:                                          ; preds = %forinc, %0
  %1 = load i32, i32* %i, align 4, !dbg !36       ; [#uses = 1] [debug line = ring.d:22:5]
  %2 = icmp ult i32 %1, 20, !dbg !36              ; [#uses = 1] [debug line = ring.d:22:5]
  br i1 %2, label %forbody, label %endfor

forbody:                                          ; preds = %forcond
  %3 = call i32 @nondet_int() #3, !dbg !38        ; [#uses = 1] [debug line = ring.d:23:9]
  call void @push(i32 %3) #0, !dbg !38            ; [debug line = ring.d:23:9] [display name = push]
  br label %forinc

forinc:                                           ; preds = %forbody
  %4 = load i32, i32* %i, align 4, !dbg !38       ; [#uses = 1] [debug line = ring.d:23:9]
  %5 = add i32 %4, 1                              ; [#uses = 1]
  store i32 %5, i32* %i, align 4, !dbg !38        ; [debug line = ring.d:23:9]
  br label %forcond

endfor:                                           ; preds = %forcond
  %6 = load i32, i32* @next, align 4, !dbg !39    ; [#uses = 1] [debug line = ring.d:24:5]
  %7 = icmp eq i32 %6, 4, !dbg !39                ; [#uses = 1] [debug line = ring.d:24:5]
  br i1 %7, label %assertPassed, label %assertFailed

assertPassed:                                     ; preds = %endfor
  %8 = call i32 @nondet_uint() #3, !dbg !40       ; [#uses = 1] [debug line = ring.d:25:5]
  %9 = urem i32 %8, 9, !dbg !40                   ; [#uses = 1] [debug line = ring.d:25:5]
  store i32 %9, i32* @next, align 4, !dbg !40     ; [debug line = ring.d:25:5]
  call void @push(i32 0) #0, !dbg !41             ; [debug line = ring.d:26:5] [display name = push]
  ret i32 0, !dbg !42                             ; [debug line = ring.d:27:5]

assertFailed:                                     ; preds = %endfor
  call void @__assert(i8* getelementptr inbounds ([11 x i8], [11 x i8]* @.str.2, i32 0, i32 0), i8* getelementptr inbounds ([7 x i8], [7 x i8]* @.str.1, i32 0, i32 0), i32 24) #2, !dbg !39 ; [debug line = ring.d:24:5]
  unreachable, !dbg !39                           ; [debug line = ring.d:24:5]
}

attributes #0 = { uwtable "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cx16" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { cold noreturn nounwind uwtable }
attributes #3 = { "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cx16" }

!llvm.module.flags = !{!11}
!llvm.dbg.cu = !{!12}
!llvm.ident = !{!18}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "samples", linkageName: "samples", scope: !2, file: !3, line: 8, type: !4, isLocal: false, isDefinition: true)
!2 = !DIModule(scope: !3, name: "ring")
!3 = !DIFile(filename: "ring.d", directory: ".")
!4 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 256, align: 32, elements: !6)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{!7}
!7 = !DISubrange(count: 8)
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(name: "next", linkageName: "next", scope: !2, file: !3, line: 9, type: !10, isLocal: false, isDefinition: true)
!10 = !DIBasicType(name: "uint", size: 32, encoding: DW_ATE_unsigned)
!11 = !{i32 2, !"Debug Info Version", i32 3}
!12 = distinct !DICompileUnit(language: DW_LANG_D, file: !3, isOptimized: false, runtimeVersion: 1, emissionKind: FullDebug, globals: !13, imports: !14)
!13 = !{!0, !8}
!14 = !{!15}
!15 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !2, entity: !16, file: !3)
!16 = !DIModule(scope: !17, name: "object")
!17 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/object.d", directory: ".")
!18 = !{!"ldc version 1.30.0"}
!19 = distinct !DISubprogram(name: "push", linkageName: "push", scope: !2, file: !3, line: 11, type: !20, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !12, retainedNodes: !22)
!20 = !DISubroutineType(types: !21)
!21 = !{null}
!22 = !{!23}
!23 = !DILocalVariable(name: "sample", arg: 1, scope: !19, file: !3, line: 11, type: !5)
!24 = !DILocation(line: 11, column: 6, scope: !19)
!25 = !DILocation(line: 13, column: 5, scope: !19)
!26 = !DILocation(line: 14, column: 5, scope: !19)
!27 = !DILocation(line: 15, column: 1, scope: !19)
!28 = distinct !DISubprogram(name: "main", linkageName: "main", scope: !2, file: !3, line: 20, type: !29, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !12, retainedNodes: !31)
!29 = !DISubroutineType(types: !30)
!30 = !{!5}
!31 = !{!32}
!32 = !DILocalVariable(name: "i", scope: !33, file: !3, line: 22, type: !10)
!33 = distinct !DILexicalBlock(scope: !28, file: !3, line: 22, column: 5)
!34 = !DILocation(line: 22, column: 15, scope: !33)
!35 = !DILocation(line: 22, column: 10, scope: !33)
!36 = !DILocation(line: 22, column: 5, scope: !37)
!37 = distinct !DILexicalBlock(scope: !33, file: !3, line: 22, column: 5)
!38 = !DILocation(line: 23, column: 9, scope: !37)
!39 = !DILocation(line: 24, column: 5, scope: !28)
!40 = !DILocation(line: 25, column: 5, scope: !28)
!41 = !DILocation(line: 26, column: 5, scope: !28)
!42 = !DILocation(line: 27, column: 5, scope: !28)
