package body Interlocking is
   procedure Step (S : in out State; Sensor : Train) is
   begin
      S.Where := Sensor;
      case S.Where is
         when Away =>
            S.Aspect := Red;
            S.Gate := (if S.Gate = Closed then Moving else Open);
         when Near =>
            case S.Gate is
               when Open   => S.Gate := Moving;
               when Moving => S.Gate := Closed;
               when Closed => S.Aspect := Green;
            end case;
         when Crossing =>
            S.Aspect := Red;
      end case;
   end Step;

   procedure Reset (S : in out State) is
   begin
      if S.Where /= Crossing then
         S.Gate := Open;
         S.Where := Away;
      end if;
   end Reset;
end Interlocking;
