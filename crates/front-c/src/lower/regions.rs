//! Memory at fixed addresses: an object for each region, which numbers in it point into.
//!
//! Regions come from the command line and from calls of `__CPROVER_allocated_memory` with constants. Their contents are
//! arbitrary at first; of a volatile one each read gives any value, whatever it is read through.

use super::visit;
use super::{Lower, Lowerer, Refusal};
use crate::sema::tree::{Callee, CastKind, Expr, ExprKind, Program};
use cairn_base::Diagnostic;
use cairn_ir as ir;
use ir::{Binary, ExprId, Initial, Place, Sign, VarId, VariableKind};
use num_bigint::BigInt;

/// Memory at a fixed address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    pub address: u64,
    pub bytes: u64,
    pub volatile: bool,
}

impl Region {
    fn contains(&self, address: u64) -> bool {
        address.checked_sub(self.address).is_some_and(|offset| offset < self.bytes)
    }
    fn overlaps(&self, other: &Region) -> bool {
        self.address < other.address + other.bytes && other.address < self.address + self.bytes
    }
}

impl Lowerer<'_> {
    /// Makes the objects of all regions.
    pub fn prepare_regions(&mut self) {
        let mut regions = self.options.regions.clone();
        for region in declared(self.c) {
            let (address, bytes) = match region {
                Some(region) if regions.contains(&region) => continue,
                Some(region) if !regions.iter().any(|other| other.overlaps(&region)) => {
                    regions.push(region);
                    continue;
                }
                Some(region) => (region.address, region.bytes),
                None => continue,
            };
            let message = format!("the region of {bytes} bytes at {address:#x} overlaps another one");
            self.diagnostics.push(Diagnostic::error(crate::codes::WRONG_REGION, message));
        }
        for region in regions {
            let byte = self.p.types.unsigned(8);
            let ty = self.p.types.array(byte, region.bytes);
            let name = super::numbered(&mut self.global_names, &format!("region {:#x}", region.address));
            let var = self.p.add_variable(name, ty, VariableKind::Global, None);
            let variable = &mut self.p.variables[var];
            (variable.initial, variable.addressable, variable.alignment) = (Initial::Arbitrary, true, 16);
            self.regions.push((region, var));
        }
    }
    /// A pointer to a constant address in a region.
    pub fn constant_region_pointer(&mut self, address: i64) -> Lower<Option<ExprId>> {
        let Ok(address) = u64::try_from(address) else { return Ok(None) };
        let Some((region, var)) = self.regions.iter().find(|(region, _)| region.contains(address)).copied() else {
            return Ok(None);
        };
        let distance = self.number(address - region.address);
        Ok(Some(self.in_region_object(var, distance)?))
    }
    fn in_region_object(&mut self, var: VarId, distance: ExprId) -> Lower<ExprId> {
        let start = self.p.address_of(Place::var(var))?;
        Ok(self.p.binary(Binary::PointerAdd { stride: 1 }, start, distance)?)
    }
    /// The pointer that a number is, if it may be in a region: `otherwise` elsewhere.
    pub fn region_pointer(&mut self, address: ExprId, otherwise: ExprId) -> Lower<ExprId> {
        let mut pointer = otherwise;
        for (region, var) in self.regions.clone() {
            let start = self.number(region.address);
            let distance = self.p.binary(Binary::Subtract, address, start)?;
            let bytes = self.number(region.bytes);
            let inside = self.p.binary(Binary::Less(Sign::Unsigned), distance, bytes)?;
            let there = self.in_region_object(var, distance)?;
            let ty = self.p.types.pointer();
            pointer = self.p.add_expr(ir::ExprKind::If(inside, there, pointer), ty, None)?;
        }
        Ok(pointer)
    }
    /// The number that a pointer is, if it may point into a region: `otherwise` elsewhere.
    pub fn region_address(&mut self, pointer: ExprId, otherwise: ExprId) -> Lower<ExprId> {
        let mut number = otherwise;
        for (region, var) in self.regions.clone() {
            let object = self.p.address_of(Place::var(var))?;
            let same = self.p.binary(Binary::SameObject, pointer, object)?;
            let offset = self.p.unary(ir::Unary::PointerOffset, pointer)?;
            let ty = self.p.types.unsigned(64);
            let offset = self.p.convert(ir::Convert::Retype, offset, ty)?;
            let start = self.number(region.address);
            let address = self.p.binary(Binary::Add, start, offset)?;
            number = self.p.add_expr(ir::ExprKind::If(same, address, number), ty, None)?;
        }
        Ok(number)
    }
    /// What is read at an address: any value, if that is in a volatile region.
    pub fn read_of_region(&mut self, address: ExprId, content: ExprId, span: cairn_base::Span) -> Lower<ExprId> {
        let volatile: Vec<VarId> = self.regions.iter().filter(|(r, _)| r.volatile).map(|(_, var)| *var).collect();
        let mut content = content;
        for var in volatile {
            let object = self.p.address_of(Place::var(var))?;
            let same = self.p.binary(Binary::SameObject, address, object)?;
            let ty = self.p.type_of(content);
            if ir::Layout::new(&self.p.types, self.p.target).size(ty).is_none() {
                return Err(Refusal::at("a read of this type from a volatile region", span));
            }
            let any = self.arbitrary("volatile", ty, span, "a read of a volatile region");
            content = self.p.add_expr(ir::ExprKind::If(same, any, content), ty, None)?;
        }
        Ok(content)
    }
}

/// Regions that the program declares in CBMC's words; `None` for those that are no constants.
fn declared(c: &Program) -> Vec<Option<Region>> {
    let mut found = Vec::new();
    visit::walk_program(c, &mut |e: &Expr| {
        let ExprKind::Call { callee: Callee::Direct(id), arguments } = &e.kind else { return };
        if &*c.functions[*id].name != "__CPROVER_allocated_memory" || c.functions[*id].body.is_some() {
            return;
        }
        let numbers: Vec<Option<u64>> = arguments.iter().map(|a| u64::try_from(&number(c, a)?).ok()).collect();
        found.push(match numbers[..] {
            [Some(address), Some(bytes)]
                if bytes > 0 && address.checked_add(bytes).is_some_and(|end| end < 1 << 62) =>
            {
                Some(Region { address, bytes, volatile: false })
            }
            _ => None,
        });
    });
    found
}

fn number(c: &Program, e: &Expr) -> Option<BigInt> {
    match &e.kind {
        ExprKind::Integer(number) => Some(number.clone()),
        ExprKind::Cast(cast, inner) if matches!(cast.kind, CastKind::Integer | CastKind::PointerToInteger) => {
            Some(c.types.wrap(&number(c, inner)?, e.ty))
        }
        ExprKind::Cast(cast, inner) if cast.kind == CastKind::IntegerToPointer => number(c, inner),
        _ => None,
    }
}

/// Whether a call declares a region with constants, so that it has been made.
pub fn is_constant_region(c: &Program, arguments: &[Expr]) -> bool {
    matches!(arguments, [address, bytes] if number(c, address).is_some() && number(c, bytes).is_some())
}
