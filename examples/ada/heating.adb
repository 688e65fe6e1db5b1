package body Heating is
   function Wanted (Outside : Degrees) return Mode is
   begin
      if Outside > 20 then
         return Off;
      elsif Outside > 5 then
         return Warm;
      else
         return Hot;
      end if;
   end Wanted;

   procedure Wait (Clock : in out Minute; Step : Minute) is
   begin
      Clock := Clock + Step;
   end Wait;

   function Middle (Low, High : Degrees) return Degrees is
   begin
      return Low + (High - Low) / 2;
   end Middle;
end Heating;
