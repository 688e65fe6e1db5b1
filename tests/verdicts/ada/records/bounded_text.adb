-- An array inside a record whose bounds come from its discriminant.
-- run: cairn check %s
-- exit: 1
-- others: proved 8

package body Bounded_Text is
   procedure Put (R : in out Ring; X : Integer) is
   begin
      R.Data (R.Next) := X;
      if R.Next = R.Size then
         R.Next := 1;
      else
         R.Next := R.Next + 1;
      end if;
   end Put;

   function Latest (R : Ring) return Integer is
   begin
      return R.Data (R.Next - 1); --~ violated index, proved overflow
   end Latest;

   procedure Reset (R : in out Ring) is
   begin
      R.Data := (others => 0);
      R.Next := R.Data'First;
   end Reset;
end Bounded_Text;
