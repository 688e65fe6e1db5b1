-- Case statements over integers, enumerations with ranges, and nested ones.
-- run: cairn check %s
-- exit: 1
-- others: proved 4

package body Cases is
   function Category (Age : Natural) return Integer is
   begin
      case Age is
         when 0 .. 2 => return 0;
         when 3 | 4 | 5 => return 1;
         when 6 .. 17 => return 2;
         when others => return 3;
      end case;
   end Category;

   function Next (S : State; E : Event) return State is
   begin
      case S is
         when Idle =>
            case E is
               when Start => return Running;
               when others => return S;
            end case;
         when Running | Paused =>
            case E is
               when Stop => return Idle;
               when Pause => return (if S = Running then Paused else Running);
               when Start =>
                  pragma Assert (S = Paused); --~ violated assertion
                  return Running;
            end case;
      end case;
   end Next;
end Cases;
