-- part-of: bounded_text.adb

package Bounded_Text is
   subtype Capacity is Positive range 1 .. 4;
   type Values is array (Positive range <>) of Integer;
   type Ring (Size : Capacity) is record
      Data : Values (1 .. Size);
      Next : Capacity := 1;
   end record;
   procedure Put (R : in out Ring; X : Integer)
     with Pre => R.Next <= R.Size, Post => R.Next <= R.Size;
   function Latest (R : Ring) return Integer
     with Pre => R.Next <= R.Size;
   procedure Reset (R : in out Ring)
     with Post => R.Next <= R.Size and (for all I in R.Data'Range => R.Data (I) = 0);
end Bounded_Text;
