-- part-of: invariant_parts.adb
package body Parts is
   Hidden : T;           --~ unsupported unsupported
   procedure Helper (X : out T; V : Integer) is
   begin
      X.V := V;
   end Helper;
   procedure Change_Two (X : in out Two; V : Integer) is
   begin
      Helper (X.B, V);
   end Change_Two;      --~ proved assertion, violated assertion
   procedure Change_Row (X : in out Row; V : Integer) is
   begin
      X (2).V := V;
   end Change_Row;      --~ proved assertion, violated assertion
   procedure Change_Long (X : in out Long; V : Integer) is
   begin
      if X'Length > 0 then
         X (X'First).V := V;
      end if;
   end Change_Long;     --~ violated assertion
   procedure Change_Number (X : out Number; V : Integer) is
   begin
      X := (if V = 3 then -3 else 3);
   end Change_Number;   --~ violated assertion
   procedure Break is
   begin
      Hidden.V := -1;
   end Break;
   procedure Look (X : T) is null;       --~ violated assertion
   procedure Look_At_Hidden is
   begin
      Look (Hidden);
   end Look_At_Hidden;
   function Sees (X : T) return Integer is (X.V);
   function Sees_Hidden return Integer is (Sees (Hidden));
   function Make (V : Integer) return Two is ((A => (V => 1), B => (V => V)));    --~ proved assertion, violated assertion
   procedure Convert (V : Integer) is
      type Copy is new T;
      Y : constant Copy := (V => V);
      Z : T := T (Y);     --~ violated assertion
   begin
      Z.V := 1;
   end Convert;
end Parts;
