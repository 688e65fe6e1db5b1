//! The values that inputs are tried with: ends of their types, and numbers that the program mentions.

use cairn_ir::interp::{InputRequest, Inputs};
use cairn_ir::layout::Layout;
use cairn_ir::value::{ArrayValue, Bits, Value};
use cairn_ir::{ExprId, ExprKind, Program, TypeId, TypeKind};
use fastrand::Rng;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// Numbers of the program that are tried, the largest first.
const MOST_NUMBERS: usize = 24;
const SEED: u64 = 1;

/// What an input may be, whatever its width.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Extreme {
    AllOnes,
    SignedMost,
    SignedLeast,
    Number(BigInt),
}

pub struct Extremes<'p> {
    layout: Layout<'p>,
    values: Vec<Extreme>,
}

impl<'p> Extremes<'p> {
    pub fn of(program: &'p Program) -> Self {
        let mut numbers: Vec<BigInt> = Vec::new();
        for number in 0..program.expr_count() {
            let value = match &program.expr(ExprId(number as u32)).kind {
                ExprKind::Const(Value::Int(bits)) => bits.signed(),
                ExprKind::Const(Value::MathInt(value)) => value.clone(),
                _ => continue,
            };
            numbers.extend([&value - 1, value.clone(), &value + 1]);
        }
        numbers.sort_by(|a, b| b.abs().cmp(&a.abs()).then(b.cmp(a)));
        numbers.dedup();
        numbers.retain(|n| !n.is_zero() && !n.is_one());
        numbers.truncate(MOST_NUMBERS);
        let mut values = vec![Extreme::SignedMost, Extreme::AllOnes, Extreme::Number(BigInt::zero())];
        values.extend([Extreme::Number(BigInt::one()), Extreme::SignedLeast]);
        values.extend(numbers.into_iter().map(Extreme::Number));
        Self { layout: Layout::new(&program.types, program.target), values }
    }
    /// Where executions begin: every input the same extreme, then mixtures. The last choice holds for all further inputs.
    pub fn starts(&self, mixtures: usize) -> Vec<Vec<usize>> {
        let mut random = Rng::with_seed(SEED);
        let mut starts: Vec<Vec<usize>> = (0..self.values.len()).map(|value| vec![value]).collect();
        for _ in 0..mixtures {
            let length = random.usize(2..6);
            starts.push((0..length).map(|_| random.usize(..self.values.len())).collect());
        }
        starts
    }
    /// Moves the input that was asked for last to its next value, or if it has had them all, the one before. False if
    /// there is none left.
    pub fn next(&self, choices: &mut Vec<usize>, asked: usize) -> bool {
        // Far down it is better to try another start than all combinations.
        const DEEPEST: usize = 64;
        if asked == 0 || asked > DEEPEST {
            return false;
        }
        let last = choices.last().copied().unwrap_or(0);
        choices.resize(asked.max(choices.len()), last);
        choices.truncate(asked.max(1));
        while let Some(choice) = choices.pop() {
            if choice + 1 < self.values.len() {
                choices.push(choice + 1);
                return true;
            }
        }
        false
    }
    fn value(&self, ty: TypeId, choice: usize) -> Option<Value> {
        let extreme = &self.values[choice % self.values.len()];
        Some(match self.layout.kind(ty)? {
            TypeKind::Bool => Value::Bool(!matches!(extreme, Extreme::Number(n) if n.is_zero())),
            TypeKind::Int(width) => Value::Int(Bits::from_signed(*width, &number(extreme, *width))),
            TypeKind::MathInt => Value::MathInt(number(extreme, 64)),
            TypeKind::Array { element, length, .. } => self.array(*element, *length, choice)?,
            TypeKind::Record(record) => {
                Value::Record(record.fields.iter().map(|f| self.value(f.ty, choice)).collect::<Option<_>>()?)
            }
            TypeKind::Float(_) | TypeKind::Real | TypeKind::Pointer | TypeKind::Union(_) => self.layout.zero(ty)?,
        })
    }
    fn array(&self, element: TypeId, length: Option<u64>, choice: usize) -> Option<Value> {
        Some(Value::Array(ArrayValue::filled(length, self.value(element, choice)?)))
    }
}

fn number(extreme: &Extreme, width: u32) -> BigInt {
    let half = BigInt::one() << (width - 1);
    match extreme {
        Extreme::AllOnes => BigInt::from(-1),
        Extreme::SignedMost => half - 1,
        Extreme::SignedLeast => -half,
        Extreme::Number(number) => number.clone(),
    }
}

/// Answers every request by a list of choices, the last of which goes on for ever.
pub struct Chosen<'e, 'p> {
    extremes: &'e Extremes<'p>,
    choices: Vec<usize>,
    asked: usize,
}

impl<'e, 'p> Chosen<'e, 'p> {
    pub fn new(extremes: &'e Extremes<'p>, choices: &[usize]) -> Self {
        Self { extremes, choices: choices.to_vec(), asked: 0 }
    }
    /// How many inputs were asked for.
    pub fn asked(&self) -> usize {
        self.asked
    }
}

impl Inputs for Chosen<'_, '_> {
    fn next(&mut self, request: &InputRequest) -> Option<Value> {
        let choice = self.choices.get(self.asked).or(self.choices.last()).copied().unwrap_or(0);
        self.asked += 1;
        match request.count {
            Some(length) => self.extremes.array(request.ty, Some(length), choice),
            None => self.extremes.value(request.ty, choice),
        }
    }
}
