-- run: cairn check %s
-- exit: 1
-- others: proved 6
--  A default initial condition holds for descendants; an invariant for what instances of a visible generic unit give back.
-- not natively: inherited_condition.adb:30 GNAT 12 checks no invariant behind the call of an instance
procedure Inherited_Condition (Which : Integer) is
   package Counters is
      type Counter is private with Default_Initial_Condition => Value (Counter) = 0;
      function Value (X : Counter) return Integer;
      type Level is private;
      generic
         By : Integer;
      procedure Raise_By (X : in out Level);
   private
      type Counter is record
         Number : Integer := 1;
      end record;
      function Value (X : Counter) return Integer is (X.Number);
      type Level is record
         Height : Integer := 1;
      end record with Type_Invariant => Level.Height > 0;
   end Counters;

   package body Counters is
      procedure Raise_By (X : in out Level) is
      begin
         if X.Height < 100 then
            X.Height := X.Height + By;
         end if;
      end Raise_By;   --~ violated assertion, proved assertion

      procedure Sink is new Raise_By (-5);
      L : Level;
   begin
      --  Inside of the package an instance may break it.
      Sink (L);
   end Counters;

   type Own is new Counters.Counter;
   procedure Up is new Counters.Raise_By (1);
   procedure Down is new Counters.Raise_By (-1);
   X : Counters.Level;
begin
   Up (X);
   if Which = 1 then
      declare
         C : Own;   --~ violated assertion
      begin
         pragma Assert (Value (C) = 0);
      end;
   elsif Which = 2 then
      Down (X);
      Down (X);
      Down (X);
   end if;
end Inherited_Condition;
