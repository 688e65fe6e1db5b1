-- Elements of a parameter that is an array of floats are numbers; that all of them are is a quantifier over many values.
-- run: cairn check %s
-- today: exit 2, unsupported 2
-- others: proved

package body Float_Elements is
   procedure Clip (S : Signal) is
      X : Float;
   begin
      for I in S'Range loop
         X := S (I);
         if X > 1.0 then
            X := 1.0;
         end if;
         pragma Assert (X <= 1.0); --~ proved assertion
      end loop;
   end Clip;
end Float_Elements;
