-- run: cairn check %s
-- exit: 1
-- others: proved 7
--  A delta aggregate begins with a value that keeps the predicates of its subtype, whatever is changed then.
procedure Delta_Base is
   type Pair is record
      L, R : Integer;
   end record with Dynamic_Predicate => Pair.L <= Pair.R;
   type Row is array (1 .. 3) of Integer with Dynamic_Predicate => Row (1) <= Row (3);
   P : Pair := (1, 2);
   A : Row := (1, 2, 3);
begin
   P := (P with delta L => 0);
   A := (A with delta 1 => 0);
   A (1) := 9;
   begin
      A := (A with delta 1 => 0);
      pragma Assert (False);
   exception
      when others => null;
   end;
   P.L := 9;
   P := (P with delta L => 0);   --~ violated assertion, proved assertion
end Delta_Base;
