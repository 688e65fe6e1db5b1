-- part-of: hidden_state.ads
package body Hidden_State is
   type Pair is record A, B : Integer; end record with Dynamic_Predicate => Pair.A <= Pair.B;
   P : Pair := (1, 2);    --~ unsupported unsupported, proved assertion
   procedure Break (V : Integer) is
   begin
      P.A := V;
   end Break;
   function Look return Boolean is
   begin
      pragma Assert (P.A <= P.B);
      return P.A <= P.B;
   end Look;
end Hidden_State;
