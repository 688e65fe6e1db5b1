//! C programs of any size, as text: what measurements of the front ends for C and LLVM run.

/// A counter that counts to ten and begins again, `steps` times, and one check that holds at the end: without loops and
/// in one function, as exports by basic blocks want it.
pub fn counter(steps: usize) -> String {
    let mut text =
        String::from("#include \"cairn.h\"\n\nint counter(int count) {\n    assume(count >= 0 && count < 10);\n");
    for _ in 0..steps {
        text.push_str("    count += 1;\n    if (count >= 10)\n        count = 0;\n");
    }
    text.push_str("    check(count < 10);\n    return count;\n}\n");
    text
}

/// The same for tools that know `assert` only.
pub fn counter_with_assert(steps: usize) -> String {
    let text = counter(steps).replace("#include \"cairn.h\"", "#include <assert.h>");
    let text = text.replace("assume(count >= 0 && count < 10);", "if (!(count >= 0 && count < 10)) return 0;");
    text.replace("    check(", "    assert(")
}
