-- run: cairn prove %s dependencies.adb
-- exit: 1
-- others: proved 11
--  `Depends` lists all that an output may depend on. A copy of something else is a violation; what may depend on something
--  else, as far as the text tells, is unsupported.
package Dependencies with SPARK_Mode is
   type Pair is record
      Left, Right : Integer;
   end record;
   State : Integer := 0;

   procedure Swap (X, Y : in out Integer) with Depends => (X => Y, Y => X);
   procedure Both (P : out Pair; K : Integer) with Depends => (P => K);
   procedure Keep (X : in out Integer; C : Boolean) with Depends => (X =>+ C);
   procedure Copied (P : Pair; Q : out Pair) with Depends => (Q => P);
   procedure Used (X : out Integer; Y, Z : Integer) with Depends => (X => Y, null => Z);
   procedure Called (X, Y : in out Integer) with Depends => ((X, Y) => (X, Y));
   procedure Search (A : String; Found : out Boolean) with Depends => (Found => A);
   function Half (X : Integer) return Integer is (X / 2) with Depends => (Half'Result => X);
   procedure Keep_State (X : Integer) with Global => (In_Out => State), Depends => (State => (State, X));

   procedure Not_Swapped (X, Y : in out Integer) with
     Depends => (X => Y, Y => X);                                          --~ violated assigns
   procedure By_Condition (X : in out Integer; C : Boolean) with
     Depends => (X => X, null => C);                                       --~ unsupported unsupported
   procedure By_Early_Return (X, C : Integer; Y : out Integer) with
     Depends => (Y => X, null => C);                                       --~ unsupported unsupported
   procedure By_Loop (N : Natural; X : out Integer) with
     Depends => (X => null, null => N);                                    --~ unsupported unsupported
   procedure Through_Called (X, Y : in out Integer) with
     Depends => (X => Y, Y => Y);                                          --~ violated assigns
   procedure Not_Listed (X : out Integer; Y : out Integer) with
     Depends => (X => null);                                               --~ violated assigns
end Dependencies;
