-- A file that says nothing about a target.
-- run: cairn check %s --target-config no_target.adb
-- exit: 3
-- diagnostics: error A0026

procedure No_Target is
begin
   null;
end No_Target;
