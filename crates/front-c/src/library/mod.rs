//! The C library that is shipped with the front end: C text, read with the program that needs it.
//!
//! A part is added when the program uses a function of it that has no body; lowering then takes only what is
//! called. Types of parameters may differ from the user's headers where the machine does not see it (`FILE *` is
//! `void *` here).
//!
//! Deliberately absent: what lowering does itself (`malloc`, `memcpy`, `printf`, `sqrt`, …).

/// Names of library files begin so.
pub const PREFIX: &str = "<library>/";

/// A part of the library.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub name: &'static str,
    text: &'static str,
    /// Written once for every floating type.
    is_template: bool,
    /// Parts whose functions it calls.
    needs: &'static [&'static str],
    /// The functions it defines.
    functions: &'static [&'static str],
}

const PARTS: &[Part] = &[
    Part {
        name: "string",
        text: include_str!("string.c"),
        is_template: false,
        needs: &["ctype"],
        functions: &[
            "memcmp",
            "bcmp",
            "memchr",
            "memrchr",
            "rawmemchr",
            "mempcpy",
            "memccpy",
            "strlen",
            "strnlen",
            "strcpy",
            "stpcpy",
            "strncpy",
            "stpncpy",
            "strlcpy",
            "strcat",
            "strncat",
            "strcmp",
            "strcoll",
            "strncmp",
            "strcasecmp",
            "strncasecmp",
            "strchr",
            "index",
            "strchrnul",
            "strrchr",
            "rindex",
            "strstr",
            "strspn",
            "strcspn",
            "strpbrk",
            "strtok_r",
            "strtok",
            "strsep",
            "strdup",
            "strndup",
            "strerror",
            "strxfrm",
            "bcopy",
            "bzero",
            "explicit_bzero",
            "ffs",
            "ffsl",
            "ffsll",
        ],
    },
    Part {
        name: "ctype",
        text: include_str!("ctype.c"),
        is_template: false,
        needs: &[],
        functions: &[
            "isdigit",
            "isupper",
            "islower",
            "isalpha",
            "isalnum",
            "isblank",
            "isspace",
            "iscntrl",
            "isprint",
            "isgraph",
            "ispunct",
            "isascii",
            "toascii",
            "isxdigit",
            "tolower",
            "toupper",
            "__ctype_b_loc",
            "__ctype_tolower_loc",
            "__ctype_toupper_loc",
        ],
    },
    Part {
        name: "stdlib",
        text: include_str!("stdlib.c"),
        is_template: false,
        needs: &["ctype", "errno", "string", "math"],
        functions: &[
            "realloc",
            "reallocarray",
            "aligned_alloc",
            "memalign",
            "posix_memalign",
            "abs",
            "labs",
            "llabs",
            "imaxabs",
            "div",
            "ldiv",
            "lldiv",
            "strtoll",
            "strtol",
            "strtoull",
            "strtoul",
            "__isoc23_strtoll",
            "__isoc23_strtol",
            "__isoc23_strtoull",
            "__isoc23_strtoul",
            "atoi",
            "atol",
            "atoll",
            "strtod",
            "strtof",
            "strtold",
            "atof",
            "bsearch",
            "qsort",
            "rand",
            "srand",
            "srandom",
            "rand_r",
            "random",
            "drand48",
            "getenv",
            "system",
        ],
    },
    Part {
        name: "format",
        text: include_str!("format.c"),
        is_template: false,
        needs: &[],
        functions: &[
            "snprintf",
            "sprintf",
            "printf",
            "fprintf",
            "dprintf",
            "syslog",
            "vsnprintf",
            "vsprintf",
            "vprintf",
            "vfprintf",
        ],
    },
    Part {
        name: "scan",
        text: include_str!("scan.c"),
        is_template: false,
        needs: &["stdlib"],
        functions: &["sscanf", "vsscanf", "__isoc99_sscanf", "__isoc23_sscanf"],
    },
    Part { name: "atexit", text: include_str!("atexit.c"), is_template: false, needs: &[], functions: &["atexit"] },
    Part {
        name: "errno",
        text: include_str!("errno.c"),
        is_template: false,
        needs: &[],
        functions: &["__errno_location", "__error"],
    },
    Part {
        name: "time",
        text: include_str!("time.c"),
        is_template: false,
        needs: &[],
        functions: &[
            "time",
            "clock",
            "difftime",
            "timespec_get",
            "gmtime",
            "gmtime_r",
            "localtime",
            "localtime_r",
            "mktime",
            "timegm",
            "asctime",
            "asctime_r",
            "ctime",
        ],
    },
    Part {
        name: "posix",
        text: include_str!("posix.c"),
        is_template: false,
        needs: &["string", "errno"],
        functions: &[
            "open",
            "openat",
            "creat",
            "fcntl",
            "close",
            "unlink",
            "read",
            "write",
            "getrandom",
            "sleep",
            "usleep",
            "strftime",
            "inet_ntoa",
            "htons",
            "ntohs",
            "htonl",
            "ntohl",
        ],
    },
    Part {
        name: "stdio",
        text: include_str!("stdio.c"),
        is_template: false,
        needs: &["string"],
        functions: &[
            "putchar",
            "fputc",
            "putc",
            "puts",
            "fputs",
            "perror",
            "fwrite",
            "fread",
            "getchar",
            "fgetc",
            "getc",
            "ungetc",
            "fgets",
            "gets",
            "fopen",
            "fdopen",
            "tmpfile",
            "fclose",
            "fflush",
            "feof",
            "ferror",
            "clearerr",
            "rewind",
            "fseek",
            "setbuf",
            "fileno",
            "remove",
            "rename",
            "ftell",
            "asprintf",
            "vasprintf",
        ],
    },
    Part {
        name: "math",
        text: include_str!("math.c"),
        is_template: false,
        needs: &[],
        functions: &[
            "ldexp",
            "frexp",
            "ldexpf",
            "frexpf",
            "scalbn",
            "scalbnf",
            "nextafter",
            "nextafterf",
            "ilogb",
            "logb",
            "__signbitd",
            "signbit",
            "__isnan",
            "__isnanf",
            "__isnanl",
            "__isinf",
            "__isinff",
            "__isinfl",
            "isnan",
            "isnanf",
            "isinf",
            "isinff",
            "finite",
            "finitef",
            "__finite",
            "__finitef",
            "__finitel",
            "__signbit",
            "__signbitf",
            "__signbitl",
            "__fpclassify",
            "__fpclassifyf",
            "__fpclassifyl",
        ],
    },
    Part {
        name: "elementary",
        text: include_str!("math.template"),
        is_template: true,
        needs: &["math"],
        functions: &[
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "atan2",
            "sinh",
            "cosh",
            "tanh",
            "asinh",
            "acosh",
            "atanh",
            "exp",
            "exp2",
            "expm1",
            "log",
            "log2",
            "log10",
            "log1p",
            "cbrt",
            "erf",
            "erfc",
            "tgamma",
            "lgamma",
            "hypot",
            "pow",
            "fdim",
            "modf",
            "lround",
            "llround",
            "lrint",
            "llrint",
            "nan",
            "drem",
            "__cairn_powi",
        ],
    },
];

impl Part {
    pub fn file_name(&self) -> String {
        format!("{PREFIX}{}.c", self.name)
    }
    /// The C text of the part.
    pub fn source(&self) -> String {
        if !self.is_template {
            return self.text.to_string();
        }
        let instance = |real: &str, suffix: &str, kind: &str| {
            self.text.replace("REAL", real).replace("KIND", kind).replace('@', suffix)
        };
        [instance("double", "", "double"), instance("float", "f", "float"), instance("long double", "l", "long_double")]
            .concat()
    }
    fn defines(&self, name: &str) -> bool {
        let in_list = |name: &str| self.functions.contains(&name);
        in_list(name) || self.is_template && name.strip_suffix(['f', 'l']).is_some_and(in_list)
    }
}

/// Whether a function has a meaning without a body of the user's: the library defines it, or lowering knows it.
pub fn knows(name: &str) -> bool {
    PARTS.iter().any(|part| part.defines(name)) || crate::lower::is_known(name)
}

/// The parts a program needs that uses these functions, each once.
pub fn parts_for<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<Part> {
    let mut chosen: Vec<Part> = Vec::new();
    let add = |part: &Part, chosen: &mut Vec<Part>| {
        if chosen.iter().all(|c| c.name != part.name) {
            chosen.push(*part);
        }
    };
    for name in names {
        if let Some(part) = PARTS.iter().find(|part| part.defines(name)) {
            add(part, &mut chosen);
        }
    }
    let mut next = 0;
    while let Some(part) = chosen.get(next).copied() {
        next += 1;
        PARTS.iter().filter(|p| part.needs.contains(&p.name)).for_each(|p| add(p, &mut chosen));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::names::Names;
    use cairn_base::SourceMap;

    /// The page about the library has a row for each function.
    #[test]
    fn every_function_has_a_row() {
        let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/c-library.md");
        let page = std::fs::read_to_string(page).expect("the page about the library");
        for function in PARTS.iter().flat_map(|part| part.functions) {
            assert!(page.contains(&format!("`{function}`")), "docs/c-library.md has no row for `{function}`");
        }
    }

    /// Every part is C that the front end accepts, and defines what it says.
    #[test]
    fn every_part_defines_its_functions() {
        let work = || {
            for part in PARTS {
                let (mut sources, mut names, mut diagnostics) = (SourceMap::new(), Names::default(), Vec::new());
                let (name, text) = (part.file_name(), part.source());
                let mut read = |_: &str| Some(text.clone());
                let unit = crate::parser::parse(&name, &text, &mut sources, &mut names, &mut read, &mut diagnostics);
                let (program, found) = crate::sema::analyze(&[unit], &names, crate::types::DataModel::Lp64);
                assert!(diagnostics.is_empty(), "{}: {diagnostics:?}", part.name);
                let errors: Vec<_> = found.iter().filter(|d| d.is_error()).collect();
                assert!(errors.is_empty(), "{}: {errors:?}", part.name);
                let defined = |wanted: &str| program.functions.values().any(|f| &*f.name == wanted && f.body.is_some());
                for function in part.functions {
                    assert!(defined(function), "{}: {function}", part.name);
                    assert!(!part.is_template || defined(&format!("{function}f")), "{}: {function}f", part.name);
                }
                for used in crate::lower::undefined_functions(&program) {
                    let needed = PARTS.iter().find(|p| p.defines(&used));
                    let is_needed = needed.is_none_or(|p| part.needs.contains(&p.name));
                    assert!(is_needed, "{} needs {used}", part.name);
                }
            }
        };
        let thread = std::thread::Builder::new().stack_size(crate::STACK_BYTES).spawn(work);
        thread.expect("a thread starts").join().expect("the library is C");
    }
}
