-- A specification by expression functions, and a body that keeps it.
-- run: cairn check %s
-- others: proved 10

package body Expression_Functions is
   procedure Tick (C : in out Clock) is
   begin
      if C.Seconds < 59 then
         C.Seconds := C.Seconds + 1;
      else
         C.Seconds := 0;
         C.Minutes := (C.Minutes + 1) mod 60;
      end if;
   end Tick;
end Expression_Functions;
