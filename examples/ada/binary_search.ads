--  Binary search, as it stood in textbooks and libraries for decades. On long arrays the sum of two
--  indexes overflows.
--  Try:    cairn check examples/ada/binary_search.adb
--  Expect: the overflow in the middle is violated, with an array of more than a thousand million elements;
--          every array access is proved. Replace the line by `Middle := Low + (High - Low) / 2;` and
--          everything is proved.
package Binary_Search is
   type Numbers is array (Positive range <>) of Integer;

   --  One step of the search: where to go on, or the place of the key.
   procedure Step
     (Table : Numbers; Key : Integer; Low, High : in out Positive; Found : out Boolean)
     with Pre  => Low <= High and then Low >= Table'First and then High <= Table'Last
                  and then Table'Last < Positive'Last and then Table'First > 1,
          Post => (if Found then Low = High and then Table (Low) = Key);
end Binary_Search;
