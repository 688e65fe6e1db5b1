-- A call in a declarative part of a subprogram or block comes before the body it needs.
-- run: cairn check %s
-- exit: 3

procedure Too_Early_Local (N : Integer) is
   function Scale (X : Integer) return Integer;
   function Twice (X : Integer) return Integer is (Scale (Scale (X)));

   Gain : constant Integer := Twice (3); --~ error A0027

   function Scale (X : Integer) return Integer is
   begin
      return X / 2;
   end Scale;

   Fine : constant Integer := Twice (3);
begin
   declare
      function Half (X : Integer) return Integer;
      Early : constant Integer := Half (N); --~ error A0027
      function Half (X : Integer) return Integer is (X / 2);
      Late : constant Integer := Half (N);
   begin
      pragma Assert (Early = Late + Fine - Gain);
   end;
end Too_Early_Local;
