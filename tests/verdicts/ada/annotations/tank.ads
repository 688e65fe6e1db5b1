-- part-of: tank.adb

package Tank
--# own Level : Litres;
--# initializes Level;
is
   type Litres is range 0 .. 1_000;

   procedure Fill (Amount : in Litres);
   --# global in out Level;
   --# derives Level from Level, Amount;
   --# pre Level <= 500 and Amount <= 500;
   --# post Level = Level~ + Amount;

   procedure Drain (Amount : in Litres; Left : out Litres);
   --# global in out Level;
   --# derives Level from Level, Amount &
   --#         Left from Level, Amount;
   --# post Left <= 900;     --~ violated postcondition

   function Current return Litres;
   --# global in Level;
   --# return Level;

   procedure Top_Up;
   --# global in out Level;
   --# derives Level from Level;
end Tank;
