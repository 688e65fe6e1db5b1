-- run: cairn check %s
-- exit: 1
-- others: proved 0

--  The expression of an address clause is evaluated where the clause stands.
with System.Storage_Elements; use System.Storage_Elements;
procedure Evaluated (Zero, Way : Integer) is
   type Row is array (1 .. 4) of Integer;
   A : Row := (others => 0);
   I : constant Integer := Zero;
begin
   if Way = 1 then
      declare
         X : Integer;
         for X'Address use To_Address (Integer_Address (100 / Zero)); --~ violated division-by-zero, proved overflow, violated range, unsupported unsupported
      begin
         null;
      end;
   elsif Way = 2 then
      declare
         Y : Integer with Import, Address => A (I)'Address; --~ violated index
      begin
         null;
      end;
   end if;
   pragma Assert (A = (0, 0, 0, 0)); --~ unsupported assertion
end Evaluated;
