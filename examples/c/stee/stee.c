/* Secondary steering of a heavy vehicle: when the primary circuit reports a fault, the secondary one is switched on.

   After figure 1 of Jesper Amilon and Dilian Gurov, "Contract Based Program Models for Software Model Checking"; the bodies are
   ours. The contracts are proved with

       cairn prove stee.c

   and what the scheduler guarantees over time with

       cairn temporal stee.c --property 'G (glob_stee_primary_status != 0 -> F glob_stee_sndary_status == 0)'

   The secondary status is 0 when the secondary circuit has to work. */
#define LO 0
#define HI 10

int glob_stee_primary_status; /* input: 0 is flawless, everything else an error */
int glob_stee_sndary_status;  /* output */

volatile int sensor; /* every read gives another value */

/*@ ensures LO <= glob_stee_primary_status <= HI;
    assigns glob_stee_primary_status; */
void havoc_input(void)
{
    int value = sensor;
    glob_stee_primary_status = value < LO ? LO : value > HI ? HI : value;
}

/*@ ensures \result == glob_stee_primary_status;
    assigns \nothing; */
int rtdb_read_primary_stee_status(void)
{
    return glob_stee_primary_status;
}

/*@ ensures \old(stee_info) != 0 ==> \result == 0;
    ensures \old(stee_info) == 0 ==> \result == 1;
    assigns \nothing; */
int evaluate_stee_status(int stee_info)
{
    if (stee_info != 0)
        return 0;
    return 1;
}

/*@ ensures glob_stee_sndary_status == status;
    assigns glob_stee_sndary_status; */
void rtdb_write_sndary_stee_status(int status)
{
    glob_stee_sndary_status = status;
}

void steering(void)
{
    /* Read the input from the database. */
    int primary_info = rtdb_read_primary_stee_status();

    /* Evaluate it. */
    int sndary_info = evaluate_stee_status(primary_info);

    /* Write the result back. */
    rtdb_write_sndary_stee_status(sndary_info);
}

/* The scheduler. */
int main(void)
{
    while (1) {
        havoc_input(); /* the environment */
        steering();
    }
}
