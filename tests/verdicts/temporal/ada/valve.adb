-- An automaton on Ada: a valve is opened only when it is closed, and never left open.
-- run: cairn temporal %s --property valve.ya --acceptance --entry Valve.Shift
-- diagnostics: note U0018

package body Valve is

   procedure Open is
   begin
      State := Opened;
   end Open;

   procedure Close is
   begin
      State := Closed;
   end Close;

   procedure Shift (Rounds : in Count) is
   begin
      State := Closed;
      for R in 1 .. Rounds loop
         Open;
         Close;
      end loop;
   end Shift;

end Valve;
