package Ada.Characters.Handling with Pure is
   function Is_Control (Item : Character) return Boolean is
     (Character'Pos (Item) in 0 .. 31 | 127 .. 159);
   function Is_Graphic (Item : Character) return Boolean is (not Is_Control (Item));
   function Is_Lower (Item : Character) return Boolean is
     (Item in 'a' .. 'z' or else Character'Pos (Item) in 223 .. 246 | 248 .. 255);
   function Is_Upper (Item : Character) return Boolean is
     (Item in 'A' .. 'Z' or else Character'Pos (Item) in 192 .. 214 | 216 .. 222);
   function Is_Letter (Item : Character) return Boolean is (Is_Lower (Item) or else Is_Upper (Item));
   function Is_Basic (Item : Character) return Boolean is
     (Item in 'a' .. 'z' | 'A' .. 'Z' or else Character'Pos (Item) in 198 | 208 | 222 | 223 | 230 | 240 | 254);
   function Is_Digit (Item : Character) return Boolean is (Item in '0' .. '9');
   function Is_Decimal_Digit (Item : Character) return Boolean renames Is_Digit;
   function Is_Hexadecimal_Digit (Item : Character) return Boolean is
     (Item in '0' .. '9' | 'A' .. 'F' | 'a' .. 'f');
   function Is_Alphanumeric (Item : Character) return Boolean is (Is_Letter (Item) or else Is_Digit (Item));
   function Is_Special (Item : Character) return Boolean is (Is_Graphic (Item) and then not Is_Alphanumeric (Item));
   function To_Lower (Item : Character) return Character is
     (if Is_Upper (Item) then Character'Val (Character'Pos (Item) + 32) else Item);
   function To_Upper (Item : Character) return Character is
     (if Is_Lower (Item) and then Character'Pos (Item) not in 223 | 255
      then Character'Val (Character'Pos (Item) - 32) else Item);
end Ada.Characters.Handling;
