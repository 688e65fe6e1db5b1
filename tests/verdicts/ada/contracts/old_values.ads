-- part-of: old_values.adb

package Old_Values is
   type Small is range -100 .. 100;
   type Vector is array (1 .. 4) of Integer;
   procedure Double (V : in out Vector)
     with Pre  => (for all X of V => X in -1_000 .. 1_000),
          Post => (for all I in V'Range => V (I) = V'Old (I) + V'Old (I));
   procedure Swap (A, B : in out Small)
     with Post => A = B'Old and B = A'Old;
   procedure Forgetful (A, B : in out Small)
     with Post => A = B'Old and B = A'Old; --~ violated postcondition
end Old_Values;
