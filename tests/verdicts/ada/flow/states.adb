-- part-of: states.ads
package body States with SPARK_Mode, Refined_State => (Stock => (Amount, Log.Size), Journal => Line) is
   Amount : Integer := 0;
   Line   : Integer;

   package Log is
      Size : Natural := 0;
   end Log;

   procedure Put (X : Integer) with
     Refined_Global => (In_Out => Amount), Refined_Depends => (Amount =>+ X)
   is
   begin
      if X > 3 then
         Amount := X;
      end if;
   end Put;

   function Last return Integer is (Amount) with Refined_Global => Amount;

   procedure Note (X : Integer) is
   begin
      Line := X;
   end Note;

   procedure Peek (X : out Integer) is
   begin
      X := Amount;                                    --~ violated assigns
   end Peek;

   procedure Mixed with Refined_Global => (Output => Log.Size) is
   begin
      Log.Size := 0;
      Amount := 1;                                    --~ violated assigns
   end Mixed;
end States;
