-- Assignment slides the bounds but insists on the length.
-- run: cairn check %s
-- exit: 1
-- others: proved 3

package body Lengths is
   procedure Copy (Source : Samples; Target : in out Samples) is
   begin
      Target := Source; --~ violated length
   end Copy;

   procedure Copy_Front (Source : Samples; Target : in out Samples) is
   begin
      if Source'Length >= Target'Length then
         Target := Source (Source'First .. Source'First + (Target'Length - 1)); --~ proved length
      end if;
   end Copy_Front;

   function Window (S : Samples) return Frame is
   begin
      if S'Length = 4 then
         return S; --~ proved length
      end if;
      return Frame (S); --~ violated length
   end Window;
end Lengths;
