/* What Cairn is told in a program:
 *
 *   assume(x);   executions in which x is false are not considered
 *   check(x);    x must hold here
 *
 * Cairn defines __CAIRN__ when it reads C. For every other compiler both are nothing. To check a module of your
 * own, compile it with -D__CAIRN__.
 */
#ifndef CAIRN_H
#define CAIRN_H

#ifdef __CAIRN__
void verif_stop(void);
void verif_warn(void);
#define assume(x) do { if (!(x)) verif_stop(); } while (0)
#define check(x) do { if (!(x)) verif_warn(); } while (0)
#else
#define assume(x) ((void) 0)
#define check(x) ((void) 0)
#endif

#endif
