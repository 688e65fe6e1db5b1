-- Arrays are equal when length and elements are, whatever the bounds; discrete ones have an order.
-- run: cairn check %s
-- others: proved 8

procedure Equality_And_Order is
   type Vector is array (Integer range <>) of Integer;
   A : constant Vector (1 .. 3) := (1, 2, 3);
   B : constant Vector (11 .. 13) := (1, 2, 3);
   C : constant Vector (1 .. 2) := (1, 2);
   E : constant Vector (1 .. 0) := (others => 0);
   F : constant Vector (5 .. -5) := (others => 0);
   S : constant String := "abc";
begin
   pragma Assert (A = B and A /= C and E = F);
   pragma Assert (C < A and E < C and not (A < B) and A <= B);
   pragma Assert (A > C and Vector'(1, 9) > A);
   pragma Assert (S < "abd" and "ab" < S and "" < S and "b" > S);
   pragma Assert (A (2 .. 3) = B (12 .. 13) and A (1 .. 0) = E);
end Equality_And_Order;
