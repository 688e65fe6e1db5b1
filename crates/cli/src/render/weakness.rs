//! Which weakness of the CWE a violated check is, for reports that code hosts read. Kinds that speak of a program's own statements
//! have the one about assertions; those about the analysis itself have none.

/// An entry of the Common Weakness Enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weakness {
    pub number: u32,
    pub name: &'static str,
}

impl Weakness {
    pub fn address(&self) -> String {
        format!("https://cwe.mitre.org/data/definitions/{}.html", self.number)
    }
}

const KNOWN: [(&str, u32, &str); 20] = [
    ("overflow", 190, "Integer Overflow or Wraparound"),
    ("index", 129, "Improper Validation of Array Index"),
    ("length", 131, "Incorrect Calculation of Buffer Size"),
    ("range", 1284, "Improper Validation of Specified Quantity in Input"),
    ("division-by-zero", 369, "Divide By Zero"),
    ("shift", 1335, "Incorrect Bitwise Shift of Integer"),
    ("conversion", 681, "Incorrect Conversion between Numeric Types"),
    ("float", 682, "Incorrect Calculation"),
    ("pointer", 119, "Improper Restriction of Operations within the Bounds of a Memory Buffer"),
    ("free", 763, "Release of Invalid Pointer or Reference"),
    ("leak", 401, "Missing Release of Memory after Effective Lifetime"),
    ("uninitialized", 457, "Use of Uninitialized Variable"),
    ("discriminant", 843, "Access of Resource Using Incompatible Type ('Type Confusion')"),
    ("race", 362, "Concurrent Execution using Shared Resource with Improper Synchronization ('Race Condition')"),
    ("termination", 835, "Loop with Unreachable Exit Condition ('Infinite Loop')"),
    ("recursion", 674, "Uncontrolled Recursion"),
    ("assertion", 617, "Reachable Assertion"),
    ("reachable", 617, "Reachable Assertion"),
    ("precondition", 573, "Improper Following of Specification by Caller"),
    ("postcondition", 440, "Expected Behavior Violation"),
];

/// Of a kind of check.
pub fn of(kind: &str) -> Option<Weakness> {
    KNOWN.iter().find(|(name, ..)| *name == kind).map(|&(_, number, name)| Weakness { number, name })
}

pub fn by_number(number: u32) -> Option<Weakness> {
    KNOWN.iter().find(|(_, own, _)| *own == number).map(|&(_, number, name)| Weakness { number, name })
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_kind_is_one() {
        for (kind, ..) in super::KNOWN {
            assert!(cairn_verify::CheckKind::from_name(kind).is_some(), "{kind}");
        }
    }
}
