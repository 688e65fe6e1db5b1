generic
   type Float_Type is digits <>;
package Ada.Numerics.Generic_Elementary_Functions with Pure is
   function Sqrt (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Log (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Exp (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Sin (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Cos (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Tan (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Cot (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Arcsin (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Arccos (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Sinh (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Cosh (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Tanh (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Coth (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Arcsinh (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Arccosh (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Arctanh (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Arccoth (X : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Sin (X, Cycle : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Cos (X, Cycle : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Tan (X, Cycle : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Arcsin (X, Cycle : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Arccos (X, Cycle : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Log (X, Base : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function "**" (Left, Right : Float_Type'Base) return Float_Type'Base with Import, Convention => Intrinsic;
   function Arctan (Y : Float_Type'Base; X : Float_Type'Base := 1.0) return Float_Type'Base with Import, Convention => Intrinsic;
end Ada.Numerics.Generic_Elementary_Functions;
