-- part-of: dependencies.ads
package body Dependencies with SPARK_Mode is
   procedure Swap (X, Y : in out Integer) is
      T : constant Integer := X;
   begin
      X := Y;
      Y := T;
   end Swap;

   procedure Both (P : out Pair; K : Integer) is
   begin
      P.Left := K;
      P.Right := 2;
   end Both;

   procedure Keep (X : in out Integer; C : Boolean) is
   begin
      if C then
         X := 3;
      end if;
   end Keep;

   procedure Copied (P : Pair; Q : out Pair) is
   begin
      Q := P;
      Q.Left := Q.Right;
   end Copied;

   procedure Used (X : out Integer; Y, Z : Integer) is
      T : Integer := Z;
   begin
      T := Y;
      X := T;
   end Used;

   procedure Called (X, Y : in out Integer) is
   begin
      Swap (X, Y);
      if X > 3 then
         Swap (Y, X);
      end if;
   end Called;

   procedure Search (A : String; Found : out Boolean) is
   begin
      Found := False;
      for C of A loop
         if C = 'x' then
            Found := True;
            return;
         end if;
      end loop;
   end Search;

   procedure Keep_State (X : Integer) is
   begin
      if X > 5 then
         State := X;
      end if;
   end Keep_State;

   procedure Not_Swapped (X, Y : in out Integer) is
   begin
      X := Y;
      Y := X;
   end Not_Swapped;

   procedure By_Condition (X : in out Integer; C : Boolean) is
   begin
      if C then
         X := 3;
      end if;
   end By_Condition;

   procedure By_Early_Return (X, C : Integer; Y : out Integer) is
   begin
      Y := 0;
      if C = 1 then
         return;
      end if;
      Y := X;
   end By_Early_Return;

   procedure By_Loop (N : Natural; X : out Integer) is
   begin
      X := 0;
      while X < N and X < 10 loop
         X := X + 1;
      end loop;
   end By_Loop;

   procedure Through_Called (X, Y : in out Integer) is
   begin
      Swap (X, Y);
   end Through_Called;

   procedure Not_Listed (X : out Integer; Y : out Integer) is
   begin
      X := 1;
      Y := 2;
   end Not_Listed;
end Dependencies;
