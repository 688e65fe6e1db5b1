//! Types of functions of the C library that programs call without declaring them, or as `__builtin_…`.
//!
//! One line per type: the result, then the parameters, one letter each.

use super::Analyzer;
use crate::types::{Float, FunctionType, Integer, Qualified, Qualifiers, TypeId, TypeKind};

/// `v` void, `i` int, `u` unsigned, `l` long, `L` long long, `m` unsigned long, `M` unsigned long long, `z` size_t,
/// `p` void *, `q` const void *, `s` char *, `c` const char *, `S` char **, `f` float, `d` double, `D` long double,
/// `I` int *, `e` double *, `b` _Bool, `a` va_list, `.` further arguments.
const SIGNATURES: &[(&str, &str)] = &[
    ("pz", "malloc alloca"),
    ("pzz", "calloc aligned_alloc memalign"),
    ("ppz", "realloc"),
    ("vp", "free"),
    ("v", "abort"),
    ("vi", "exit _Exit _exit"),
    ("ppqz", "memcpy memmove mempcpy"),
    ("ppiz", "memset"),
    ("iqqz", "memcmp bcmp"),
    ("pqiz", "memchr"),
    ("vpz", "bzero"),
    ("ssc", "strcpy strcat stpcpy"),
    ("sscz", "strncpy strncat stpncpy"),
    ("zc", "strlen"),
    ("zcz", "strnlen"),
    ("icc", "strcmp strcasecmp strcoll"),
    ("iccz", "strncmp strncasecmp"),
    ("sci", "strchr strrchr index rindex"),
    ("scc", "strstr strpbrk"),
    ("zcc", "strcspn strspn"),
    ("sc", "strdup getenv"),
    ("scz", "strndup"),
    ("ssc", "strtok"),
    ("ic.", "printf scanf"),
    ("isc.", "sprintf"),
    ("iszc.", "snprintf"),
    ("ipc.", "fprintf fscanf"),
    ("icc.", "sscanf"),
    ("ica", "vprintf"),
    ("isca", "vsprintf"),
    ("iszca", "vsnprintf"),
    ("ipca", "vfprintf"),
    (
        "ii",
        "putchar abs isalpha isdigit isspace isupper islower isalnum isprint ispunct isxdigit iscntrl isgraph isblank",
    ),
    ("ii", "tolower toupper"),
    ("i", "rand getchar"),
    ("vu", "srand"),
    ("ic", "puts atoi"),
    ("lc", "atol"),
    ("Lc", "atoll"),
    ("dc", "atof"),
    ("lcSi", "strtol"),
    ("mcSi", "strtoul"),
    ("LcSi", "strtoll"),
    ("McSi", "strtoull"),
    ("dcS", "strtod"),
    ("icp", "fputs"),
    ("iip", "fputc putc"),
    ("zqzzp", "fwrite"),
    ("ii", "ffs"),
    ("il", "ffsl"),
    ("iL", "ffsll"),
    ("ll", "labs"),
    ("LL", "llabs"),
    ("dd", "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p cbrt"),
    ("dd", "erf erfc tgamma lgamma logb sqrt floor ceil trunc round rint nearbyint roundeven fabs"),
    ("ddd", "pow atan2 hypot nextafter fdim fmod remainder fmin fmax copysign"),
    ("dddd", "fma"),
    (
        "ff",
        "sinf cosf tanf asinf acosf atanf sinhf coshf tanhf asinhf acoshf atanhf expf exp2f expm1f logf log2f log10f",
    ),
    ("ff", "log1pf cbrtf erff erfcf tgammaf lgammaf logbf sqrtf floorf ceilf truncf roundf rintf nearbyintf fabsf"),
    ("fff", "powf atan2f hypotf nextafterf fdimf fmodf remainderf fminf fmaxf copysignf"),
    ("ffff", "fmaf"),
    (
        "DD",
        "sinl cosl tanl asinl acosl atanl sinhl coshl tanhl asinhl acoshl atanhl expl exp2l expm1l logl log2l log10l",
    ),
    ("DD", "log1pl cbrtl erfl erfcl tgammal lgammal logbl sqrtl floorl ceill truncl roundl rintl nearbyintl fabsl"),
    ("DDD", "powl atan2l hypotl nextafterl fdiml fmodl remainderl fminl fmaxl copysignl"),
    ("DDDD", "fmal"),
    ("ddi", "ldexp scalbn __cairn_powi"),
    ("ffi", "ldexpf scalbnf __cairn_powif"),
    ("DDi", "__cairn_powil"),
    ("ddI", "frexp"),
    ("dde", "modf"),
    ("ld", "lrint lround"),
    ("Ld", "llrint llround"),
    ("lf", "lrintf lroundf"),
    ("Lf", "llrintf llroundf"),
    ("id", "ilogb signbit isnan isinf finite"),
    ("iSc.", "asprintf"),
    ("iSca", "vasprintf"),
    ("vb", "__CPROVER_assume __CPROVER_precondition_assume"),
    ("vbc", "__CPROVER_assert __CPROVER_precondition __CPROVER_postcondition"),
    ("bq.", "__CPROVER_r_ok __CPROVER_w_ok __CPROVER_rw_ok __CPROVER_is_fresh __CPROVER_is_invalid_pointer"),
    ("bq", "__CPROVER_DYNAMIC_OBJECT __CPROVER_is_dynamic_object __CPROVER_is_zero_string"),
    ("bqq", "__CPROVER_same_object"),
    ("bf", "__CPROVER_isnanf __CPROVER_isinff __CPROVER_isfinitef __CPROVER_isnormalf __CPROVER_signf"),
    ("bd", "__CPROVER_isnand __CPROVER_isinfd __CPROVER_isfinited __CPROVER_isnormald __CPROVER_signd"),
    ("bD", "__CPROVER_isnanld __CPROVER_isinfld __CPROVER_isfiniteld __CPROVER_isnormalld __CPROVER_signld"),
    ("zq", "__CPROVER_POINTER_OFFSET __CPROVER_OBJECT_SIZE __CPROVER_POINTER_OBJECT __CPROVER_buffer_size"),
    ("v.", "__CPROVER_input __CPROVER_output __CPROVER_havoc_object __CPROVER_cover"),
    ("v", "__CPROVER_atomic_begin __CPROVER_atomic_end __VERIFIER_atomic_begin __VERIFIER_atomic_end"),
    ("i.", "__VERIFIER_error __VERIFIER_assume __VERIFIER_assert"),
    ("i", "__VERIFIER_nondet_int nondet_int"),
    ("u", "__VERIFIER_nondet_uint __VERIFIER_nondet_unsigned nondet_uint nondet_unsigned"),
    ("l", "__VERIFIER_nondet_long nondet_long"),
    ("m", "__VERIFIER_nondet_ulong nondet_ulong"),
    ("L", "__VERIFIER_nondet_longlong"),
    ("M", "__VERIFIER_nondet_ulonglong"),
    ("b", "__VERIFIER_nondet_bool"),
    ("p", "__VERIFIER_nondet_pointer"),
    ("z", "__VERIFIER_nondet_size_t"),
    ("f", "__VERIFIER_nondet_float"),
    ("d", "__VERIFIER_nondet_double"),
];

fn signature(name: &str) -> Option<&'static str> {
    SIGNATURES.iter().find(|(_, names)| names.split(' ').any(|n| n == name)).map(|(signature, _)| *signature)
}

impl Analyzer<'_> {
    /// The type of a known function of the library.
    pub(super) fn library_type(&mut self, name: &str) -> Option<TypeId> {
        let letters = signature(name)?;
        let variadic = letters.ends_with('.');
        let mut types = Vec::new();
        for letter in letters.trim_end_matches('.').chars() {
            types.push(self.letter_type(letter));
        }
        let result = types.remove(0);
        // Without any named parameter, `...` stands for a list without a prototype.
        let prototype = !(variadic && types.is_empty());
        let function = FunctionType { result, parameters: types, variadic: variadic && prototype, prototype };
        Some(self.types().function(function))
    }
    fn letter_type(&mut self, letter: char) -> TypeId {
        let integer = match letter {
            'i' => Some(Integer::Int),
            'u' => Some(Integer::UnsignedInt),
            'l' => Some(Integer::Long),
            'L' => Some(Integer::LongLong),
            'm' => Some(Integer::UnsignedLong),
            'M' => Some(Integer::UnsignedLongLong),
            'z' => Some(self.program.types.target.size_integer()),
            _ => None,
        };
        if let Some(integer) = integer {
            return self.types().integer(integer);
        }
        let constant = Qualifiers { constant: true, ..Qualifiers::NONE };
        match letter {
            'b' => self.types().bool(),
            'f' => self.types().float(Float::Float),
            'd' => self.types().float(Float::Double),
            'D' => self.types().float(Float::LongDouble),
            'a' => self.types().intern(TypeKind::VaList),
            'p' | 'q' | 's' | 'c' | 'S' | 'I' | 'e' => {
                let target = match letter {
                    'p' | 'q' => self.types().void(),
                    'I' => self.types().int(),
                    'e' => self.types().float(Float::Double),
                    _ => self.types().integer(Integer::Char),
                };
                let qualifiers = if matches!(letter, 'q' | 'c') { constant } else { Qualifiers::NONE };
                let pointer = self.types().pointer(Qualified::new(target, qualifiers));
                if letter == 'S' { self.types().pointer_to(pointer) } else { pointer }
            }
            _ => self.types().void(),
        }
    }
}
