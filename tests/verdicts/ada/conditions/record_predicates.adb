-- run: cairn check %s
-- exit: 1
-- others: proved 6
--  A record may lose its predicate when a component is assigned; every place that gives the whole record to the
--  subtype checks it again.
procedure Record_Predicates (Which, Low : Integer) is
   type Free is record A, B : Integer; end record;
   subtype Kept is Free with Dynamic_Predicate => Kept.A <= Kept.B;
   type Pair is record A, B : Integer; end record with Dynamic_Predicate => Pair.A <= Pair.B;
   type Wrong is record A : Integer := 5; B : Integer := 1; end record
     with Dynamic_Predicate => Wrong.A <= Wrong.B;
   type Around is record X : Pair; end record;
   type Held is record X : Wrong; end record;
   type Pairs is array (1 .. 2) of Pair;
   type Derived is new Pair;
   type Further is new Pair with Dynamic_Predicate => Further.A /= 7;
   type Choice (K : Boolean := False) is record N : Integer; end record
     with Dynamic_Predicate => Choice.K or Choice.N > 0;
   procedure Change (X : in out Pair) is begin X.B := Low; end Change;
   procedure Fill (X : out Pair) is begin X.A := 1; X.B := Low; end Fill;
   procedure Fill_Kept (X : out Kept) is begin X.A := 1; X.B := Low; end Fill_Kept;
   procedure Change_Kept (X : in out Kept) is begin X.B := Low; end Change_Kept;
   procedure Take (X : Pair) is null;
   procedure Take_Around (X : Around) is null;
   function Make return Pair is
   begin
      return (1, Low);            --~ violated assertion
   end Make;
   function Make_Slowly return Pair is
   begin
      return R : Pair := (1, 2) do    --~ proved assertion, violated assertion
         R.B := Low;
      end return;
   end Make_Slowly;
   function Short return Pair is (1, Low);    --~ violated assertion
   function Is_One (X : Pair) return Boolean is (X.A = 1);
   X : Pair := (1, 2);
   Y : Pair := (1, 2);
   F : Free := (1, 2);
begin
   case Which is
      when 1 => declare Z : Pair := (1, Low); begin null; end;    --~ violated assertion
      when 2 => declare Z : constant Pair := (A => 1, B => Low); begin null; end;    --~ violated assertion
      when 3 => X.B := Low; Take (X);          --~ violated assertion
      when 4 => X := Make;
      when 5 => X := Make_Slowly;
      when 6 => X := Short;
      when 7 => Change (X);                    --~ proved assertion, violated assertion
      when 8 => Fill (X);                      --~ violated assertion
      when 9 => declare Z : Wrong; begin null; end;    --~ violated assertion
      when 10 => X.B := Low; Y := X;           --~ violated assertion
      when 11 => X := (X with delta B => Low); --~ violated assertion
      when 12 => X := (if Which > 0 then (1, Low) else (1, 2));    --~ violated assertion
      when 13 => X := (case Which is when 13 => (1, Low), when others => (1, 2));    --~ violated assertion
      when 14 => X.B := Low; if Is_One (X) then null; end if;      --~ violated assertion
      when 15 => if Pair'(1, Low).A = 1 then null; end if;         --~ violated assertion
      when 16 => declare Z : Pairs := ((1, 2), (1, Low)); begin null; end;    --~ proved assertion, violated assertion
      when 17 => declare Z : Around := (X => (1, Low)); begin null; end;      --~ violated assertion
      when 18 => declare Z : Pairs := (others => (1, 2)); begin Change (Z (2)); end;    --~ proved assertion, violated assertion
      when 19 => declare Z : Around := (X => (1, 2)); begin Change (Z.X); end;          --~ proved assertion, violated assertion
      when 20 => declare Z : Derived := (1, Low); begin null; end;     --~ violated assertion
      when 21 => declare Z : Further := (7, 9); begin null; end;       --~ proved assertion, violated assertion
      when 22 => declare Z : Choice := (False, Low); begin null; end;  --~ violated assertion
      when 23 => F.B := Low; if Kept (F).A = 1 then null; end if;      --~ violated assertion
      when 24 => F.B := Low; Y := (1, 2); F := Kept'(F);               --~ proved assertion, violated assertion
      --  What is not checked: the actual's subtype counts behind a call, parts are not looked into, and components,
      --  slices and comparisons give nothing to the subtype.
      when 25 => Change_Kept (F);              --~ proved assertion
      when 26 => F.B := 0; Fill_Kept (F);
      when 27 => declare Z : Held; begin null; end;
      when 28 => declare Z : Around := (X => (1, 2)); begin Z.X.B := 0; Take_Around (Z); end;    --~ proved assertion
      when 29 => X.B := 0; pragma Assert (X not in Pair);
      when 30 => X.B := 0; Y.B := 0; pragma Assert (X = (if Which > 0 then X else Y));
      when 31 => if X = (2, Low) then null; end if;
      when 32 => X.B := 0; X.B := 3; Take (X);    --~ proved assertion
      when others => null;
   end case;
end Record_Predicates;
