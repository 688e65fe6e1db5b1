-- run: cairn check %s
-- exit: 1
-- others: proved 11
--  Values at entry in the consequence of a contract case are looked at only where its guard holds.
procedure Old_In_Cases is
   type Row is array (1 .. 3) of Integer;

   procedure Take (A : in out Row; I : Integer; V : out Integer)
     with Contract_Cases =>
       ((I in A'Range) => V = A (I)'Old and A (I) = 0,
        others => A = A'Old and V = A (1)'Old);

   procedure Take (A : in out Row; I : Integer; V : out Integer) is
   begin
      V := A (1);
      if I in A'Range then
         V := A (I);
         A (I) := 0;
      end if;
   end Take;

   procedure Keep (A : Row; I : Integer)
     with Contract_Cases =>
       (I > 0 => A (I)'Old = A (I), --~ violated index, proved index, proved postcondition
        others => True);
   procedure Keep (A : Row; I : Integer) is null;

   R : Row := (1, 2, 3);
   X : Integer;
begin
   Take (R, 2, X);
   pragma Assert (X = 2);
   Take (R, 7, X);
   pragma Assert (X = 1);
   Keep (R, 0);
   Keep (R, 4);
end Old_In_Cases;
