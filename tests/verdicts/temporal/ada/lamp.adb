-- Liveness on Ada: the lamp is green again and again, but after the third fault it never is.
-- run: cairn temporal %s --property lamp.ltl --entry Lamp.Run
-- exit: 1
-- diagnostics: note U0018

package body Lamp is

   procedure Run is
   begin
      Light := Red;
      Faults := 0;
      loop
         if Faults < 3 then
            Faults := Faults + 1;
            Light := Green;
         end if;
         Light := Red;
      end loop;
   end Run;

end Lamp;
