-- A specification calls a function of another unit: that unit's body is elaborated before.
-- run: cairn check %s
-- others: proved 3

with Sensor_Use;
procedure Ordered is
begin
   pragma Assert (Sensor_Use.First = 45);
end Ordered;
