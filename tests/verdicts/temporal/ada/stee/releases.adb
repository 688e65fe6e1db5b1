-- A fault may stay for ever, so the secondary circuit need not be released.
-- run: cairn temporal %s stee.ads stee.adb --entry Releases --property releases.ltl
-- exit: 1
-- diagnostics: note U0018

with Stee; use Stee;
procedure Releases is  --~ violated temporal
begin
   loop
      Havoc_Input;
      Steering;
   end loop;
end Releases;
