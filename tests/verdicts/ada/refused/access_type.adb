-- Access types are refused where they are used.
-- run: cairn check %s
-- exit: 2

procedure Access_Type is
   type Node;
   type Link is access Node;
   type Node is record
      Value : Integer := 0;
      Next  : Link;
   end record;
   Head  : Link;
   Count : Natural := 0;
begin
   Count := Count + 1; --~ proved
   Head := new Node; --~ unsupported unsupported
   pragma Assert (Count = 1); --~ unsupported assertion
end Access_Type;
