-- run: cairn check %s
-- exit: 1
-- others: proved 11

--  The actual of an `in out` formal is found once, where the instance stands; so is the target of a renaming.
procedure Formal_Variables (Way : Integer) is
   type Pair is array (1 .. 2) of Integer;
   A : Pair := (1, 2);
   I : Integer := 1;

   generic
      X : in out Integer;
      N : Integer;
   procedure Bump;
   procedure Bump is
   begin
      X := X + N;
   end Bump;

   procedure Bump_First is new Bump (A (I), I);
begin
   I := 2;
   Bump_First;
   Bump_First;
   pragma Assert (A = (3, 2));
   if Way = 1 then
      pragma Assert (A (2) = 3); --~ violated
   elsif Way = 2 then
      I := 3;
      declare
         procedure Bump_Third is new Bump (A (I), 1); --~ violated index
      begin
         null;
      end;
   elsif Way = 3 then
      I := 4;
      declare
         Fourth : Integer renames A (I); --~ violated index
      begin
         null;
      end;
   elsif Way = 4 then
      declare
         View : Integer renames A (I);
         package Inner is
            generic
               Y : in out Integer;
            package Counter is
               procedure Step;
            end Counter;
         end Inner;
         package body Inner is
            package body Counter is
               procedure Step is
               begin
                  Y := Y + 1;
               end Step;
            end Counter;
         end Inner;
         package Counts is new Inner.Counter (View);
      begin
         I := 1;
         Counts.Step;
         pragma Assert (A = (3, 3));
      end;
   end if;
end Formal_Variables;
