--  finished
--  Names of `out` arguments are evaluated before the call, checks included (RM 6.4.1(7)).
procedure Out_Names is
   type Vector is array (1 .. 3) of Integer;
   type Choice (Flag : Boolean := False) is record
      case Flag is
         when True  => N : Integer;
         when False => null;
      end case;
   end record;
   V     : Vector := (1, 2, 3);
   I     : Integer := 1;
   C     : Choice := (Flag => False);
   Calls : Integer := 0;
   procedure Set (X : out Integer; Next : in out Integer) is
   begin
      X := 10;
      Next := Next + 1;
      Calls := Calls + 1;
   end Set;
   procedure Give (X : out Integer) is
   begin
      Calls := Calls + 100;
      X := 5;
   end Give;
begin
   Set (V (I), I);
   pragma Assert (V (1) = 10 and V (2) = 2 and I = 2);
   begin
      Give (C.N);
   exception
      when Constraint_Error => Calls := Calls + 10;
   end;
   pragma Assert (Calls = 11);
   I := 4;
   begin
      Give (V (I));
   exception
      when Constraint_Error => Calls := Calls + 10;
   end;
   pragma Assert (Calls = 21);
end Out_Names;
