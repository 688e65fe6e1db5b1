-- run: cairn check %s
-- exit: 2
-- others: proved 9
--  Objects that are converted in a call: their predicates are checked behind it only if the compiler copies the parameter.
procedure Behind_Conversion (K : Integer) is
   type Row is array (Positive range <>) of Integer;
   subtype Sorted is Row (1 .. 3) with Dynamic_Predicate => Sorted (1) <= Sorted (2);
   type Pair is record
      Low, High : Integer;
   end record;
   type Interval is new Pair with Dynamic_Predicate => Interval.Low <= Interval.High;

   procedure Set_First (X : in out Row; To : Integer) is
   begin
      X (X'First) := To;
   end Set_First;

   procedure Set_Low (X : in out Pair; To : Integer) is
   begin
      X.Low := To;
   end Set_Low;

   S : Sorted := (1, 2, 3);
   I : Interval := (1, 2);
begin
   Set_First (Row (S), 0);
   Set_Low (Pair (I), 0);
   pragma Assert (S (1) = 0 and I.Low = 0);
   if K > 5 then
      Set_First (Row (S), K);   --~ unsupported unsupported
   elsif K > 2 then
      Set_Low (Pair (I), K);    --~ unsupported unsupported
   else
      pragma Assert (K <= 2);
   end if;
end Behind_Conversion;
