-- run: cairn check %s parts.ads parts.adb
-- exit: 1
-- others: proved 15
-- not natively: parts.adb:25 GNAT 12 does not check invariants of scalar private types behind the call
with Parts; use Parts;
procedure Invariant_Parts (Which, V : Integer) is
begin
   case Which is
      when 1 => declare X : Two; begin Change_Two (X, V); end;    --~ proved assertion
      when 2 => declare X : Row; begin Change_Row (X, V); end;    --~ proved assertion
      when 3 => declare X : Long (1 .. 3); begin Change_Long (X, V); end;    --~ proved assertion
      when 4 => declare X : Number; begin Change_Number (X, V); end;         --~ proved assertion
      when 5 => Break; Look_At_Hidden;
      when 6 => Break; if Sees_Hidden = 3 then null; end if;
      when 7 => declare X : constant Two := Make (V); begin null; end;
      when 8 => Convert (V);
      when 9 => declare X : Bad; begin null; end;        --~ violated assertion
      when 10 => declare X : Bad_Row; begin null; end;   --~ violated assertion
      when 11 => declare X : Starts; begin null; end;    --~ violated assertion
      when others => null;
   end case;
end Invariant_Parts;
