-- part-of: circle_a.ads

with Circle_A; --~ error A0027
package Circle_B is
   Y : Integer := Circle_A.X;
end Circle_B;
