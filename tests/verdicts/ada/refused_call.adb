--  run: cairn check %s
--  exit: 2
-- others: proved 1
--  What a call that is not supported would reach is not proved because nothing reaches it.
procedure Refused_Call is
   type Numbers is array (Positive range <>) of Integer;
   type Rows is array (Positive range <>) of Integer;

   procedure Clear (N : in out Numbers) is
   begin
      for I in N'Range loop
         pragma Assert (N (I) = 0);   --~ unsupported assertion
                                      --~^ unsupported index
         N (I) := 0;   --~ unsupported index
      end loop;
   end Clear;

   All_Of_Them : Rows (1 .. 10) := (others => 1);
begin
   Clear (Numbers (All_Of_Them (2 .. 5)));   --~ unsupported unsupported
end Refused_Call;
