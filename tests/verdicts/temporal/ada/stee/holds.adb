-- With zero-initialised variables every fault is answered.
-- run: cairn temporal %s stee.ads stee.adb --entry Holds --property responds.ltl
-- diagnostics: note U0018

with Stee; use Stee;
procedure Holds is  --~ proved temporal
begin
   loop
      Havoc_Input;
      Steering;
   end loop;
end Holds;
