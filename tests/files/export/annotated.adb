-- Figure 2 of SPARK-BMC: the checks of the running example, and where each kind of place writes its own.
-- run: cairn export %s --to annotated

package Marray is
   Array_Size : constant := 10;
   subtype Indices is Integer range 1 .. Array_Size;
   type VArray is array (Indices) of Integer;

   procedure MaxArray (V : in VArray; M : out Indices);
   procedure Places (V : in out VArray; K : in out Integer; Found : out Boolean);
end Marray;

package body Marray is
   procedure MaxArray (V : in VArray; M : out Indices) is
      I   : Integer;
      Max : Indices;
   begin
      Max := Indices'First;
      I := Indices'First + 1;
      loop
         exit when I > Indices'Last;
         if V (I) > V (Max) then
            Max := I;
         end if;
         I := I + 1;
      end loop;
      M := Max;
   end MaxArray;

   --  A user may use overloading and side effects: what follows the call is not written.
   function Next (N : Integer) return Integer is
   begin
      return N + 1;
   end Next;

   procedure Places (V : in out VArray; K : in out Integer; Found : out Boolean) is
      Start : constant Integer := K - 1;
      Step  : Positive range 1 .. 3 := 2;
   begin
      while V (K) /= 0 loop
         K := K + Step;
      end loop;
      if K > 0 and then V (K) = 0 then Found := True; K := K / Start;
      elsif V (K + 1) = 1 then
         Found := (if Start > 1 then V (Start) > 0 else 10 / K = 1);
      else
         K := Next (K + 1) + V (Start);
         Found := (for all J in 1 .. K => V (J) = 0);
      end if;
      case K mod Start is
         when 0 =>
            V (K) := -K;
         when others => null;
      end case;
      <<Again>> K := K - 1;
      if K > 20 then
         goto Again;
      end if;
      begin
         K := 1 / K;
      exception
         when Constraint_Error => K := 0;
      end;
   end Places;
end Marray;
