-- Pre- and postconditions, checked at each call and each return.
-- run: cairn check %s
-- exit: 1
-- others: proved 10

package body Account is
   procedure Deposit (L : in out Ledger; Amount : Cents) is
   begin
      L.Balance := L.Balance + Amount;
   end Deposit;

   procedure Withdraw (L : in out Ledger; Amount : Cents; Done : out Boolean) is
   begin
      Done := False;
      if Amount <= L.Balance then
         L.Balance := L.Balance - Amount;
         if not L.Frozen then
            Done := True;
         end if;
      end if;
   end Withdraw;

   procedure Pay (L : in out Ledger; Amount : Cents) is
   begin
      if Amount < 100 and L.Balance < 100 then
         Deposit (L, Amount); --~ violated precondition
         pragma Assert (L.Balance < 200);
      end if;
   end Pay;
end Account;
