--  Results are any values the postconditions allow: what RM A.5.1 guarantees. Preconditions are where
--  Ada raises Argument_Error or Constraint_Error, or where the result would overflow.
package Ada.Numerics.Long_Elementary_Functions with Pure, SPARK_Mode is
   function Sqrt (X : Long_Float) return Long_Float with Import, Convention => Intrinsic;
   function Log (X : Long_Float) return Long_Float with Import,
     Pre => X > 0.0,
     Post => Log'Result in -11400.0 .. 11400.0;
   function Log (X, Base : Long_Float) return Long_Float with Import,
     Pre => X > 0.0 and Base > 0.0 and Base /= 1.0;
   function Exp (X : Long_Float) return Long_Float with Import,
     Pre => X <= 709.78271289338,
     Post => Exp'Result >= 0.0 and then (if X = 0.0 then Exp'Result = 1.0);
   function "**" (Left, Right : Long_Float) return Long_Float with Import, Convention => Intrinsic;
   function Sin (X : Long_Float) return Long_Float with Import,
     Post => Sin'Result in -1.0 .. 1.0 and then (if X = 0.0 then Sin'Result = 0.0);
   function Sin (X, Cycle : Long_Float) return Long_Float with Import,
     Pre => Cycle > 0.0,
     Post => Sin'Result in -1.0 .. 1.0;
   function Cos (X : Long_Float) return Long_Float with Import,
     Post => Cos'Result in -1.0 .. 1.0 and then (if X = 0.0 then Cos'Result = 1.0);
   function Cos (X, Cycle : Long_Float) return Long_Float with Import,
     Pre => Cycle > 0.0,
     Post => Cos'Result in -1.0 .. 1.0;
   function Tan (X : Long_Float) return Long_Float with Import,
     Post => (if X = 0.0 then Tan'Result = 0.0);
   function Cot (X : Long_Float) return Long_Float with Import,
     Pre => X /= 0.0;
   function Tan (X, Cycle : Long_Float) return Long_Float with Import, Convention => Intrinsic;
   function Cot (X, Cycle : Long_Float) return Long_Float with Import, Convention => Intrinsic;
   function Arcsin (X : Long_Float) return Long_Float with Import,
     Pre => X in -1.0 .. 1.0,
     Post => Arcsin'Result in -1.5708 .. 1.5708 and then (if X = 0.0 then Arcsin'Result = 0.0);
   function Arcsin (X, Cycle : Long_Float) return Long_Float with Import,
     Pre => X in -1.0 .. 1.0 and Cycle > 0.0;
   function Arccos (X : Long_Float) return Long_Float with Import,
     Pre => X in -1.0 .. 1.0,
     Post => Arccos'Result in 0.0 .. 3.1416 and then (if X = 1.0 then Arccos'Result = 0.0);
   function Arccos (X, Cycle : Long_Float) return Long_Float with Import,
     Pre => X in -1.0 .. 1.0 and Cycle > 0.0;
   function Arctan (Y : Long_Float; X : Long_Float := 1.0) return Long_Float with Import,
     Pre => X /= 0.0 or Y /= 0.0,
     Post => Arctan'Result in -3.1416 .. 3.1416;
   function Arctan (Y : Long_Float; X : Long_Float := 1.0; Cycle : Long_Float) return Long_Float with Import,
     Pre => (X /= 0.0 or Y /= 0.0) and Cycle > 0.0;
   function Arccot (X : Long_Float; Y : Long_Float := 1.0) return Long_Float with Import,
     Pre => X /= 0.0 or Y /= 0.0,
     Post => Arccot'Result in -3.1416 .. 3.1416;
   function Arccot (X : Long_Float; Y : Long_Float := 1.0; Cycle : Long_Float) return Long_Float with Import,
     Pre => (X /= 0.0 or Y /= 0.0) and Cycle > 0.0;
   function Sinh (X : Long_Float) return Long_Float with Import,
     Pre => abs X <= 710.47586007394,
     Post => (if X = 0.0 then Sinh'Result = 0.0);
   function Cosh (X : Long_Float) return Long_Float with Import,
     Pre => abs X <= 710.47586007394,
     Post => Cosh'Result >= 1.0 and then (if X = 0.0 then Cosh'Result = 1.0);
   function Tanh (X : Long_Float) return Long_Float with Import,
     Post => Tanh'Result in -1.0 .. 1.0 and then (if X = 0.0 then Tanh'Result = 0.0);
   function Coth (X : Long_Float) return Long_Float with Import,
     Pre => X /= 0.0,
     Post => abs Coth'Result >= 1.0;
   function Arcsinh (X : Long_Float) return Long_Float with Import,
     Post => Arcsinh'Result in -11400.0 .. 11400.0 and then (if X = 0.0 then Arcsinh'Result = 0.0);
   function Arccosh (X : Long_Float) return Long_Float with Import,
     Pre => X >= 1.0,
     Post => Arccosh'Result in 0.0 .. 11400.0;
   function Arctanh (X : Long_Float) return Long_Float with Import,
     Pre => abs X < 1.0,
     Post => Arctanh'Result in -11400.0 .. 11400.0 and then (if X = 0.0 then Arctanh'Result = 0.0);
   function Arccoth (X : Long_Float) return Long_Float with Import,
     Pre => abs X > 1.0,
     Post => Arccoth'Result in -11400.0 .. 11400.0;
end Ada.Numerics.Long_Elementary_Functions;
