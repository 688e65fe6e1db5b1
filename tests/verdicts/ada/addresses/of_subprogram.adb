-- run: cairn check %s
-- exit: 1
-- others: proved 1

--  The address of a subprogram is evaluated, too, though nothing needs it.
with System.Storage_Elements; use System.Storage_Elements;
procedure Of_Subprogram is
   Base : constant System.Address := System'To_Address (64);

   function Offset return Natural is (0);

   procedure Elsewhere with --~ warning A0022
      Import,
      Address => Base + Storage_Offset (8 / Offset); --~ violated division-by-zero
begin
   Elsewhere;
end Of_Subprogram;
