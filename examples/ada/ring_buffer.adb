package body Ring_Buffer is
   function Length (B : Buffer) return Natural is (B.Count);

   function Head (B : Buffer) return Message is (B.Data (B.First));

   procedure Put (B : in out Buffer; M : Message) is
      Next : constant Place := Place ((Natural (B.First) + B.Count) mod Capacity);
   begin
      B.Data (Next) := M;
      B.Count := B.Count + 1;
   end Put;

   procedure Get (B : in out Buffer; M : out Message) is
   begin
      M := B.Data (B.First);
      B.First := (if B.First = Place'Last then 0 else B.First + 1);
      B.Count := B.Count - 1;
   end Get;
end Ring_Buffer;
