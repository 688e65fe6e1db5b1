package Interfaces.C is
   type int is new Integer;
   type short is new Short_Integer;
   type long is new Long_Integer;
   type signed_char is range -128 .. 127;
   type unsigned is mod 2 ** 32;
   type unsigned_short is mod 2 ** 16;
   type unsigned_long is mod 2 ** 64;
   type unsigned_char is mod 256;
   type size_t is mod 2 ** 64;
   type C_float is new Float;
   type double is new Long_Float;
   type ptrdiff_t is range -2 ** 63 .. 2 ** 63 - 1;
   type long_double is new Long_Long_Float;
   type C_bool is new Boolean;
   subtype plain_char is unsigned_char;
   type char is new Character;
   nul : constant char := char'First;
   function To_C (Item : Character) return char is (char (Item));
   function To_Ada (Item : char) return Character is (Character (Item));
   type char_array is array (size_t range <>) of aliased char;
   function To_C (Item : String; Append_Nul : Boolean := True) return char_array with Import;
   function To_Ada (Item : char_array; Trim_Nul : Boolean := True) return String with Import;
   function Is_Nul_Terminated (Item : char_array) return Boolean is
     (for some C of Item => C = nul);
end Interfaces.C;
