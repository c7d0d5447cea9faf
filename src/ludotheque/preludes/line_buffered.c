/* Linked to C and C++ bots: a line that is printed leaves at once, as in a terminal and on the contests' sites.
   Without this, a bot that does not call fflush would keep its answer in a buffer, and wait for ever. */
#include <stdio.h>

__attribute__((constructor)) static void ludotheque_line_buffered(void)
{
    setvbuf(stdout, NULL, _IOLBF, 1 << 16);
}
