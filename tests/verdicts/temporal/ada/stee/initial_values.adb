-- Any of 0 and 1 at first: a fault that goes away before anybody has read it is never answered.
-- run: cairn temporal %s stee.ads stee.adb --entry Initial_Values --property responds.ltl
-- exit: 1
-- diagnostics: note U0018

with Stee; use Stee;
procedure Initial_Values is  --~ violated temporal
begin
   Primary_Status := Sensor mod 2;
   Secondary_Status := Sensor mod 2;
   loop
      Havoc_Input;
      Steering;
   end loop;
end Initial_Values;
