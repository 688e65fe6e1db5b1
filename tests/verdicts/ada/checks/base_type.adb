-- The base type of a small range is the smallest machine type that holds it: 100 + 27 fits, 100 + 28 does not.
-- run: cairn check %s
-- exit: 1
-- others: proved 3

procedure Base_Type is
   type Percent is range 0 .. 100;
   Full : Percent := 100;
   Sum  : Percent'Base := 0;
begin
   Sum := Full + 27;
   pragma Assert (Sum = 127 and Percent'Base'Last = 127 and Percent'Base'First = -128);
   Sum := Full + 28; --~ violated overflow
   Full := Percent (Sum);
end Base_Type;
