package Ada.Exceptions with SPARK_Mode is
   type Exception_Occurrence is limited private;
   function Exception_Name (X : Exception_Occurrence) return String with Import;
   function Exception_Message (X : Exception_Occurrence) return String with Import;
   function Exception_Information (X : Exception_Occurrence) return String with Import;
   procedure Reraise_Occurrence (X : Exception_Occurrence) with Import, Convention => Intrinsic;
private
   type Exception_Occurrence is record
      Code : Integer;
   end record;
end Ada.Exceptions;
