-- The module does not run in every round.
-- run: cairn temporal %s stee.ads stee.adb --entry Skipped --property responds.ltl
-- exit: 1
-- diagnostics: note U0018

with Stee; use Stee;
procedure Skipped is  --~ violated temporal
begin
   loop
      Havoc_Input;
      if Sensor > 0 then
         Steering;
      end if;
   end loop;
end Skipped;
