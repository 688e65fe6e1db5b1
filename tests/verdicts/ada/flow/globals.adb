-- part-of: globals.ads
package body Globals with SPARK_Mode is
   procedure Reset is
   begin
      Level := 0;
      Count := Level;
   end Reset;

   procedure Raise_Level (By : Integer) is
   begin
      if Level < 100 then
         Level := Level + By;
      end if;
   end Raise_Level;

   function Twice return Integer is (if Level in 0 .. 100 then 2 * Level else 0);
   function Nothing return Integer is (7);

   procedure Through (By : Integer) is
      procedure Inner is
      begin
         Raise_Level (By);
      end Inner;
   begin
      if Count > 0 then
         Inner;
      end if;
   end Through;

   procedure Asserted is
   begin
      pragma Assert (Level = Level);
   end Asserted;

   procedure Hidden_Write is
   begin
      Count := 0;                                     --~ violated assigns
   end Hidden_Write;

   procedure Hidden_Read (X : out Integer) is
   begin
      X := Level;
      if Count = 3 then                               --~ violated assigns
         X := 0;
      end if;
   end Hidden_Read;

   procedure Behind_A_Call (By : Integer) is
   begin
      Raise_Level (By);                               --~ violated assigns
   end Behind_A_Call;

   procedure Only_For_Proof (X : out Integer) is
   begin
      X := Level;                                     --~ violated assigns
   end Only_For_Proof;

   function Of_Nothing return Integer is (Level);     --~ violated assigns
end Globals;
