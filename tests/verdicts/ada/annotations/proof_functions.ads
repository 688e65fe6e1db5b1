-- part-of: proof_functions.adb

package Proof_Functions
--# own State : Sensor_State;
is
   --# type Sensor_State is abstract;
   --# function Trusted (S : Sensor_State) return Boolean;

   procedure Read (Value : out Integer; Ok : out Boolean);
   --# global in State;
   --# derives Value, Ok from State;
   --# post Ok -> (Value >= 0 and Value <= 100);

   procedure Hidden (Value : out Integer);
   --# derives Value from ;
end Proof_Functions;
