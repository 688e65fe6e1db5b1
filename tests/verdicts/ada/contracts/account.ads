-- part-of: account.adb

package Account is
   type Cents is range 0 .. 1_000_000;
   type Ledger is record
      Balance : Cents := 0;
      Frozen  : Boolean := False;
   end record;
   procedure Deposit (L : in out Ledger; Amount : Cents)
     with Pre  => not L.Frozen and then Amount <= Cents'Last - L.Balance,
          Post => L.Balance = L.Balance'Old + Amount and L.Frozen = L.Frozen'Old;
   procedure Withdraw (L : in out Ledger; Amount : Cents; Done : out Boolean)
     with Post => (if Done then L.Balance = L.Balance'Old - Amount else L = L'Old); --~ violated postcondition
   procedure Pay (L : in out Ledger; Amount : Cents);
end Account;
