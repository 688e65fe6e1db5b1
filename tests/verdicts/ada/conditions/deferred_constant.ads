-- run: cairn check %s deferred_constant.adb
-- exit: 1
-- others: proved 0
--  A deferred constant keeps the invariant, and an object of the package that is initialized by default.
package Deferred_Constant is
   type T is private;
   C : constant T;
   procedure Nothing;
private
   type T is record V : Integer := 0; end record with Type_Invariant => T.V >= 0;
   C : constant T := (V => -3);    --~ violated assertion
end Deferred_Constant;
