--  Results are any values the postconditions allow: what RM A.5.1 guarantees. Preconditions are where
--  Ada raises Argument_Error or Constraint_Error, or where the result would overflow.
generic
   type Float_Type is digits <>;
package Ada.Numerics.Generic_Elementary_Functions with Pure, SPARK_Mode is
   function Sqrt (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Log (X : Float_Type'Base) return Float_Type'Base with Import,
     Pre => X > 0.0,
     Post => Log'Result in -11400.0 .. 11400.0;
   function Log (X, Base : Float_Type'Base) return Float_Type'Base with Import,
     Pre => X > 0.0 and Base > 0.0 and Base /= 1.0;
   function Exp (X : Float_Type'Base) return Float_Type'Base with Import,
     Pre => X <= (if Float_Type'Base'Digits > 15 then 11356.52 elsif Float_Type'Base'Digits > 6 then 709.78271289338 else 88.72283),
     Post => Exp'Result >= 0.0 and then (if X = 0.0 then Exp'Result = 1.0);
   function "**" (Left, Right : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Sin (X : Float_Type'Base) return Float_Type'Base with Import,
     Post => Sin'Result in -1.0 .. 1.0 and then (if X = 0.0 then Sin'Result = 0.0);
   function Sin (X, Cycle : Float_Type'Base) return Float_Type'Base with Import,
     Pre => Cycle > 0.0,
     Post => Sin'Result in -1.0 .. 1.0;
   function Cos (X : Float_Type'Base) return Float_Type'Base with Import,
     Post => Cos'Result in -1.0 .. 1.0 and then (if X = 0.0 then Cos'Result = 1.0);
   function Cos (X, Cycle : Float_Type'Base) return Float_Type'Base with Import,
     Pre => Cycle > 0.0,
     Post => Cos'Result in -1.0 .. 1.0;
   function Tan (X : Float_Type'Base) return Float_Type'Base with Import,
     Post => (if X = 0.0 then Tan'Result = 0.0);
   function Cot (X : Float_Type'Base) return Float_Type'Base with Import,
     Pre => X /= 0.0;
   function Tan (X, Cycle : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Cot (X, Cycle : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Arcsin (X : Float_Type'Base) return Float_Type'Base with Import,
     Pre => X in -1.0 .. 1.0,
     Post => Arcsin'Result in -1.5708 .. 1.5708 and then (if X = 0.0 then Arcsin'Result = 0.0);
   function Arcsin (X, Cycle : Float_Type'Base) return Float_Type'Base with Import,
     Pre => X in -1.0 .. 1.0 and Cycle > 0.0;
   function Arccos (X : Float_Type'Base) return Float_Type'Base with Import,
     Pre => X in -1.0 .. 1.0,
     Post => Arccos'Result in 0.0 .. 3.1416 and then (if X = 1.0 then Arccos'Result = 0.0);
   function Arccos (X, Cycle : Float_Type'Base) return Float_Type'Base with Import,
     Pre => X in -1.0 .. 1.0 and Cycle > 0.0;
   function Arctan (Y : Float_Type'Base; X : Float_Type'Base := 1.0) return Float_Type'Base with Import,
     Pre => X /= 0.0 or Y /= 0.0,
     Post => Arctan'Result in -3.1416 .. 3.1416;
   function Arctan (Y : Float_Type'Base; X : Float_Type'Base := 1.0; Cycle : Float_Type'Base) return Float_Type'Base with Import,
     Pre => (X /= 0.0 or Y /= 0.0) and Cycle > 0.0;
   function Arccot (X : Float_Type'Base; Y : Float_Type'Base := 1.0) return Float_Type'Base with Import,
     Pre => X /= 0.0 or Y /= 0.0,
     Post => Arccot'Result in -3.1416 .. 3.1416;
   function Arccot (X : Float_Type'Base; Y : Float_Type'Base := 1.0; Cycle : Float_Type'Base) return Float_Type'Base with Import,
     Pre => (X /= 0.0 or Y /= 0.0) and Cycle > 0.0;
   function Sinh (X : Float_Type'Base) return Float_Type'Base with Import,
     Pre => abs X <= (if Float_Type'Base'Digits > 15 then 11357.21 elsif Float_Type'Base'Digits > 6 then 710.47586007394 else 89.41598),
     Post => (if X = 0.0 then Sinh'Result = 0.0);
   function Cosh (X : Float_Type'Base) return Float_Type'Base with Import,
     Pre => abs X <= (if Float_Type'Base'Digits > 15 then 11357.21 elsif Float_Type'Base'Digits > 6 then 710.47586007394 else 89.41598),
     Post => Cosh'Result >= 1.0 and then (if X = 0.0 then Cosh'Result = 1.0);
   function Tanh (X : Float_Type'Base) return Float_Type'Base with Import,
     Post => Tanh'Result in -1.0 .. 1.0 and then (if X = 0.0 then Tanh'Result = 0.0);
   function Coth (X : Float_Type'Base) return Float_Type'Base with Import,
     Pre => X /= 0.0,
     Post => abs Coth'Result >= 1.0;
   function Arcsinh (X : Float_Type'Base) return Float_Type'Base with Import,
     Post => Arcsinh'Result in -11400.0 .. 11400.0 and then (if X = 0.0 then Arcsinh'Result = 0.0);
   function Arccosh (X : Float_Type'Base) return Float_Type'Base with Import,
     Pre => X >= 1.0,
     Post => Arccosh'Result in 0.0 .. 11400.0;
   function Arctanh (X : Float_Type'Base) return Float_Type'Base with Import,
     Pre => abs X < 1.0,
     Post => Arctanh'Result in -11400.0 .. 11400.0 and then (if X = 0.0 then Arctanh'Result = 0.0);
   function Arccoth (X : Float_Type'Base) return Float_Type'Base with Import,
     Pre => abs X > 1.0,
     Post => Arccoth'Result in -11400.0 .. 11400.0;
end Ada.Numerics.Generic_Elementary_Functions;
