// D, checked as LLVM. The module beside this file was made with
//     ldc2 -betterC -O0 -g --output-ll ring.d
// Check it with
//     cairn check examples/llvm/ring.ll
// The buffer wraps around correctly twenty times; then an index is one too large.
extern (C):

__gshared int[8] samples;
__gshared uint next;

void push(int sample)
{
    samples[next] = sample;
    next = (next + 1) % 8;
}

int nondet_int();
uint nondet_uint();

int main()
{
    for (uint i = 0; i < 20; i++)
        push(nondet_int());
    assert(next == 4);
    next = nondet_uint() % 9; // one too many
    push(0);
    return 0;
}
