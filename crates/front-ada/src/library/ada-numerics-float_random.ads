package Ada.Numerics.Float_Random is
   type Generator is limited private;
   subtype Uniformly_Distributed is Float range 0.0 .. 1.0;
   function Random (Gen : Generator) return Uniformly_Distributed with Import;
   procedure Reset (Gen : Generator; Initiator : Integer) is null;
   procedure Reset (Gen : Generator) is null;
private
   type Generator is record
      State : Integer := 0;
   end record;
end Ada.Numerics.Float_Random;
