-- part-of: library_function.adb

function Checksum (Text : String) return Natural is
   Sum : Natural := 0;
begin
   for C of Text loop
      Sum := (Sum + Character'Pos (C)) mod 97;
   end loop;
   return Sum;
end Checksum;
