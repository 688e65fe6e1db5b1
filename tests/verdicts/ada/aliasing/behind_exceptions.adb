-- run: cairn check %s
-- exit: 1
-- others: proved 5

--  A procedure that raises leaves scalars as they were; arrays and records as they were or as it had changed them.
procedure Behind_Exceptions is
   type Row is array (1 .. 100) of Integer;
   Failure : exception;

   procedure Change (X : in out Row; Y : in out Integer) is
   begin
      X (1) := 5;
      Y := 5;
      raise Failure;
   end Change;

   A : Row := (others => 0);
   B : Integer := 0;
begin
   Change (A, B);
exception
   when Failure =>
      pragma Assert (B = 0);
      pragma Assert (A (1) = 0 or A (1) = 5);
      pragma Assert (A (2) = 0);
      pragma Assert (A (1) = 0); --~ violated
end Behind_Exceptions;
