//! Modules in old and new syntax, mistakes, and broken texts.

use super::read;
use crate::syntax::module::{InstructionKind, Value};

const OLD: &str = r#"
%struct.P = type { i32, i8, double, %union.anon }
%union.anon = type { i32 }
@table = dso_local global [2 x i32] [i32 1, i32 -2], align 16, !dbg !0
@fp = external global i32 (i32)*
@tp = global [2 x i32]* @table
@.str = private unnamed_addr constant [4 x i8] c"a\5Cb\00", align 1

define dso_local i32 @f(i32 noundef %0, %struct.P* nocapture byval(%struct.P) align 8 %p, ...) #0 !dbg !38 {
  %2 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !40, metadata !DIExpression()), !dbg !41
  %3 = load i32, i32* %2, align 4, !dbg !42
  %4 = mul nsw i32 %3, 7, !dbg !44
  %5 = call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str, i64 0, i64 0), i32 %4)
  switch i32 %4, label %6 [
    i32 1, label %7
    i32 25, label %6
  ], !dbg !107

6:                                                ; preds = %1
  br label %7

7:
  %8 = phi i32 [ %4, %1 ], [ 0, %6 ]
  ret i32 %8
}

declare i32 @printf(i8* noundef, ...) #1
declare void @llvm.dbg.declare(metadata, metadata, metadata)
attributes #0 = { noinline "frame-pointer"="all" }
!llvm.dbg.cu = !{!2, !3}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
"#;

const NEW: &str = r#"
define i32 @g(ptr noundef %p, i32 %n) local_unnamed_addr #0 !dbg !4 {
entry:
    #dbg_value(i32 %n, !14, !DIExpression(), !20)
  %q = getelementptr inbounds nuw [4 x i32], ptr %p, i64 0, i64 2
  %v = load atomic i32, ptr %q seq_cst, align 4
  %w = or disjoint i32 %v, 1
  %c = icmp samesign ult i32 %w, 9
  %s = select i1 %c, <4 x i32> splat (i32 1), <4 x i32> zeroinitializer
  %e = extractelement <4 x i32> %s, i64 0
  %r = tail call noundef i32 @llvm.smax.i32(i32 %e, i32 range(i32 0, 5) %n), !range !9
  invoke void @h() to label %done unwind label %bad

done:
  ret i32 %r

bad:
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}
declare void @h()
declare i32 @llvm.smax.i32(i32, i32)
"#;

#[test]
fn typed_and_opaque_pointers_are_read() {
    let (old, mistakes) = read(OLD);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    assert_eq!(old.instruction_count(), 10);
    assert_eq!(old.functions[0].blocks.len(), 3);
    assert_eq!(old.functions[0].blocks[0].label, "1", "one parameter has a number, so the first block is %1");
    assert!(old.functions[0].parameters[1].byval.is_some());
    assert_eq!(old.named_metadata["llvm.dbg.cu"], [2, 3]);
    let (new, mistakes) = read(NEW);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    assert_eq!(new.instruction_count(), 11, "debug records are no instructions");
}

#[test]
fn operands_keep_their_values() {
    let (module, _) = read(OLD);
    let call = &module.functions[0].blocks[0].instructions[5].kind;
    let InstructionKind::Call(call) = call else { panic!("{call:?}") };
    assert_eq!(call.callee, Value::Global("printf"));
    assert!(matches!(call.arguments[0].operand.value, Value::Expression(_)));
    assert!(matches!(&module.globals[3].initial, Some(Value::Text("a\\5Cb\\00"))));
}

#[test]
fn several_mistakes_are_reported() {
    let text = "@x = global i32 5 5\ndefine void @f() {\n  frobnicate i32 1\n}\n@y = global q32 1\n";
    let (_, mistakes) = read(text);
    assert_eq!(mistakes.len(), 3, "{mistakes:?}");
    assert!(mistakes[1].message.contains("frobnicate"));
}

#[test]
fn broken_texts_are_mistakes_and_no_panics() {
    let mut rng = fastrand::Rng::with_seed(7);
    for text in [OLD, NEW] {
        for cut in 0..text.len() {
            if text.is_char_boundary(cut) {
                let _ = read(&text[..cut]);
            }
        }
        for _ in 0..2_000 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(..bytes.len());
                match rng.u8(..3) {
                    0 => bytes[at] = b"(){}[]<>%@!#\",;:=x0 \n"[rng.usize(..21)],
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, b"(){}[]<>%@!#\",;:=x0 \n"[rng.usize(..21)]),
                }
            }
            let _ = read(&String::from_utf8_lossy(&bytes));
        }
    }
    let deep = format!("@x = global {}i32{} zeroinitializer\n", "[1 x ".repeat(100_000), "]".repeat(100_000));
    assert_eq!(read(&deep).1.len(), 1);
}
