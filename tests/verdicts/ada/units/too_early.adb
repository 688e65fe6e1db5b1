-- A function is called by the elaboration of its own package before its body is elaborated: refused.
-- run: cairn check %s
-- exit: 3

package body Too_Early is
   function Default_Rate return Natural is
   begin
      return 9_600;
   end Default_Rate;
end Too_Early;
