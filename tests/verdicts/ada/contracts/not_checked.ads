-- run: cairn check %s not_checked.adb
-- exit: 0
-- others: proved 4
--  What is stated and not checked is named, once per file.
package Not_Checked with SPARK_Mode, Initializes => G is
   G : Integer := 0;
   procedure Set (X : Integer) with
     Global => (Output => G), Depends => (G => X), Always_Terminates;    --~ note A0033
   procedure Odd (X : Integer) with Pre => X > 0, Strange_Aspect => X;    --~ note A0032
end Not_Checked;
