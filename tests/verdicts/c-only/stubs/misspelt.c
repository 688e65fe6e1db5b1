// run: cairn check %s --stub poll_devise=pure
// exit: 3
// diagnostics: error C0070
// A stub for a function that there is not.
extern void poll_device(void);
int main(void) { poll_device(); return 0; }   //~ note C0061
