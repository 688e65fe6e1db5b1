-- part-of: filter.adb

package Filter is
   type Celsius is delta 0.0625 range -512.0 .. 512.0;
   procedure Step (State : in out Celsius; Sample : Celsius)
     with Post => (if Sample >= State'Old then State in State'Old .. Sample else State in Sample .. State'Old);
end Filter;
