-- run: cairn check %s
-- exit: 1
-- others: proved 6
--  `raise;` raises what its own handler handles, whatever was handled inside of it in the meantime.
with Ada.Exceptions; use Ada.Exceptions;
with Ada.Text_IO;
procedure Nested_Handlers is
   Early, Late : exception;
   Met : Integer := 0;

   procedure Handle_Late is
   begin
      raise Late;
   exception
      when Late => null;
   end Handle_Late;
begin
   begin
      begin
         raise Early;
      exception
         when others =>
            begin
               raise Late;
            exception
               when Late => Handle_Late;
            end;
            raise;
      end;
   exception
      when Early => Met := 1;
      when Late => Met := 2;
   end;
   pragma Assert (Met = 1);
   begin
      begin
         raise Early;
      exception
         when Outer : others =>
            Ada.Text_IO.Put_Line (Exception_Name (Outer) & ": " & Exception_Message (Outer));
            begin
               raise Late;
            exception
               when Late => Reraise_Occurrence (Outer);
            end;
      end;
   exception
      when Early => Met := 3;
      when Late => Met := 4;
   end;
   pragma Assert (Met = 3);
   begin
      raise Late;
   exception
      when E : others =>
         pragma Assert (Exception_Message (E)'Length = 0);   --~ violated assertion
         Reraise_Occurrence (E);   --~ violated reachable
   end;
end Nested_Handlers;
