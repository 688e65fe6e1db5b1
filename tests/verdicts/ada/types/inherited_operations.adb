-- A derived type inherits what is visible where it is declared: an operation declared later overrides an
-- inherited one, and one declared explicitly before hides it.
-- run: cairn check %s
-- others: proved 10

procedure Inherited_Operations is
   package P is
      type T is range 0 .. 9;
      function F return T;
   end P;
   package body P is
      function F return T is (1);
   end P;

   package Q is
      type QT is new P.T;
      Old : constant QT := F;
   private
      function F return QT;
      type QS is new QT;
   end Q;
   package body Q is
      function F return QT is (2);
      S : QS := F;
   begin
      pragma Assert (S = 2);
   end Q;

   package V is
      type VT is private;
      function F return VT;
      function Number (X : VT) return Integer;
   private
      type VT is new P.T;
      type VS is new VT;
   end V;
   package body V is
      function F return VT is (3);
      function Number (X : VT) return Integer is (Integer (X));
      S : VS := F;
   begin
      pragma Assert (S = 3);
      pragma Assert (Number (VT'(F)) = 3);
   end V;

   package R is
      type RT is new Q.QT;
      Z : RT := F;
   end R;
   use type R.RT, Q.QT;
begin
   pragma Assert (Q.Old = 1);
   pragma Assert (R.Z = 1);
   pragma Assert (V.Number (V.F) = 3);
end Inherited_Operations;
