-- run: cairn check %s hidden_state.adb
-- exit: 2
-- others: proved 2
--  Entry points start from states in which package variables keep their predicates. Assigning a component may break
--  one without a check, so an entry that does takes that back.
package Hidden_State is
   procedure Break (V : Integer);
   function Look return Boolean;
end Hidden_State;
