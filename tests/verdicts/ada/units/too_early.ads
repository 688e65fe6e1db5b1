-- part-of: too_early.adb

package Too_Early is
   function Default_Rate return Natural;
   Rate : Natural := Default_Rate; --~ error A0027
end Too_Early;
