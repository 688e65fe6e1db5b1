// run: cairn check %s
// exit: 1
// A record that is only named must still be there.

struct pair {
  int left, right;
};

struct pair *nowhere;

int main(void)
{
  struct pair here = {1, 2};
  struct pair *at = &here;
  *at; //~ proved pointer
  *nowhere; //~ violated pointer
  return 0;
}
