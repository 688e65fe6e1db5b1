-- run: cairn check %s globals.adb
-- exit: 1
-- others: proved 12
--  `Global` names what a subprogram reads and changes, itself and through those it calls.
package Globals with SPARK_Mode is
   Level : Integer := 0;
   Count : Natural := 0;

   procedure Reset with Global => (Output => (Level, Count));
   procedure Raise_Level (By : Integer) with Pre => By in 0 .. 10, Global => (In_Out => Level);
   function Twice return Integer with Global => Level;
   function Nothing return Integer with Global => null;
   procedure Through (By : Integer) with Pre => By in 0 .. 10, Global => (In_Out => Level, Input => Count);
   procedure Asserted with Global => (Proof_In => Level);

   procedure Hidden_Write with Global => (Input => Level);
   procedure Hidden_Read (X : out Integer) with Global => (Input => Level);
   procedure Behind_A_Call (By : Integer) with Pre => By in 0 .. 10, Global => (In_Out => Count);
   procedure Only_For_Proof (X : out Integer) with Global => (Proof_In => Level);
   function Of_Nothing return Integer with Global => null;
end Globals;
