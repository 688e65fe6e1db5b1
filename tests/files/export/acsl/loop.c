// run: cairn export %s --to acsl --property loop.ya
// The loop of Stouls and Prevosto, "Aoraï Plugin Tutorial" (figures 4.4 and 4.5): a loop whose iterations a counter counts.
int f() { return 0; }
int g() { return 0; }
int main(int c) {
  if (c<0) { c = 0; }
  if (c>5) { c = 5; }
  /*@ assert 0<=c<=5; */
  while (c) {
    f();
    g();
    c--;
  }
  return 0;
}
