-- run: cairn check %s
--  GNATprove is asked to check more than the language does; that this is not checked is named.
procedure No_Wrap_Around is
   type M is mod 256 with Annotate => (GNATprove, No_Wrap_Around);  --~ note A0033
   X : M := 255;
begin
   X := X + 1;
   pragma Assert (X = 0);  --~ proved assertion
end No_Wrap_Around;
