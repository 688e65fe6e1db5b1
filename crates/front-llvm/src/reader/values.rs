//! Values: names, literals, aggregates, constant expressions, arguments of debug intrinsics.

use super::Reader;
use super::attributes::is_constant_expression;
use crate::syntax::cursor::Read;
use crate::syntax::module::{InstructionKind, MetadataArgument, Operand, Ty, TypeKind, Value};
use num_bigint::BigInt;

impl<'a> Reader<'a> {
    /// `T value`, with attributes between them read over.
    pub(super) fn operand(&mut self) -> Read<Operand<'a>> {
        let ty = self.ty()?;
        self.attributes()?;
        let value = self.value(ty)?;
        Ok(Operand { ty, value })
    }

    pub(super) fn value(&mut self, ty: Ty) -> Read<Value<'a>> {
        if matches!(self.kind(ty), TypeKind::Metadata) {
            return Ok(Value::Metadata(self.metadata_argument()?));
        }
        match self.cursor.byte() {
            b'%' => Ok(Value::Local(self.cursor.name(b'%')?)),
            b'@' => Ok(Value::Global(self.cursor.name(b'@')?)),
            b'-' | b'0'..=b'9' => self.number_value(),
            b'[' | b'{' | b'<' => self.deeper(Self::aggregate),
            b'!' => Ok(Value::Metadata(self.metadata_argument()?)),
            _ => self.deeper(|reader| reader.word_value(ty)),
        }
    }

    fn number_value(&mut self) -> Read<Value<'a>> {
        // `1.0e+00`: the sign of an exponent belongs to the number, though `+` is no letter of words.
        let start = self.cursor.at;
        self.cursor.at += usize::from(self.cursor.byte() == b'-');
        while matches!(self.cursor.byte(), b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'Z' | b'x' | b'.' | b'+' | b'-') {
            self.cursor.at += 1;
        }
        let text = self.cursor.text.get(start..self.cursor.at).unwrap_or("");
        self.cursor.space();
        if text.contains(['.', 'x']) {
            return Ok(Value::Float(text));
        }
        match text.parse::<BigInt>() {
            Ok(number) => Ok(Value::Int(number)),
            Err(_) => self.cursor.stop(format!("`{text}` is not a number")),
        }
    }

    fn aggregate(&mut self) -> Read<Value<'a>> {
        let open = self.cursor.byte();
        self.cursor.at += 1;
        self.cursor.space();
        if open == b'<' && self.cursor.byte() == b'{' {
            let value = self.aggregate()?;
            self.cursor.expect(b'>')?;
            return Ok(value);
        }
        let close = match open {
            b'[' => b']',
            b'{' => b'}',
            _ => b'>',
        };
        Ok(Value::Aggregate(self.list(close, Self::operand)?))
    }

    fn word_value(&mut self, ty: Ty) -> Read<Value<'a>> {
        let word = self.cursor.peek_word();
        let simple = match word {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "null" => Value::Null,
            "undef" => Value::Undef,
            "poison" => Value::Poison,
            "zeroinitializer" | "none" => Value::Zero,
            _ => return self.compound_value(word, ty),
        };
        self.cursor.word();
        Ok(simple)
    }

    fn compound_value(&mut self, word: &'a str, ty: Ty) -> Read<Value<'a>> {
        match word {
            "c" => {
                self.cursor.at += 1;
                Ok(Value::Text(self.cursor.string()?))
            }
            "asm" => self.assembly(),
            "splat" => {
                self.cursor.word();
                self.cursor.expect(b'(')?;
                let element = self.operand()?;
                self.cursor.expect(b')')?;
                Ok(Value::Splat(Box::new(element)))
            }
            "blockaddress" => {
                self.cursor.word();
                self.cursor.expect(b'(')?;
                let function = self.cursor.name(b'@')?;
                self.cursor.expect(b',')?;
                let block = self.cursor.name(b'%')?;
                self.cursor.expect(b')')?;
                Ok(Value::BlockAddress(function, block))
            }
            "dso_local_equivalent" | "no_cfi" => {
                self.cursor.word();
                Ok(Value::Global(self.cursor.name(b'@')?))
            }
            "ptrauth" => {
                self.cursor.word();
                self.cursor.balanced()?;
                Ok(Value::Other(word))
            }
            _ if is_constant_expression(word) => Ok(Value::Expression(Box::new(self.constant_expression()?))),
            // `s0x1F`, `u0x1F`: integers in hexadecimal.
            _ if word.starts_with("s0x") || word.starts_with("u0x") => self.hexadecimal(ty),
            _ => self.cursor.stop(format!("expected a value, found {}", self.cursor.found())),
        }
    }
    fn hexadecimal(&mut self, ty: Ty) -> Read<Value<'a>> {
        let word = self.cursor.peek_word();
        let Some(number) = BigInt::parse_bytes(&word.as_bytes()[3..], 16) else {
            return self.cursor.stop(format!("`{word}` is not a number"));
        };
        self.cursor.word();
        let width = if let TypeKind::Int(width) = self.kind(ty) { *width } else { 64 };
        let negative = word.starts_with('s') && number.bit(u64::from(width.max(1)) - 1);
        Ok(Value::Int(if negative { number - (BigInt::from(1) << width) } else { number }))
    }
    fn assembly(&mut self) -> Read<Value<'a>> {
        self.cursor.word();
        while self.cursor.byte().is_ascii_alphabetic() {
            self.cursor.word();
        }
        let template = self.cursor.string()?;
        self.cursor.expect(b',')?;
        let constraints = self.cursor.string()?;
        Ok(Value::Assembly { template, constraints })
    }

    /// `getelementptr inbounds (T, ptr @x, i64 0)`, `bitcast (T v to T)`, `add (T a, T b)`, …
    fn constant_expression(&mut self) -> Read<InstructionKind<'a>> {
        let opcode = self.cursor.word();
        let flags = self.flags()?;
        if opcode == "getelementptr" {
            self.cursor.expect(b'(')?;
            let kind = self.get_element_pointer(flags)?;
            self.cursor.expect(b')')?;
            return Ok(kind);
        }
        if let Some(op) = Self::cast_op(opcode) {
            self.cursor.expect(b'(')?;
            let operand = self.operand()?;
            self.cursor.expect_word("to")?;
            let to = self.ty()?;
            self.cursor.expect(b')')?;
            return Ok(InstructionKind::Cast { op, flags: flags.flags, operand, to });
        }
        if matches!(opcode, "icmp" | "fcmp") {
            return self.constant_comparison(opcode);
        }
        self.cursor.expect(b'(')?;
        let operands = self.list(b')', Self::operand)?;
        self.constant_operation(opcode, flags.flags, operands)
    }
    fn constant_comparison(&mut self, opcode: &'a str) -> Read<InstructionKind<'a>> {
        let predicate = self.cursor.word();
        self.cursor.expect(b'(')?;
        let left = self.operand()?;
        self.cursor.expect(b',')?;
        let right = self.operand()?;
        self.cursor.expect(b')')?;
        self.comparison(opcode, predicate, Default::default(), left.ty, left.value, right.value)
    }
    fn constant_operation(
        &mut self,
        opcode: &'a str,
        flags: crate::syntax::module::Flags,
        operands: Vec<Operand<'a>>,
    ) -> Read<InstructionKind<'a>> {
        let mut operands = operands.into_iter();
        let (first, second, third) = (operands.next(), operands.next(), operands.next());
        match (opcode, first, second, third) {
            ("select", Some(condition), Some(then), Some(otherwise)) => {
                Ok(InstructionKind::Select { flags, condition, then, otherwise })
            }
            ("extractelement", Some(vector), Some(index), None) => {
                Ok(InstructionKind::ExtractElement { vector, index })
            }
            ("insertelement", Some(vector), Some(element), Some(index)) => {
                Ok(InstructionKind::InsertElement { vector, element, index })
            }
            ("shufflevector", Some(left), Some(right), Some(mask)) => {
                Ok(InstructionKind::ShuffleVector { left, right, mask })
            }
            (_, Some(left), Some(right), None) => match Self::binary_op(opcode) {
                Some(op) => {
                    Ok(InstructionKind::Binary { op, flags, ty: left.ty, left: left.value, right: right.value })
                }
                None => Ok(InstructionKind::Other { opcode, terminator: false }),
            },
            _ => Ok(InstructionKind::Other { opcode, terminator: false }),
        }
    }

    /// What stands behind `metadata` in calls of debug intrinsics, and in debug records.
    pub(super) fn metadata_argument(&mut self) -> Read<MetadataArgument<'a>> {
        if self.cursor.byte() == b'!' {
            let at = self.cursor.at as u32;
            return Ok(match self.metadata_node()? {
                Some(number) => MetadataArgument::Node(number),
                None => MetadataArgument::Inline(at),
            });
        }
        Ok(MetadataArgument::Value(Box::new(self.operand()?)))
    }
}
