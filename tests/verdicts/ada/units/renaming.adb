-- Renaming of objects, components, exceptions, packages, subprograms and operators.
-- run: cairn check %s
-- others: proved 10

procedure Renaming is
   package Telemetry is
      type Frame is record
         Head : Natural := 0;
         Data : String (1 .. 4) := "....";
      end record;
      Overrun : exception;
      function Grown (X : Integer; By : Integer := 1) return Integer is (X + By);
      Current : Frame;
   end Telemetry;

   package T renames Telemetry;
   Head : Natural renames T.Current.Head;
   Lost : exception renames T.Overrun;
   function Bigger (X : Integer; Step : Integer := 5) return Integer renames T.Grown;
   function "+" (A, B : Integer) return Integer renames Standard."-";
   subtype Frame is T.Frame;
   Table : array (1 .. 3) of Integer := (10, 20, 30);
   I     : Integer := 2;
   Cell  : Integer renames Table (I);
   F     : Frame renames T.Current;
begin
   Head := 3;
   pragma Assert (F.Head = 3 and T.Current.Data (Head) = '.');
   I := 3;
   Cell := 0;
   pragma Assert (Table = (10, 0, 30));
   pragma Assert (Bigger (1) = 6 and T.Grown (1) = 2);
   I := I + 5;
   pragma Assert (I = -2);
   begin
      raise Lost;
   exception
      when T.Overrun => Head := 4;
   end;
   pragma Assert (Telemetry.Current.Head = 4);
end Renaming;
