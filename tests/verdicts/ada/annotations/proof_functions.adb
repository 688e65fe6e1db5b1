-- SPARK 2005: proof types and functions, refinement and accept are read; a hidden body is not looked at.
-- run: cairn check %s
-- others: proved 3

package body Proof_Functions
--# own State is in Port;
is
   Port : Integer;
   pragma Volatile (Port);

   procedure Read (Value : out Integer; Ok : out Boolean)
   --# global in Port;
   --# derives Value, Ok from Port;
   is
      Raw : Integer;
   begin
      Raw := Port;
      --# accept F, 10, "the raw value is used once";
      Value := 0;
      --# end accept;
      Ok := Raw in 0 .. 100;
      if Ok then
         Value := Raw;
      end if;
   end Read;

   procedure Hidden (Value : out Integer) is
      --# hide Hidden;
   begin
      Value := 3;
   end Hidden;
end Proof_Functions;
