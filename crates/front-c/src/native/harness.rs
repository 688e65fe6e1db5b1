//! The text of the harness.

use super::{Start, values};
use std::fmt::Write;

/// What is the same in every harness. Everything is weak: a definition of the user's own takes its place.
const COMMON: &str = r#"#define WEAK __attribute__((weak))
#define PLAIN __attribute__((no_instrument_function))
typedef __SIZE_TYPE__ size_t;
int dprintf(int, const char *, ...);
void _exit(int);
void *memcpy(void *, const void *, size_t);
WEAK void __sanitizer_print_stack_trace(void);
WEAK void __gcov_dump(void);

PLAIN static void cairn_leave(int code) {
    if (__gcov_dump) __gcov_dump();
    _exit(code);
}
PLAIN static void cairn_fails(const char *what) {
    dprintf(2, "cairn: %s\n", what);
    if (__sanitizer_print_stack_trace) __sanitizer_print_stack_trace();
    cairn_leave(1);
}
PLAIN WEAK void __VERIFIER_assume(int holds) {
    if (!holds) {
        dprintf(2, "cairn: an assumption does not hold\n");
        cairn_leave(0);
    }
}
PLAIN WEAK void __CPROVER_assume(_Bool holds) { __VERIFIER_assume(holds); }
PLAIN WEAK void __VERIFIER_assert(int holds) { if (!holds) cairn_fails("assertion"); }
PLAIN WEAK void __CPROVER_assert(_Bool holds, const char *text) { if (!holds) cairn_fails("assertion"); }
PLAIN WEAK void verif_warn(void) { cairn_fails("assertion"); }
PLAIN WEAK void verif_stop(void) { __VERIFIER_assume(0); }
PLAIN void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { cairn_fails("assertion"); }
PLAIN static void cairn_reached(void) {
    if (cairn_error_locations) cairn_fails("error location");
}
PLAIN WEAK void reach_error(void) { cairn_reached(); cairn_leave(0); }
PLAIN WEAK void __VERIFIER_error(void) { cairn_reached(); cairn_leave(0); }
PLAIN void __cyg_profile_func_enter(void *function, void *from) {
    if (function == (void *)reach_error || function == (void *)__VERIFIER_error) cairn_reached();
}
PLAIN void __cyg_profile_func_exit(void *function, void *from) {}

struct cairn_allocation { int fails; size_t bytes; const unsigned char *contents; };
"#;

const ALLOCATION: &str = r#"static size_t cairn_allocated;
static long cairn_live;
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void __real_free(void *);
PLAIN static const struct cairn_allocation *cairn_allocation(void) {
    return cairn_allocated < cairn_allocations_count ? &cairn_allocations[cairn_allocated++] : 0;
}
PLAIN void *__wrap_malloc(size_t bytes) {
    const struct cairn_allocation *how = cairn_allocation();
    void *made = how && how->fails ? 0 : __real_malloc(bytes);
    if (made && how && how->contents) memcpy(made, how->contents, how->bytes < bytes ? how->bytes : bytes);
    cairn_live += made != 0;
    return made;
}
PLAIN void *__wrap_calloc(size_t count, size_t bytes) {
    const struct cairn_allocation *how = cairn_allocations_succeed ? 0 : cairn_allocation();
    void *made = how && how->fails ? 0 : __real_calloc(count, bytes);
    cairn_live += made != 0;
    return made;
}
PLAIN void __wrap_free(void *pointer) {
    cairn_live -= pointer != 0;
    __real_free(pointer);
}
PLAIN __attribute__((destructor)) static void cairn_end(void) {
    if (cairn_live > 0) dprintf(2, "cairn: %ld objects were not released\n", cairn_live);
    dprintf(2, "cairn: finished\n");
}
"#;

/// Where executions are counted, counts are kept however an execution ends, and none lasts long.
const COUNTING: &str = r#"void (*signal(int, void (*)(int)))(int);
unsigned alarm(unsigned);
PLAIN static void cairn_signal(int number) { cairn_leave(128 + number); }
PLAIN __attribute__((constructor)) static void cairn_signals(void) {
    static const int numbers[] = {4, 6, 7, 8, 11, 14};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], cairn_signal);
    alarm(10);
}
"#;

/// The file that defines what the user's files leave open; the reason if a value cannot be delivered.
pub fn harness(start: &Start) -> Result<String, String> {
    let asked = u8::from(start.error_locations);
    let succeed = u8::from(start.allocations_succeed);
    let choices = format!("cairn_error_locations = {asked}, cairn_allocations_succeed = {succeed}");
    let mut out = format!("enum {{ {choices} }};\n{COMMON}");
    let mut table = String::new();
    for (number, allocation) in start.allocations.iter().enumerate() {
        let bytes = allocation.contents.as_ref().and_then(values::bytes).filter(|bytes| !bytes.is_empty());
        let (length, contents) = match &bytes {
            None => (0, "0".to_owned()),
            Some(bytes) => {
                let list = values::list(bytes);
                let _ = writeln!(out, "static const unsigned char cairn_contents_{number}[] = {list};");
                (bytes.len(), format!("cairn_contents_{number}"))
            }
        };
        let _ = writeln!(table, "    {{{}, {length}, {contents}}},", u8::from(allocation.fails));
    }
    let count = start.allocations.len();
    let _ = writeln!(out, "enum {{ cairn_allocations_count = {count} }};");
    // One more, as C has no empty arrays.
    let _ = writeln!(out, "static const struct cairn_allocation cairn_allocations[] = {{\n{table}    {{0, 0, 0}}}};");
    out.push_str(ALLOCATION);
    if start.counts {
        out.push_str(COUNTING);
    }
    for (name, results) in &start.results {
        function(&mut out, name, results)?;
    }
    Ok(out)
}

/// A function that returns these values one after the other.
fn function(out: &mut String, name: &str, results: &[cairn_ir::Value]) -> Result<(), String> {
    let mut ty = None;
    let mut rows = Vec::new();
    for value in results {
        let (found, bytes) =
            values::scalar(value).map_err(|what| format!("`{name}` returns {what}, which cannot be delivered"))?;
        if ty.is_some_and(|ty| ty != found) {
            return Err(format!("`{name}` returns values of different types"));
        }
        ty = Some(found);
        rows.push(values::list(&bytes));
    }
    let Some(ty) = ty else { return Ok(()) };
    let (count, rows) = (rows.len(), rows.join(", "));
    let _ = write!(
        out,
        r#"
PLAIN {ty} {name}() {{
    static const unsigned char values[{count}][sizeof({ty})] = {{{rows}}};
    static size_t next;
    {ty} value;
    if (next == {count}) {{
        dprintf(2, "cairn: {name} is called once more than expected\n");
        cairn_leave(0);
    }}
    memcpy(&value, values[next++], sizeof value);
    return value;
}}
"#
    );
    Ok(())
}
