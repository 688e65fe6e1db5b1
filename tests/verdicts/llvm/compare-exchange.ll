; run: cairn check %s
; exit: 1
; A pointer is exchanged where it is the expected one; a variable of unknown size cannot be used.

@first = global i32 1
@second = global i32 2
@elsewhere = external global [0 x i32]

define i32 @main() {
entry:
  %place = alloca i32*
  store i32* @first, i32** %place
  %pair = cmpxchg i32** %place, i32* @first, i32* @second seq_cst seq_cst
  %old = extractvalue { i32*, i1 } %pair, 0
  %changed = extractvalue { i32*, i1 } %pair, 1
  %one = load i32, i32* %old             ;~ proved pointer
  %now = load i32*, i32** %place
  %two = load i32, i32* %now             ;~ proved pointer
  %sum = add i32 %one, %two
  %good = icmp eq i32 %sum, 3
  %both = and i1 %good, %changed
  br i1 %both, label %right, label %wrong
wrong:
  call void @verif_warn()                ;~ proved assertion
  ret i32 1
right:
  %again = cmpxchg i32** %place, i32* @first, i32* null seq_cst seq_cst
  %same = extractvalue { i32*, i1 } %again, 1
  br i1 %same, label %table, label %fail
fail:
  call void @verif_warn()                ;~ violated assertion
  ret i32 2
table:
  %element = load i32, i32* getelementptr ([0 x i32], [0 x i32]* @elsewhere, i64 0, i64 3) ;~ proved unsupported
  ret i32 %element
}

declare void @verif_warn()
