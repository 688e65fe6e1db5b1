-- Predefined ranges of another machine: Integer has 16 bits.
-- run: cairn check %s --target-config target_config.cfg
-- exit: 1

procedure Target_Config (X : Integer) is
   Y : Integer;
begin
   Y := X / 2 + 1; --~ proved overflow
   Y := Y * 3; --~ violated overflow
end Target_Config;
