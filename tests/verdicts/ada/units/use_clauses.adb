-- `with`, `use`, `use type` and `use all type`.
-- run: cairn check %s
-- exit: 1
-- others: proved 3

with Units_Of_Measure;
procedure Use_Clauses (Speed : in out Units_Of_Measure.Knots; State : in out Units_Of_Measure.Gear) is
   use type Units_Of_Measure.Knots;
   use all type Units_Of_Measure.Gear;
begin
   if State = Down and then Speed > Limit (Down) then
      Speed := Limit (Down);
   end if;
   declare
      use Units_Of_Measure;
      Reserve : Knots;
   begin
      Reserve := Limit (State) - Speed; --~ violated range, proved overflow
      pragma Assert (Reserve <= Limit (State));
   end;
end Use_Clauses;
