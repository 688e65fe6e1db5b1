//! Programs in C of any size, as they are written to learn how a checker scales: sorting, searching, lists,
//! strings, checksums, large arrays, long functions.

use std::fmt::Write;

/// Declarations every program starts with.
const START: &str = "#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);
";

/// An array of arbitrary numbers.
fn numbers(n: usize) -> String {
    format!("    int a[{n}];\n    for (int i = 0; i < {n}; i++)\n        a[i] = __VERIFIER_nondet_int();\n")
}

fn main_of(body: &str) -> String {
    format!("{START}int main(void) {{\n{body}    return 0;\n}}\n")
}

/// The largest of `n` numbers is not less than any; with `anywhere` than the one at an arbitrary place.
pub fn array_maximum(n: usize, anywhere: bool) -> String {
    let claim = if anywhere {
        format!("    int k = __VERIFIER_nondet_int();\n    if (k >= 0 && k < {n})\n        assert(a[k] <= largest);\n")
    } else {
        format!("    for (int i = 0; i < {n}; i++)\n        assert(a[i] <= largest);\n")
    };
    main_of(&format!(
        "{}    int largest = a[0];
    for (int i = 1; i < {n}; i++)
        if (a[i] > largest)
            largest = a[i];
{claim}",
        numbers(n)
    ))
}

/// The claim that `n` numbers are sorted.
fn sorted(n: usize) -> String {
    format!("    for (int i = 0; i + 1 < {n}; i++)\n        assert(a[i] <= a[i + 1]);\n")
}

pub fn bubble_sort(n: usize) -> String {
    main_of(&format!(
        "{}    for (int i = 0; i < {n} - 1; i++)
        for (int j = 0; j < {n} - 1 - i; j++)
            if (a[j] > a[j + 1]) {{
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }}
{}",
        numbers(n),
        sorted(n)
    ))
}

pub fn insertion_sort(n: usize) -> String {
    main_of(&format!(
        "{}    for (int i = 1; i < {n}; i++) {{
        int x = a[i], j = i - 1;
        while (j >= 0 && a[j] > x) {{
            a[j + 1] = a[j];
            j--;
        }}
        a[j + 1] = x;
    }}
{}",
        numbers(n),
        sorted(n)
    ))
}

/// CRC-32 of `n` bytes, with a table and bit by bit.
pub fn crc(n: usize) -> String {
    format!(
        "{START}static unsigned table[256];
static unsigned step(unsigned c) {{
    for (int k = 0; k < 8; k++)
        c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
    return c;
}}
static unsigned with_table(const unsigned char *p, int n) {{
    unsigned c = ~0u;
    for (int i = 0; i < n; i++)
        c = table[(c ^ p[i]) & 255] ^ (c >> 8);
    return ~c;
}}
static unsigned by_bits(const unsigned char *p, int n) {{
    unsigned c = ~0u;
    for (int i = 0; i < n; i++)
        c = step(c ^ p[i]);
    return ~c;
}}
int main(void) {{
    unsigned char data[{n}];
    for (int i = 0; i < {n}; i++)
        data[i] = __VERIFIER_nondet_uchar();
    for (unsigned i = 0; i < 256; i++)
        table[i] = step(i);
    assert(with_table(data, {n}) == by_bits(data, {n}));
    return 0;
}}
"
    )
}

/// A list of up to `n` nodes is built, walked and released.
pub fn linked_list(n: usize) -> String {
    format!(
        "#include <stdlib.h>
{START}struct node {{
    int value;
    struct node *next;
}};
int main(void) {{
    struct node *head = NULL;
    int n = __VERIFIER_nondet_int(), seen = 0;
    if (n < 0 || n > {n})
        return 0;
    for (int i = 0; i < n; i++) {{
        struct node *new = malloc(sizeof *new);
        if (new == NULL)
            abort();
        new->value = i;
        new->next = head;
        head = new;
    }}
    for (struct node *p = head; p != NULL; p = p->next) {{
        assert(p->value == n - 1 - seen);
        seen++;
    }}
    assert(seen == n);
    while (head != NULL) {{
        struct node *next = head->next;
        free(head);
        head = next;
    }}
    return 0;
}}
"
    )
}

/// `writes` writes at arbitrary places of an array of `n`, of growing numbers; what was written last is there, and
/// where the first was written is at least that.
pub fn symbolic_writes(n: usize, writes: usize) -> String {
    let last = writes - 1;
    format!(
        "{START}static int a[{n}];
int main(void) {{
    unsigned at[{writes}];
    for (int i = 0; i < {writes}; i++) {{
        at[i] = __VERIFIER_nondet_uint();
        if (at[i] >= {n})
            return 0;
        a[at[i]] = i + 1;
    }}
    assert(a[at[{last}]] == {writes});
    assert(a[at[0]] >= 1);
    return 0;
}}
"
    )
}

/// A loop over `n` elements that goes one too far.
pub fn out_of_bounds(n: usize) -> String {
    main_of(&format!(
        "{}    int largest = 0;
    for (int i = 1; i <= {n}; i++)
        if (a[i] > a[largest])
            largest = i;
",
        numbers(n)
    ))
}

/// The same where how far it goes is an input.
pub fn out_of_bounds_input(n: usize) -> String {
    main_of(&format!(
        "    int a[{n}];
    unsigned n = __VERIFIER_nondet_uint();
    if (n > {n} + 1)
        return 0;
    for (unsigned i = 0; i < n; i++)
        a[i] = (int)i;
"
    ))
}

/// Binary search in `n` sorted numbers: what is found is there, and what is not found is not.
pub fn binary_search(n: usize) -> String {
    main_of(&format!(
        "{}    for (int i = 1; i < {n}; i++)
        if (a[i - 1] >= a[i])
            return 0;
    int key = __VERIFIER_nondet_int(), low = 0, high = {n} - 1, found = -1;
    while (low <= high) {{
        int middle = low + (high - low) / 2;
        if (a[middle] == key) {{
            found = middle;
            break;
        }}
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }}
    if (found >= 0)
        assert(a[found] == key);
    else
        for (int i = 0; i < {n}; i++)
            assert(a[i] != key);
",
        numbers(n)
    ))
}

/// A string of up to `n` characters is copied.
pub fn string_copy(n: usize) -> String {
    format!(
        "{START}static void copy(char *to, const char *from) {{
    while ((*to++ = *from++))
        ;
}}
int main(void) {{
    char a[{n} + 1], b[{n} + 1];
    int i = 0;
    for (int k = 0; k < {n}; k++)
        a[k] = (char)__VERIFIER_nondet_uchar();
    a[{n}] = 0;
    copy(b, a);
    while (a[i]) {{
        assert(a[i] == b[i]);
        i++;
    }}
    assert(b[i] == 0);
    return 0;
}}
"
    )
}

/// `n` assignments in a row, each using those before.
pub fn straight_line(n: usize) -> String {
    let mut body = String::from("    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = 1;\n");
    let steps = ["x = y + z", "y = x ^ z", "z = x - y", "x = x + (z & 255)", "y = (y >> 1) | x"];
    for i in 0..n {
        let _ = writeln!(body, "    {};", steps[i % steps.len()]);
    }
    body.push_str("    assert((x | 1) != 0 && (y & 1) <= 1);\n");
    main_of(&body)
}

/// `n` additions in a row, each with a check that it does not overflow.
pub fn checked_line(n: usize) -> String {
    let mut body =
        String::from("    int x = __VERIFIER_nondet_int(), y = 0;\n    if (x < 0 || x > 100)\n        return 0;\n");
    for i in 0..n {
        let _ = writeln!(body, "    y = y + (x & {});", 1 + i % 7);
    }
    body.push_str("    assert(y >= 0);\n");
    main_of(&body)
}

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
