-- run: cairn check %s
-- exit: 2
-- others: proved 12
--  An array that is converted in an `out` or `in out` argument has the bounds of the target subtype inside, and keeps its own.
procedure Converted_Arguments (Way : Integer) is
   type Row is array (Integer range <>) of Integer;
   function Id (X : Integer) return Integer is (X);

   X : Row := (5 => 1, 6 => 2);
   subtype Low is Row (1 .. 2);
   subtype Moved is Row (Id (1) .. Id (2));

   procedure Fill (Y : out Row; First, Last : out Integer) is
   begin
      First := Y'First;
      Last := Y'Last;
      Y := (others => 7);
   end Fill;

   procedure Change (Y : in out Row; First, Last : out Integer) is
   begin
      First := Y'First;
      Last := Y'Last;
      Y (Y'First) := 8;
   end Change;

   F, L : Integer;
begin
   Fill (Low (X), F, L);
   pragma Assert (F = 1 and L = 2 and X (5) = 7);
   Fill (Moved (X), F, L);
   pragma Assert (F = 1 and L = 2 and X'First = 5);
   Change (Moved (X), F, L);
   pragma Assert (F = 1 and L = 2 and X (5) = 8 and X (6) = 7);
   if Way = 1 then
      declare
         D : Row := (Id (3) .. Id (4) => 0);
      begin
         Change (Low (D), F, L); --~ unsupported unsupported
      end;
   end if;
end Converted_Arguments;
