// This ring buffer wraps its index one step too late.
// run: cairn check %s
// exit: 1
// others: proved 2
#define SIZE 4
static struct {
    int data[SIZE];
    int head;
} log_buffer;

static void record(int event) {
    log_buffer.data[log_buffer.head] = event; //~ violated index
    if (log_buffer.head++ >= SIZE)
        log_buffer.head = 0;
}

int main(void) {
    for (int event = 0; event < 6; event++)
        record(event);
    return 0;
}
