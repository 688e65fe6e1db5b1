-- part-of: missing_body.adb
package Missing_Body is
   procedure Use_Them (X : in Integer; Y : out Integer);
   procedure Handle (Y : out Integer);
end Missing_Body;
