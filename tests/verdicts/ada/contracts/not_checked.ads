-- run: cairn check %s not_checked.adb
-- exit: 0
-- others: proved 1
--  What is stated and not checked is named, once per file.
package Not_Checked with SPARK_Mode, Initializes => G is    --~ note A0033
   G : Integer := 0;
   procedure Set (X : Integer) with Global => null, Depends => (null => X), Always_Terminates;
   procedure Odd (X : Integer) with Pre => X > 0, Strange_Aspect => X;    --~ note A0032
end Not_Checked;
