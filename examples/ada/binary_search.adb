package body Binary_Search is
   procedure Step
     (Table : Numbers; Key : Integer; Low, High : in out Positive; Found : out Boolean)
   is
      Middle : Positive;
   begin
      Middle := (Low + High) / 2;
      Found := Table (Middle) = Key;
      if Found then
         Low := Middle;
         High := Middle;
      elsif Table (Middle) < Key then
         Low := Middle + 1;
      else
         High := Middle - 1;
      end if;
   end Step;
end Binary_Search;
