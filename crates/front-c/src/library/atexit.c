/* What the program registers to run at its end. */
static void (*handlers[64])(void);
static unsigned handler_count;

int atexit(void (*handler)(void))
{
  if (handler_count == 64)
    return 1;
  handlers[handler_count++] = handler;
  return 0;
}

void __cairn_run_handlers(void)
{
  while (handler_count > 0)
    handlers[--handler_count]();
}
