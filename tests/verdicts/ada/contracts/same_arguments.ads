-- run: cairn check %s same_arguments.adb
-- exit: 1
-- others: proved 2

--  A function with `Global => null` and no body gives the same result for the same arguments, whatever they are.
package Same_Arguments with SPARK_Mode is
   type Pair is record
      Left  : Integer;
      Right : Boolean;
   end record;
   type Row is array (1 .. 3) of Float;
   function Measure (P : Pair; R : Row) return Integer with Import, Global => null; --~ warning A0022
   procedure Use_It (P, Q : Pair; R : Row);
end Same_Arguments;
