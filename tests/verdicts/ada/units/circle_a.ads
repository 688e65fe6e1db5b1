-- Two specifications that need each other have no order of elaboration.
-- run: cairn check %s circle_b.ads
-- exit: 3

with Circle_B;
package Circle_A is
   X : Integer := Circle_B.Y;
end Circle_A;
