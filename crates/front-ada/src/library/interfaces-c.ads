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
end Interfaces.C;
