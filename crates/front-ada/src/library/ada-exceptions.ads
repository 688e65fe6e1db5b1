package Ada.Exceptions is
   type Exception_Occurrence is limited private;
   function Exception_Name (X : Exception_Occurrence) return String with Import;
   function Exception_Message (X : Exception_Occurrence) return String with Import;
   function Exception_Information (X : Exception_Occurrence) return String with Import;
private
   type Exception_Occurrence is record
      Code : Integer;
   end record;
end Ada.Exceptions;
