-- Static expressions are exact: big integers and rationals on the way, whatever the final type.
-- run: cairn check %s
-- others: proved 6

procedure Static_Expressions is
   Huge   : constant := 2 ** 100;
   Third  : constant := 1.0 / 3.0;
   Ratio  : constant := Huge / 2 ** 97;
   Mask   : constant := 2#1010_0101#;
   Hex    : constant := 16#FF_FF#;
   Milli  : constant := 1.0E-3;
   Speed  : constant Integer := Huge mod 1_000_007;
   X      : Float := 3.0 * Third;
   Small  : Integer := Integer (Third * 9.0);
   type Tick is range 0 .. 2 ** 40;
   Long   : Tick := 2 ** 40 - 1;
   Low    : constant Integer := -2 ** 31;
begin
   pragma Assert (Ratio = 8 and Mask = 165 and Hex = 65_535);
   pragma Assert (X = 1.0 and Small = 3 and Milli * 1000 = 1.0);
   Long := Long + 1;
   pragma Assert (Long = Tick'Last and Low = Integer'First);
   pragma Assert (Speed in 0 .. 1_000_006);
end Static_Expressions;
