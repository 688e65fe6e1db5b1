-- The range of a loop must be within the subtype it names, known or not, unless it is empty.
-- run: cairn check %s
-- exit: 1
-- others: proved 9

procedure Loop_Range_Check (N : Integer) is
   type Grade is (A, B, C, D, E);
   subtype Offset is Integer range 3 .. 4;
   procedure Walk (Last : Offset) is
      subtype Passed is Grade range B .. Grade'Val (Last);
      Count : Natural := 0;
   begin
      for G in Passed range C .. A loop
         Count := Count + 10;
      end loop;
      for G in Passed range B .. D loop
         Count := Count + 1;
      end loop;
      pragma Assert (Count = 3);
      for G in Passed range C .. E loop --~ violated range
         null;
      end loop;
   end Walk;
begin
   if N in Offset then
      Walk (N);
   end if;
end Loop_Range_Check;
