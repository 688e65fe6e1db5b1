//! Package Standard, and the specifications shipped with Cairn.
//!
//! Ranges of the predefined numeric types are GNAT's on 64-bit Linux, unless a target configuration
//! ([`super::target`]) says otherwise.

use super::Analyzer;
use super::entities::*;
use super::types::*;
use super::value::Value;
use crate::syntax::ast;
use cairn_base::Span;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use std::rc::Rc;

/// Entities of package Standard that analysis refers to.
#[derive(Clone, Copy, Debug)]
pub struct Standard {
    pub scope: ScopeId,
    pub boolean: TypeId,
    pub integer: TypeId,
    pub natural: TypeId,
    pub positive: TypeId,
    pub long_long_integer: TypeId,
    pub float: TypeId,
    pub long_long_float: TypeId,
    pub character: TypeId,
    pub string: TypeId,
    pub duration: TypeId,
    pub constraint_error: EntityId,
    pub program_error: EntityId,
    pub assertion_error: EntityId,
}

impl Default for Standard {
    fn default() -> Self {
        let (ty, entity) = (TypeId(0), EntityId(0));
        Self {
            scope: ScopeId(0),
            boolean: ty,
            integer: ty,
            natural: ty,
            positive: ty,
            long_long_integer: ty,
            float: ty,
            long_long_float: ty,
            character: ty,
            string: ty,
            duration: ty,
            constraint_error: entity,
            program_error: entity,
            assertion_error: entity,
        }
    }
}

/// Names of the pseudo-types, in the order of their ids.
const PSEUDO: [&str; FIRST_REAL_TYPE as usize] = [
    "universal_integer",
    "universal_real",
    "universal_fixed",
    "a string type",
    "a character type",
    "a composite type",
    "an access type",
    "any type",
];

/// The shipped library: unit name (lower case) and specification.
pub struct Library;

impl Library {
    pub const UNITS: &'static [(&'static str, &'static str)] = &[
        ("ada", "package Ada with Pure is end Ada;"),
        ("interfaces", include_str!("../library/interfaces.ads")),
        ("interfaces.c", include_str!("../library/interfaces-c.ads")),
        ("system", include_str!("../library/system.ads")),
        ("system.storage_elements", include_str!("../library/system-storage_elements.ads")),
        ("ada.real_time", include_str!("../library/ada-real_time.ads")),
        ("ada.numerics.discrete_random", include_str!("../library/ada-numerics-discrete_random.ads")),
        ("ada.numerics.float_random", include_str!("../library/ada-numerics-float_random.ads")),
        ("ada.text_io", include_str!("../library/ada-text_io.ads")),
        ("ada.integer_text_io", include_str!("../library/ada-integer_text_io.ads")),
        ("ada.float_text_io", include_str!("../library/ada-float_text_io.ads")),
        ("ada.numerics", include_str!("../library/ada-numerics.ads")),
        (
            "ada.numerics.generic_elementary_functions",
            include_str!("../library/ada-numerics-generic_elementary_functions.ads"),
        ),
        ("ada.numerics.elementary_functions", include_str!("../library/ada-numerics-elementary_functions.ads")),
        (
            "ada.numerics.long_elementary_functions",
            include_str!("../library/ada-numerics-long_elementary_functions.ads"),
        ),
        ("ada.characters", "package Ada.Characters with Pure is end Ada.Characters;"),
        ("ada.characters.latin_1", include_str!("../library/ada-characters-latin_1.ads")),
        ("ada.characters.handling", include_str!("../library/ada-characters-handling.ads")),
        (
            "ada.unchecked_conversion",
            "generic type Source (<>) is limited private; type Target (<>) is limited private; function Ada.Unchecked_Conversion (S : Source) return Target with Import, Convention => Intrinsic;",
        ),
        (
            "ada.unchecked_deallocation",
            "generic type Object (<>) is limited private; type Name is access Object; procedure Ada.Unchecked_Deallocation (X : in out Name) with Import, Convention => Intrinsic;",
        ),
        (
            "ada.assertions",
            "package Ada.Assertions with Pure is Assertion_Error : exception; procedure Assert (Check : Boolean; Message : String := \"\") with Import, Convention => Intrinsic; end Ada.Assertions;",
        ),
        ("ada.exceptions", include_str!("../library/ada-exceptions.ads")),
        ("ada.strings", include_str!("../library/ada-strings.ads")),
        (
            "ada.command_line",
            "package Ada.Command_Line is function Argument_Count return Natural with Import; function Argument (Number : Positive) return String with Import; type Exit_Status is range -2**31 .. 2**31 - 1; Success : constant Exit_Status := 0; Failure : constant Exit_Status := 1; procedure Set_Exit_Status (Code : Exit_Status) is null; end Ada.Command_Line;",
        ),
        (
            "ada.containers",
            "package Ada.Containers is type Hash_Type is mod 2**32; type Count_Type is range 0 .. 2**31 - 1; Capacity_Error : exception; end Ada.Containers;",
        ),
        // Names of Ada 83 (RM J.1).
        ("text_io", "with Ada.Text_IO; package Text_IO renames Ada.Text_IO;"),
        (
            "unchecked_conversion",
            "generic type Source (<>) is limited private; type Target (<>) is limited private; function Unchecked_Conversion (S : Source) return Target with Import, Convention => Intrinsic;",
        ),
        ("gnat", "package GNAT with Pure is end GNAT;"),
    ];

    pub fn find(unit: &str) -> Option<&'static str> {
        Self::UNITS.iter().find(|u| u.0 == unit).map(|u| u.1)
    }
}

impl Analyzer<'_> {
    pub(super) fn new_type(&mut self, name: &str, kind: TypeKind) -> TypeId {
        let id = self.a.types.next_id();
        self.a.types.push(Type {
            name: name.into(),
            root: id,
            base: id,
            kind,
            range: None,
            bounds: None,
            discriminants: None,
            predicates: Vec::new(),
            parent: None,
            default: None,
            scope: self.context.scope,
            invariants: Vec::new(),
            initial_conditions: Vec::new(),
            private_in: None,
            span: None,
        })
    }

    /// A subtype of `parent` that differs in nothing yet.
    pub(super) fn new_subtype(&mut self, name: &str, parent: TypeId) -> TypeId {
        let mut copy = self.a.types[parent].clone();
        copy.name = name.into();
        copy.kind = TypeKind::Pseudo;
        self.a.types.push(copy)
    }

    /// Gives a scalar type a range; the type itself becomes its first subtype, beside a base subtype.
    pub(super) fn set_first_subtype_range(&mut self, ty: TypeId, low: Value, high: Value, span: Span) {
        let base = self.new_subtype("", ty);
        let name = format!("{}'Base", self.a.types[ty].name);
        self.a.types[base].name = name.into();
        self.a.types[ty].base = base;
        self.a.types[base].base = base;
        self.a.types[base].range = None;
        let range = self.static_range(base, low, high, span);
        self.a.types[ty].range = Some(range);
    }

    pub(super) fn static_range(&self, ty: TypeId, low: Value, high: Value, span: Span) -> Range {
        let make = |value| Rc::new(self.static_expr(value, ty, span));
        Range { low: make(low), high: make(high) }
    }

    pub(super) fn standard_package(&mut self, span: Span) {
        for name in PSEUDO {
            self.new_type(name, TypeKind::Pseudo);
        }
        let scope = self.context.scope;
        let boolean = self.enumeration("Boolean", &["False", "True"], span, true);
        let two = |n: u32| BigInt::one() << n;
        let signed = |s: &mut Self, name: &str, bits: u32| {
            let ty = s.new_type(name, TypeKind::Signed { low: -two(bits - 1), high: two(bits - 1) - 1 });
            s.set_first_subtype_range(ty, Value::Int(-two(bits - 1)), Value::Int(two(bits - 1) - 1), span);
            s.declare_type(name, ty, span);
            ty
        };
        let integer = signed(self, "Integer", 32);
        signed(self, "Short_Short_Integer", 8);
        signed(self, "Short_Integer", 16);
        signed(self, "Long_Integer", 64);
        let long_long_integer = signed(self, "Long_Long_Integer", 64);
        signed(self, "Long_Long_Long_Integer", 128);
        let ranged = |s: &mut Self, name: &str, low: i64| {
            let ty = s.new_subtype(name, integer);
            let base = s.a.types[integer].base;
            s.a.types[ty].range = Some(s.static_range(base, Value::int(low), Value::Int(two(31) - 1), span));
            s.declare_type(name, ty, span);
            ty
        };
        let natural = ranged(self, "Natural", 0);
        let positive = ranged(self, "Positive", 1);
        let float_type = |s: &mut Self, name: &str, size: FloatSize, digits: u32| {
            let ty = s.new_type(name, TypeKind::Float { size, digits });
            s.declare_type(name, ty, span);
            ty
        };
        let float = float_type(self, "Float", FloatSize::Single, 6);
        float_type(self, "Short_Float", FloatSize::Single, 6);
        float_type(self, "Long_Float", FloatSize::Double, 15);
        let long_long_float = float_type(self, "Long_Long_Float", FloatSize::Extended, 18);
        let character_type = |s: &mut Self, name: &str, last: u32| {
            let ty = s.new_type(name, TypeKind::Character { last });
            s.declare_type(name, ty, span);
            ty
        };
        let character = character_type(self, "Character", 255);
        let wide = character_type(self, "Wide_Character", 0xFFFF);
        let wide_wide = character_type(self, "Wide_Wide_Character", 0x7FFF_FFFF);
        let string_type = |s: &mut Self, name: &str, component: TypeId| {
            let ty = s.new_type(name, TypeKind::Array { indexes: vec![positive], component, constrained: false });
            s.declare_type(name, ty, span);
            ty
        };
        let string = string_type(self, "String", character);
        string_type(self, "Wide_String", wide);
        string_type(self, "Wide_Wide_String", wide_wide);
        let nano = BigRational::new(BigInt::one(), BigInt::from(1_000_000_000));
        let duration =
            self.new_type("Duration", TypeKind::Fixed { small: nano.clone(), delta: nano, digits: None, bits: 64 });
        self.declare_type("Duration", duration, span);
        let mut exception = |name: &str| {
            let id = self.identifier_named(name, span);
            let entity = self.declare(id, EntityKind::Exception);
            self.a.entities[entity].spelled = name.into();
            entity
        };
        let constraint_error = exception("Constraint_Error");
        let program_error = exception("Program_Error");
        exception("Storage_Error");
        exception("Tasking_Error");
        self.ascii_package(character, span);
        let itself = self.identifier_named("Standard", span);
        let whole = PackageScopes { visible: scope, private: scope, body: None, formals: None };
        let standard = self.new_entity(itself, EntityKind::Package(whole));
        self.a.entities[standard].spelled = "Standard".into();
        self.bind(scope, itself.symbol, standard);
        // Numeric_Error renames Constraint_Error (RM J.6).
        let numeric = self.a.names.intern("numeric_error");
        self.bind(scope, numeric, constraint_error);
        let hidden = self.new_scope(None);
        let assertion_error = self.within(hidden, |s| {
            let id = s.identifier_named("Assertion_Error", span);
            s.declare(id, EntityKind::Exception)
        });
        self.a.standard = Standard {
            scope,
            boolean,
            integer,
            natural,
            positive,
            long_long_integer,
            float,
            long_long_float,
            character,
            string,
            duration,
            constraint_error,
            program_error,
            assertion_error,
        };
    }

    /// `Standard.ASCII` (RM J.5): constants for the control characters and a few others.
    fn ascii_package(&mut self, character: TypeId, span: Span) {
        const NAMES: [&str; 33] = [
            "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI",
            "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
            "DEL",
        ];
        const SIGNS: [(&str, char); 17] = [
            ("Exclam", '!'),
            ("Quotation", '"'),
            ("Sharp", '#'),
            ("Dollar", '$'),
            ("Percent", '%'),
            ("Ampersand", '&'),
            ("Colon", ':'),
            ("Semicolon", ';'),
            ("Query", '?'),
            ("At_Sign", '@'),
            ("L_Bracket", '['),
            ("Back_Slash", '\\'),
            ("R_Bracket", ']'),
            ("Circumflex", '^'),
            ("Underline", '_'),
            ("Grave", '`'),
            ("L_Brace", '{'),
        ];
        const MORE: [(&str, char); 3] = [("Bar", '|'), ("R_Brace", '}'), ("Tilde", '~')];
        let visible = self.new_scope(Some(self.context.scope));
        let controls =
            NAMES.iter().enumerate().map(|(i, name)| (name.to_string(), if i == 32 { 127 } else { i as u32 }));
        let signs = SIGNS.iter().chain(&MORE).map(|(name, sign)| (name.to_string(), *sign as u32));
        let letters = ('A'..='Z').map(|letter| (format!("LC_{letter}"), letter.to_ascii_lowercase() as u32));
        for (name, code) in controls.chain(signs).chain(letters) {
            let id = self.identifier_named(&name, span);
            let object = Object {
                ty: character,
                role: ObjectRole::Constant,
                value: Some(Value::int(i64::from(code))),
                renames: None,
                deferred: false,
                initialized: true,
            };
            let entity = self.within(visible, |s| s.declare(id, EntityKind::Object(object)));
            self.a.entities[entity].spelled = name.into();
        }
        let id = self.identifier_named("ASCII", span);
        let entity = self
            .declare(id, EntityKind::Package(PackageScopes { visible, private: visible, body: None, formals: None }));
        self.a.entities[entity].spelled = "ASCII".into();
    }

    pub(super) fn identifier_named(&mut self, spelled: &str, span: Span) -> ast::Identifier {
        ast::Identifier { symbol: self.a.names.fold(spelled), span }
    }

    pub(super) fn declare_type(&mut self, name: &str, ty: TypeId, span: Span) {
        let id = self.identifier_named(name, span);
        let entity = self.declare(id, EntityKind::Type(ty));
        self.a.entities[entity].spelled = name.into();
    }

    fn enumeration(&mut self, name: &str, literals: &[&str], span: Span, boolean: bool) -> TypeId {
        let list: Vec<Literal> =
            literals.iter().map(|l| Literal { symbol: self.a.names.fold(l), spelled: (*l).into() }).collect();
        let kind = TypeKind::Enumeration { literals: Rc::new(list.clone()), character: false, boolean };
        let ty = self.new_type(name, kind);
        self.declare_type(name, ty, span);
        for (position, literal) in list.iter().enumerate() {
            let id = ast::Identifier { symbol: literal.symbol, span };
            let entity = self.declare(id, EntityKind::Literal { ty, position: position as u32 });
            self.a.entities[entity].spelled = literal.spelled.clone();
        }
        ty
    }
}
