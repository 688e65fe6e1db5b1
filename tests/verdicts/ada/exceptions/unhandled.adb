-- An exception that leaves the program is an error where it is raised.
-- run: cairn check %s
-- exit: 1
-- others: proved 8

package body Unhandled is
   procedure Decode (Code : Natural; Value : out Natural) is
   begin
      if Code > 7 then
         raise Invalid_Code with "code out of range"; --~ violated
      end if;
      Value := 2 ** Code;
   end Decode;

   procedure Decode_All (First, Last : Natural; Count : out Natural) is
      Value : Natural;
   begin
      Count := 0;
      if Last <= 9 then
         for C in First .. Last loop
            begin
               Decode (C, Value);
               Count := Count + 1;
            exception
               when Invalid_Code => null;
            end;
         end loop;
         pragma Assert (Count <= 8);
      end if;
   end Decode_All;
end Unhandled;
