-- Membership in ranges, subtypes and lists of choices.
-- run: cairn check %s
-- others: proved 6

procedure Membership (N : Integer; C : Character) is
   subtype Dozen is Integer range 1 .. 12;
   type Fruit is (Apple, Pear, Plum, Fig);
   subtype Stone is Fruit range Plum .. Plum;
   F     : Fruit := Plum;
   Vowel : Boolean;
begin
   Vowel := C in 'a' | 'e' | 'i' | 'o' | 'u';
   pragma Assert (if Vowel then C in 'a' .. 'z');
   pragma Assert ((N in Dozen) = (N >= 1 and N <= 12));
   pragma Assert ((N not in 5 .. 3) and (N in Integer));
   pragma Assert ((N in Dozen | 20 .. 30 | 99) or N not in 1 .. 12);
   pragma Assert (F in Stone and F not in Apple | Pear and F in Pear .. Fig);
   pragma Assert (2.5 in 2.0 .. 3.0);
end Membership;
