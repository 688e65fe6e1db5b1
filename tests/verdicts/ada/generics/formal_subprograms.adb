-- Generic subprograms with formal functions, formal types of several classes and defaults.
-- run: cairn check %s
-- exit: 1
-- others: proved 4

procedure Formal_Subprograms (Limit : Integer; Result : out Integer) is
   generic
      type Index is (<>);
      type Value is range <>;
      type Table is array (Index range <>) of Value;
      Start : Value := 0;
      with function Join (Left, Right : Value) return Value is "+";
   function Fold (T : Table) return Value;

   function Fold (T : Table) return Value is
      Total : Value := Start;
   begin
      for I in T'Range loop
         Total := Join (Total, T (I)); --~ violated overflow
      end loop;
      return Total;
   end Fold;

   generic
      type Thing is private;
   procedure Swap (Left, Right : in out Thing);
   procedure Swap (Left, Right : in out Thing) is
      Old : constant Thing := Left;
   begin
      Left := Right;
      Right := Old;
   end Swap;

   type Numbers is array (Positive range <>) of Integer;
   function Sum is new Fold (Positive, Integer, Numbers);
   function Largest is new Fold (Positive, Integer, Numbers, Start => Integer'First, Join => Integer'Max);
   procedure Exchange is new Swap (Integer);
   A : Integer := 3;
   B : Integer := 4;
begin
   Exchange (A, B);
   pragma Assert (A = 4 and B = 3);
   pragma Assert (Sum ((1, 2, 3)) = 6 and Largest ((1, 9, 3)) = 9);
   Result := Sum ((Limit, Limit));
end Formal_Subprograms;
