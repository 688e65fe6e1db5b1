package body Smoothing is
   procedure Step (State : in out Celsius; Sample : Celsius) is
   begin
      State := State + (Sample - State) / 4;
   end Step;

   function Largest (W : Window) return Celsius is
      Best : Celsius := W (1);
   begin
      for I in 2 .. W'Last loop
         if W (I) > Best then
            Best := W (I);
         end if;
      end loop;
      return Best;
   end Largest;
end Smoothing;
