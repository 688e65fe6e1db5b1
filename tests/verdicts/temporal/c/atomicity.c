// Figure 3.7 of the tutorial: b is called only if a was called immediately before and did not return an error.
// run: cairn temporal %s --property atomicity.ltl
// diagnostics: note U0018

int status;

void a(int x) {
  status = x > 0;
}

void b(void) {}

int main(int n) {  //~ proved temporal
  a(n);
  if (!status) b();
  return 0;
}
