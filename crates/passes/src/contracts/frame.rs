//! What may be assigned: locations saved where they are meant, made arbitrary, and asked about at writes.

use super::narrow::narrow_number;
use super::pointers::has_pointers;
use super::writer::{Meaning, Said, Writer, ill_typed};
use cairn_base::Span;
use cairn_ir::{
    Binary, Convert, ExprId, Location, Place, PlaceBase, Region, Sign, StatementKind, TypeId, Unary, VarId,
};

/// A location as it was where it was saved.
#[derive(Clone, Debug)]
pub enum Saved {
    /// A variable, or a part of one that no pointer leads to.
    Variable(VarId),
    /// Elements of memory, numbered by 128-bit integers; both ends included.
    Elements { pointer: ExprId, element: TypeId, low: ExprId, high: ExprId, when: Option<ExprId> },
    /// All of an object, which is written as elements of this type.
    Object { pointer: ExprId, element: Option<TypeId>, when: Option<ExprId> },
}

impl Writer<'_> {
    /// Saves what a location means here.
    pub fn save_location(&mut self, location: &Location, meaning: &Meaning, span: Option<Span>) -> Said<Saved> {
        let when = match location.when {
            Some(when) => {
                let when = self.carried(when, meaning)?;
                Some(self.save("when", when, span))
            }
            None => None,
        };
        match &location.region {
            Region::Object(pointer) => {
                let pointer = self.carried(*pointer, meaning)?;
                let pointer = self.save("object", pointer, span);
                Ok(Saved::Object { pointer, element: None, when })
            }
            Region::Elements { pointer, element, low, high } => {
                let pointer = self.carried(*pointer, meaning)?;
                let pointer = self.save("elements", pointer, span);
                let bound = |this: &mut Self, number: ExprId| {
                    let number = this.replaced(number, meaning)?;
                    let number =
                        narrow_number(this.program, number).ok_or("a bound of a range is not bounded itself")?;
                    Ok::<_, String>(this.save("bound", number, span))
                };
                let (low, high) = (bound(self, *low)?, bound(self, *high)?);
                Ok(Saved::Elements { pointer, element: *element, low, high, when })
            }
            Region::Place(place) => self.save_place(place, when, meaning, span),
        }
    }
    fn save_place(
        &mut self,
        place: &Place,
        when: Option<ExprId>,
        meaning: &Meaning,
        span: Option<Span>,
    ) -> Said<Saved> {
        if let PlaceBase::Var(var) = place.base
            && !self.program.variables[var].addressable
        {
            return match (place.path.is_empty(), when) {
                (true, None) => Ok(Saved::Variable(var)),
                _ => Err("a part of a variable, or a variable under a condition, has no form as a location".into()),
            };
        }
        if let (PlaceBase::Var(var), true, None) = (&place.base, place.path.is_empty(), when) {
            return Ok(Saved::Variable(*var));
        }
        let element = cairn_ir::typing::place_type(self.program, place).map_err(ill_typed)?;
        let pointer = self.program.address_of(place.clone()).map_err(ill_typed)?;
        let pointer = self.carried(pointer, meaning)?;
        let pointer = self.save("place", pointer, span);
        let wide = self.program.types.int(128);
        let zero = self.program.int_const(wide, 0).map_err(ill_typed)?;
        Ok(Saved::Elements { pointer, element, low: zero, high: zero, when })
    }

    // ---- arbitrary values ----

    /// Makes a location arbitrary. Pointers in it cannot be: they would be none that lead anywhere.
    pub fn havoc(&mut self, location: &Saved, span: Option<Span>) -> Said<()> {
        match location {
            Saved::Variable(var) => {
                if has_pointers(self.program, self.program.variables[*var].ty) {
                    return Err("pointers would become arbitrary".into());
                }
                self.emit(StatementKind::Havoc { target: Place::var(*var) }, span);
                Ok(())
            }
            Saved::Object { pointer, element, when } => {
                let element = element.ok_or("an object whose elements are not known would become arbitrary")?;
                self.havoc_object(*pointer, element, *when, span)
            }
            Saved::Elements { pointer, element, low, high, when } => {
                if has_pointers(self.program, *element) {
                    return Err("pointers would become arbitrary".into());
                }
                let (count, first) = self.range(*pointer, *element, *low, *high, *when)?;
                let fresh = self.allocate("arbitrary", *element, count, span);
                let each = self.number(self.size_of(*element))?;
                let bytes = self.binary(Binary::Multiply, count, each)?;
                self.emit(StatementKind::CopyMemory { target: first, source: fresh, bytes }, span);
                Ok(())
            }
        }
    }
    pub fn havoc_object(
        &mut self,
        pointer: ExprId,
        element: TypeId,
        when: Option<ExprId>,
        span: Option<Span>,
    ) -> Said<()> {
        if has_pointers(self.program, element) {
            return Err("pointers would become arbitrary".into());
        }
        let mut size = self.unary(Unary::PointerObjectSize, pointer)?;
        if let Some(when) = when {
            let zero = self.number(0)?;
            size = self.program.if_else(when, size, zero).map_err(ill_typed)?;
        }
        let stride = self.size_of(element).max(1);
        let each = self.number(stride)?;
        // One more, so that a rest of the object is arbitrary too.
        let whole = self.binary(Binary::Divide(Sign::Unsigned), size, each)?;
        let one = self.number(1)?;
        let count = self.binary(Binary::Add, whole, one)?;
        let fresh = self.allocate("arbitrary", element, count, span);
        let offset = self.unary(Unary::PointerOffset, pointer)?;
        let wide = self.program.types.int(64);
        let zero = self.program.int_const(wide, 0).map_err(ill_typed)?;
        let back = self.binary(Binary::Subtract, zero, offset)?;
        let start = self.binary(Binary::PointerAdd { stride: 1 }, pointer, back)?;
        self.emit(StatementKind::CopyMemory { target: start, source: fresh, bytes: size }, span);
        Ok(())
    }
    /// How many elements a range has, and a pointer to the first.
    fn range(
        &mut self,
        pointer: ExprId,
        element: TypeId,
        low: ExprId,
        high: ExprId,
        when: Option<ExprId>,
    ) -> Said<(ExprId, ExprId)> {
        let (unsigned, signed) = (self.program.types.unsigned(64), self.program.types.int(64));
        let wide = self.program.type_of(low);
        let one = self.program.int_const(wide, 1).map_err(ill_typed)?;
        let zero = self.number(0)?;
        let span = self.binary(Binary::Subtract, high, low)?;
        let count = self.binary(Binary::Add, span, one)?;
        let count = self.program.convert(Convert::Truncate, count, unsigned).map_err(ill_typed)?;
        let mut some = self.binary(Binary::LessEqual(Sign::Signed), low, high)?;
        if let Some(when) = when {
            some = self.binary(Binary::And, some, when)?;
        }
        let count = self.program.if_else(some, count, zero).map_err(ill_typed)?;
        let index = self.program.convert(Convert::Truncate, low, signed).map_err(ill_typed)?;
        let stride = self.size_of(element);
        let first = self.binary(Binary::PointerAdd { stride }, pointer, index)?;
        Ok((count, first))
    }

    // ---- questions ----

    /// Whether so many bytes from a pointer on lie in one of the locations, or in nothing that was there at the entry.
    pub fn allowed(&mut self, pointer: ExprId, bytes: u64, frame: &[Saved], entries: &[ExprId]) -> Said<ExprId> {
        let mut ways = Vec::new();
        for location in frame {
            ways.extend(self.inside(pointer, bytes, location)?);
        }
        let mut others = Vec::new();
        for entry in entries {
            let same = self.binary(Binary::SameObject, pointer, *entry)?;
            others.push(self.not(same)?);
        }
        ways.push(self.all(&others)?);
        self.any(&ways)
    }
    /// Whether so many bytes from a pointer on lie in one of the locations.
    pub fn listed(&mut self, pointer: ExprId, bytes: u64, frame: &[Saved]) -> Said<ExprId> {
        let mut ways = Vec::new();
        for location in frame {
            ways.extend(self.inside(pointer, bytes, location)?);
        }
        self.any(&ways)
    }
    /// Whether all of a location lies in one of the locations, or in nothing that was there at the entry.
    pub fn allowed_all(&mut self, location: &Saved, frame: &[Saved], entries: &[ExprId]) -> Said<ExprId> {
        let (pointer, when) = match location {
            Saved::Variable(_) => return Err("a variable is no memory".into()),
            Saved::Object { pointer, when, .. } | Saved::Elements { pointer, when, .. } => (*pointer, *when),
        };
        let mut ways = Vec::new();
        if let Saved::Elements { pointer, element, low, high, .. } = location {
            ways.push(self.binary(Binary::Less(Sign::Signed), *high, *low)?);
            for one in frame {
                ways.extend(self.range_inside(*pointer, *element, (*low, *high), one)?);
            }
        } else {
            for one in frame {
                if let Saved::Object { .. } | Saved::Variable(_) = one {
                    ways.extend(self.inside(pointer, 0, one)?);
                }
            }
        }
        if let Some(when) = when {
            ways.push(self.not(when)?);
        }
        let mut others = Vec::new();
        for entry in entries {
            let same = self.binary(Binary::SameObject, pointer, *entry)?;
            others.push(self.not(same)?);
        }
        ways.push(self.all(&others)?);
        self.any(&ways)
    }
    fn range_inside(
        &mut self,
        pointer: ExprId,
        element: TypeId,
        (low, high): (ExprId, ExprId),
        location: &Saved,
    ) -> Said<Option<ExprId>> {
        let Saved::Elements { pointer: base, element: other, low: first, high: last, when } = location else {
            return self.inside(pointer, 0, location);
        };
        let same = self.binary(Binary::SameObject, pointer, *base)?;
        let (start, end) = self.bytes_of_range(pointer, element, low, high)?;
        let (first, last) = self.bytes_of_range(*base, *other, *first, *last)?;
        let after = self.binary(Binary::LessEqual(Sign::Signed), first, start)?;
        let before = self.binary(Binary::LessEqual(Sign::Signed), end, last)?;
        let mut parts = vec![same, after, before];
        parts.extend(when);
        self.all(&parts).map(Some)
    }
    /// The offsets where a range of elements begins and ends.
    fn bytes_of_range(
        &mut self,
        pointer: ExprId,
        element: TypeId,
        low: ExprId,
        high: ExprId,
    ) -> Said<(ExprId, ExprId)> {
        let base = self.wide_offset(pointer)?;
        let wide = self.program.types.int(128);
        let size = self.size_of(element);
        let size = self.program.int_const(wide, size).map_err(ill_typed)?;
        let one = self.program.int_const(wide, 1).map_err(ill_typed)?;
        let behind = self.binary(Binary::Add, high, one)?;
        let first = self.binary(Binary::Multiply, low, size)?;
        let behind = self.binary(Binary::Multiply, behind, size)?;
        Ok((self.binary(Binary::Add, base, first)?, self.binary(Binary::Add, base, behind)?))
    }
    fn inside(&mut self, pointer: ExprId, bytes: u64, location: &Saved) -> Said<Option<ExprId>> {
        let (holds, when) = match location {
            Saved::Variable(var) => {
                if !self.program.variables[*var].addressable {
                    return Ok(None);
                }
                let address = self.program.address_of(Place::var(*var)).map_err(ill_typed)?;
                (self.binary(Binary::SameObject, pointer, address)?, None)
            }
            Saved::Object { pointer: object, when, .. } => (self.binary(Binary::SameObject, pointer, *object)?, *when),
            Saved::Elements { pointer: base, element, low, high, when } => {
                let same = self.binary(Binary::SameObject, pointer, *base)?;
                let own = self.wide_offset(pointer)?;
                let (first, behind) = self.bytes_of_range(*base, *element, *low, *high)?;
                let wide = self.program.types.int(128);
                let bytes = self.program.int_const(wide, bytes).map_err(ill_typed)?;
                let end = self.binary(Binary::Add, own, bytes)?;
                let after = self.binary(Binary::LessEqual(Sign::Signed), first, own)?;
                let before = self.binary(Binary::LessEqual(Sign::Signed), end, behind)?;
                (self.all(&[same, after, before])?, *when)
            }
        };
        Ok(Some(match when {
            Some(when) => self.binary(Binary::And, holds, when)?,
            None => holds,
        }))
    }
    fn wide_offset(&mut self, pointer: ExprId) -> Said<ExprId> {
        let offset = self.unary(Unary::PointerOffset, pointer)?;
        let wide = self.program.types.int(128);
        self.program.convert(Convert::SignExtend, offset, wide).map_err(ill_typed)
    }
}
