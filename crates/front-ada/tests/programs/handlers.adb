--  reachable 12
procedure Handlers is
   E, F : exception;
   N : Integer := 0;
   procedure P is
   begin
      N := N + 1;
      raise E;
   exception
      when F => N := 100;
      when Constraint_Error => N := 50;
      when E => N := N + 10; raise F;
   end P;
begin
   begin
      P;
   exception
      when F => N := N + 1000;
   end;
   pragma Assert (N = 1011);
   P;
end Handlers;
