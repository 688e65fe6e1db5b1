-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Component_Discriminant is
   function Id (X : Integer) return Integer is (X);
   type T (D : Boolean := False) is record
      case D is
         when True => V : Integer;
         when False => null;
      end case;
   end record;
   X : T;
   Y : Integer;
begin
   if Id (1) = 1 then
      X := (D => False);
   end if;
   Y := X.V; --~ violated discriminant
end Cell_Component_Discriminant;
