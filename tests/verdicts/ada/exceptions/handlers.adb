-- Exceptions that are handled are no errors; the handler continues with what was computed so far.
-- run: cairn check %s
-- others: proved 11

procedure Handlers (N : Integer) is
   Bad_Frame, Lost_Sync : exception;
   Trace : Natural := 0;

   procedure Receive (Kind : Integer) is
   begin
      Trace := Trace * 10 + 1;
      case Kind is
         when 0 => raise Bad_Frame;
         when 1 => raise Lost_Sync with "no edge";
         when 2 => raise Constraint_Error;
         when others => null;
      end case;
      Trace := Trace * 10 + 2;
   exception
      when Lost_Sync =>
         Trace := Trace * 10 + 3;
         raise;
   end Receive;

   procedure Guarded (Kind : Integer) is
   begin
      Receive (Kind);
   exception
      when Bad_Frame | Lost_Sync => Trace := Trace * 10 + 4;
      when others => Trace := Trace * 10 + 5;
   end Guarded;
begin
   Guarded (0);
   pragma Assert (Trace = 14);
   Trace := 0;
   Guarded (1);
   pragma Assert (Trace = 134);
   Trace := 0;
   Guarded (2);
   pragma Assert (Trace = 15);
   Trace := 0;
   Guarded (N);
   pragma Assert (if N > 2 then Trace = 12);
   begin
      Trace := Natural'Last;
      Trace := Trace + 1;
   exception
      when Constraint_Error => Trace := 99;
   end;
   pragma Assert (Trace = 99);
end Handlers;
