-- run: cairn check %s
-- exit: 1
-- others: proved 3
--  A null procedure does nothing, but its contract and the subtypes of its parameters count.
procedure Null_Procedures (Which, K : Integer) is
   Calls : Integer := 0;
   Values : constant array (1 .. 3) of Integer := (1, 2, 3);
   function Next return Integer is begin Calls := Calls + 1; return Calls; end Next;
   procedure Needs (X : Integer) with Pre => X > 0;
   procedure Needs (X : Integer) is null;
   procedure Lemma (X : Integer) with Post => X > 0;       --~ violated postcondition
   procedure Lemma (X : Integer) is null;
   procedure Lemma_Of_Positive (X : Integer) with Pre => X > 0, Post => X >= 1;    --~ proved postcondition
   procedure Lemma_Of_Positive (X : Integer) is null;
   procedure Takes_Positive (X : Positive) is null;
   procedure Takes (X : Integer) is null;
   generic
      with procedure Act (X : Positive) is null;
   procedure Apply (X : Integer);
   procedure Apply (X : Integer) is
   begin
      Act (X);      --~ violated range
   end Apply;
   procedure Apply_Nothing is new Apply;
begin
   case Which is
      when 1 => Needs (K);               --~ violated precondition
      when 2 => Lemma (K);
      when 3 => Takes (10 / K);          --~ violated division-by-zero
      when 4 => Takes (Values (K));      --~ violated index
      when 5 => Takes_Positive (K);      --~ violated range
      when 6 => Takes (Next); pragma Assert (Calls = 1);
      when 7 => if K > 0 then Needs (K); Lemma_Of_Positive (K); end if;    --~ proved precondition
      when 8 => Apply_Nothing (K);
      when others => null;
   end case;
end Null_Procedures;
