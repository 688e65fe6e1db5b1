/* A reply that believes the length in the request, as a famous one did. Try:

       cairn check examples/c/heartbeat.c
       cairn check examples/c/heartbeat.c -D CAREFUL

   The first run shows a request that makes the reply read behind the message; the second one proves that with the
   comparison in place no request can. */

#include <stdint.h>
#include <string.h>

uint8_t __VERIFIER_nondet_uchar(void);

struct request {
    uint8_t kind;
    uint8_t length; /* of the payload that is used */
    uint8_t payload[16];
};

static void reply(const struct request *request, uint8_t *out) {
#ifdef CAREFUL
    if (request->length > sizeof request->payload)
        return;
#endif
    memcpy(out, request->payload, request->length);
}

int main(void) {
    struct request request = {.kind = 1, .length = __VERIFIER_nondet_uchar()};
    uint8_t out[256];
    reply(&request, out);
    return 0;
}
