generic
   type Result_Subtype is (<>);
package Ada.Numerics.Discrete_Random is
   type Generator is limited private;
   function Random (Gen : Generator) return Result_Subtype with Import;
   function Random (Gen : Generator; First : Result_Subtype; Last : Result_Subtype) return Result_Subtype
     with Import, Pre => First <= Last, Post => Random'Result in First .. Last;
   procedure Reset (Gen : Generator; Initiator : Integer) is null;
   procedure Reset (Gen : Generator) is null;
private
   type Generator is record
      State : Integer := 0;
   end record;
end Ada.Numerics.Discrete_Random;
