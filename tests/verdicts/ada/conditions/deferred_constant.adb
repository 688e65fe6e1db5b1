-- part-of: deferred_constant.ads
package body Deferred_Constant is
   procedure Nothing is null;
end Deferred_Constant;
