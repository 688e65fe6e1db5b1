-- run: cairn check %s
-- exit: 1
-- others: proved 3
--  A renaming that completes a declaration is a body: the contract and subtypes are those of the declaration. One
--  that declares is only another name.
procedure Renaming_As_Body (Which, K : Integer) is
   procedure Work (X : Integer) is begin pragma Assert (X = X); end Work;
   procedure Twice (X : in out Integer) is begin X := X / 2; end Twice;
   procedure Needs (X : Integer) with Pre => X > 0;
   procedure Needs (X : Integer) renames Work;
   procedure Gives (X : in out Integer) with Post => X = 2 * (X'Old / 4);       --~ violated postcondition
   procedure Gives (X : in out Integer) renames Twice;
   procedure Narrow (X : Positive);
   procedure Narrow (X : Positive) renames Work;
   function Sum (A, B : Integer) return Integer with Pre => A in 0 .. 9 and B in 0 .. 9, Post => Sum'Result /= 3;    --~ violated postcondition
   function Sum (A, B : Integer) return Integer renames "+";
   procedure Other (X : Positive) renames Work;
   Y : Integer := K;
begin
   case Which is
      when 1 => Needs (K);       --~ violated precondition
      when 2 => if K in 0 .. 100 then Gives (Y); end if;
      when 3 => Narrow (K);      --~ violated range
      when 4 => if K in 0 .. 4 then Y := Sum (K, 1); end if;     --~ proved precondition
      when 5 => Y := Sum (K, 1);     --~ violated precondition
      when 6 => Other (K);
      when others => null;
   end case;
end Renaming_As_Body;
