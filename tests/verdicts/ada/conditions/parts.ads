-- part-of: invariant_parts.adb
package Parts is
   type T is private;
   type Two is record A, B : T; end record;
   type Row is array (1 .. 2) of T;
   type Long is array (Positive range <>) of T;
   type Number is private;
   type Bad is private;
   type Bad_Row is array (1 .. 3) of Bad;
   type Starts is private with Default_Initial_Condition => Value (Starts) > 0;
   function Value (X : Starts) return Integer;
   C : constant T;
   procedure Change_Two (X : in out Two; V : Integer);
   procedure Change_Row (X : in out Row; V : Integer);
   procedure Change_Long (X : in out Long; V : Integer);
   procedure Change_Number (X : out Number; V : Integer);
   procedure Break;
   procedure Look (X : T);
   procedure Look_At_Hidden;
   function Sees (X : T) return Integer;
   function Sees_Hidden return Integer;
   function Make (V : Integer) return Two;
   procedure Convert (V : Integer);
private
   type T is record V : Integer := 0; end record with Type_Invariant => T.V >= 0;
   type Number is range -100 .. 100 with Type_Invariant => Number >= 0, Default_Value => 1;
   type Bad is record V : Integer := -1; end record with Type_Invariant => Bad.V >= 0;
   type Starts is record V : Integer := 0; end record;
   function Value (X : Starts) return Integer is (X.V);
   C : constant T := (V => 3);    --~ proved assertion
end Parts;
