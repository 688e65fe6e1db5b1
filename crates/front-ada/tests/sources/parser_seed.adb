pragma Ada_2022;
with Ada.Text_IO, Interfaces; use Ada.Text_IO;
private with System;
use type Interfaces.Unsigned_8;
--# inherit Other;
package body Kitchen.Sink
--# own State, Mode : Mode_Type;
with SPARK_Mode => On, Refined_State => (State => (A, B))
is
   pragma Assertion_Policy (Check);
   type Day is (Mon, Tue, 'x', Wed);
   type Small is range -10 .. 16#F#;
   type Byte is mod 2 ** 8;
   type Real is digits 6 range -1.0E3 .. 1.0E+3;
   type Fix is delta 0.125 range 0.0 .. 10.0;
   type Money is delta 0.01 digits 12;
   type Vec is array (Positive range <>, Day) of aliased Byte with Pack;
   type Acc is not null access all Vec;
   type Fun is access function (X : Integer) return Boolean;
   type Shape (Kind : Day := Mon; N : Natural := 3) is record
      A, B : Integer := 1;
      case Kind is
         when Mon | Tue .. Wed => C : String (1 .. N);
         when others => null;
      end case;
   end record with Size => 64;
   type T is new Integer range 1 .. 5 with Static_Predicate => T in 1 | 3 .. 4;
   type Tag is abstract tagged limited private;
   type Ext is new Tag and Iface with record null; end record;
   type Iface is limited interface and Other;
   for Day use (1, 2, 4, 8);
   for Shape use record A at 0 range 0 .. 31; end record;
   for Byte'Size use 8;
   subtype Weekday is Day range Mon .. Wed;
   N : constant := 10; X, Y : aliased constant Integer := N + 1;
   E, F : exception; G : exception renames E;
   R : Integer renames X;
   task type Worker (Id : Integer) is entry Go (X : Integer); end Worker;
   task body Worker is begin accept Go (X : Integer) do null; end Go; end Worker;
   protected Obj with Priority => 3 is procedure P; entry E; private V : Integer := 0; end Obj;
   protected body Obj is
      procedure P is begin null; end P;
      entry E when V > 0 is begin V := 0; end E;
   end Obj;
   function "+" (L, R : Day) return Day is (L);
   procedure Null_Proc is null;
   procedure Stub is separate;
   procedure Ren (X : in out Integer) renames Other.Op;
   generic
      type Elem is private;
      type Idx is (<>);
      type Arr is array (Idx range <>) of Elem;
      Zero : Elem;
      with function "<" (A, B : Elem) return Boolean is <>;
      with package Q is new Gen (<>);
   package Sorting is procedure Sort (A : in out Arr); end Sorting;
   package Sort_Int is new Sorting (Integer, Positive, Ints, 0, "<" => ">");
   function Inst is new Gen_Fun (T => Integer);
   procedure Proc (A : in out Vec; B : Integer := 3; C : out Day)
   with Pre => (for all I in A'Range (1) => A (I, Mon) > 0) and then B > 1,
        Post => (if C = Mon then A = A'Old else (case B is when 1 => True, when others => False)),
        Contract_Cases => (B > 1 => True, others => False),
        Global => (Input => X, In_Out => (Y, R)), Depends => (A => +B, C => null)
   --# global in X; in out Y;
   --# derives A from *, B;
   --# pre B > 0 -> (for all I in Integer range 1 .. B => (A (I) ~= 0));
   --# post A = A~[1 => 2];
   is
      L : Integer;
   begin
      <<Again>>
      --# assert B > 0 and
      --#   L = 1;
      --% assert L >= 0;
      --% notOverflow (+, Integer, L, 1);
      if X in 1 .. 3 | 7 and then Y not in Small'Range then goto Again; elsif True then null; else return; end if;
      Outer : for I in reverse 1 .. 10 loop
         pragma Loop_Invariant (I > 0);
         exit Outer when I = 5;
         while True loop exit; end loop;
      end loop Outer;
      for E of A loop E := @ + 1; end loop;
      case C is when Mon => null; when Tue | Wed => raise E with "no"; when others => null; end case;
      declare
         Z : array (1 .. 3) of Integer := (1, 2, others => <>);
      begin
         Z := (Z with delta 1 => 5); Z := [for I in 1 .. 3 => I];
         Proc (A => A, B => (declare K : constant Integer := 1; begin K), C => C);
      exception
         when Err : Constraint_Error | E => raise;
         when others => Put_Line ("x" & Integer'Image (3) & 'c' & "q""q");
      end;
      select accept Go; or delay 1.0; else null; end select;
      L := Integer'Max (abs (L ** 2) mod 3, -L rem 4) + Day'Pos (Day'('x'));
      P := new Shape'(Mon, 3, others => 1); P.all.A := Q.all (1 .. 2)'Length;
      return Res : Day := Mon do Res := Tue; end return;
   end Proc;
begin
   null;
end Kitchen.Sink;
