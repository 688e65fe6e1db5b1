; run: cairn check %s --unwind 5
; exit: 1
; Stack slots, globals, structures, arrays, heap; typed pointers.

%struct.node = type { i32, %struct.node* }

@table = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]

define i32 @main() {
entry:
  %i = alloca i32
  store i32 0, i32* %i
  %raw = call i8* @malloc(i64 16)
  %null = icmp eq i8* %raw, null
  br i1 %null, label %none, label %some

some:
  %node = bitcast i8* %raw to %struct.node*
  %value = getelementptr inbounds %struct.node, %struct.node* %node, i32 0, i32 0
  store i32 7, i32* %value                   ;~ proved pointer
  %next = getelementptr inbounds %struct.node, %struct.node* %node, i32 0, i32 1   ;~ proved pointer
  store %struct.node* %node, %struct.node** %next                                 ;~ proved pointer
  %again = load %struct.node*, %struct.node** %next                               ;~ proved pointer
  %same = getelementptr inbounds %struct.node, %struct.node* %again, i32 0, i32 0
  %seven = load i32, i32* %same              ;~ proved pointer
  %good = icmp eq i32 %seven, 7
  br i1 %good, label %index, label %wrong

wrong:
  call void @verif_warn()                    ;~ proved assertion
  br label %index

index:
  %n = call i32 @__VERIFIER_nondet_int()
  %small = icmp ult i32 %n, 5
  br i1 %small, label %access, label %release

access:
  %wide = zext i32 %n to i64
  %place = getelementptr inbounds [4 x i32], [4 x i32]* @table, i64 0, i64 %wide   ;~ proved pointer
  %element = load i32, i32* %place           ;~ violated index
  store i32 %element, i32* %i
  br label %release

release:
  call void @free(i8* %raw)                  ;~ proved free
  %dangling = load i32, i32* %value          ;~ violated pointer
  ret i32 %dangling

none:
  ret i32 0
}

declare i8* @malloc(i64)
declare void @free(i8*)
declare void @verif_warn()
declare i32 @__VERIFIER_nondet_int()
