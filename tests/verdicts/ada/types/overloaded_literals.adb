-- The same literal in two enumerations; the expected type and qualification tell them apart.
-- run: cairn check %s
-- others: proved 8

procedure Overloaded_Literals is
   type Lamp is (Red, Amber, Green);
   type Fault is (None, Amber, Red);
   L : Lamp := Red;
   F : Fault := Red;
   function Code (X : Lamp) return Integer is (Lamp'Pos (X));
   function Code (X : Fault) return Integer is (10 + Fault'Pos (X));
   function Green return Fault is (None);
begin
   pragma Assert (Code (L) = 0 and Code (F) = 12);
   pragma Assert (Code (Lamp'(Amber)) = 1);
   pragma Assert (Code (Fault'(Amber)) = 11);
   L := Green;
   F := Green;
   pragma Assert (L = Lamp'Last and F = Fault'First);
   pragma Assert (L > Amber and F < Amber);
   case F is
      when None => L := Amber;
      when Amber | Red => L := Red;
   end case;
   pragma Assert (L = Amber and Lamp'Max (L, Red) = Amber and Lamp'Min (L, Red) = Red);
end Overloaded_Literals;
