package Ada.Numerics with Pure is
   Argument_Error : exception;
   Pi : constant := 3.14159_26535_89793_23846_26433_83279_50288_41971_69399_37511;
   e : constant := 2.71828_18284_59045_23536_02874_71352_66249_77572_47093_69996;
end Ada.Numerics;
