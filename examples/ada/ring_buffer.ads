--  A bounded queue of messages in a ring: the indexes run around, the count tells full from empty.
--  Try:    cairn check examples/ada/ring_buffer.adb
--  Expect: everything is proved, for every state the type invariant of the buffer allows.
--  Then:   leave `mod Capacity` away in Put and see which index is violated first.
package Ring_Buffer is
   Capacity : constant := 8;
   type Message is mod 2 ** 16;
   type Buffer is private;

   function Length (B : Buffer) return Natural;
   function Head (B : Buffer) return Message
     with Pre => Length (B) > 0;

   procedure Put (B : in out Buffer; M : Message)
     with Pre  => Length (B) < Capacity,
          Post => Length (B) = Length (B'Old) + 1
                  and then (if Length (B'Old) > 0 then Head (B) = Head (B'Old) else Head (B) = M);
   procedure Get (B : in out Buffer; M : out Message)
     with Pre  => Length (B) > 0,
          Post => Length (B) = Length (B'Old) - 1 and then M = Head (B'Old);
private
   type Place is range 0 .. Capacity - 1;
   type Store is array (Place) of Message;
   type Buffer is record
      Data  : Store   := (others => 0);
      First : Place   := 0;
      Count : Natural := 0;
   end record
     with Type_Invariant => Buffer.Count <= Capacity;
end Ring_Buffer;
