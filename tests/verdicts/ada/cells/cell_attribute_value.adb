-- run: cairn check %s
-- exit: 2
-- others: unsupported 1

procedure Cell_Attribute_Value is
   X : Integer;
begin
   X := Integer'Value ("x");
end Cell_Attribute_Value;
