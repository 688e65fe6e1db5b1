-- `<>` in an array aggregate: the default of the array type, else of the component type, else anything.
-- run: cairn check %s
-- exit: 1
-- others: proved 4

procedure Default_Components is
   type Level is range 0 .. 9 with Default_Value => 4;
   type Levels is array (1 .. 5) of Level;
   type Marks is array (1 .. 3) of Level with Default_Component_Value => 7;
   type Plain is array (1 .. 3) of Integer;
   A : constant Levels := (others => <>);
   B : constant Levels := (2 | 4 => <>, others => 1);
   C : constant Marks := (1 => 0, others => <>);
   D : constant Plain := (1 => <>, others => 5);
begin
   pragma Assert (A (1) = 4 and A (5) = 4);
   pragma Assert (B = (1, 4, 1, 4, 1));
   pragma Assert (C = (0, 7, 7));
   pragma Assert (D (2) = 5);
   pragma Assert (D (1) = 5); --~ violated assertion
end Default_Components;
