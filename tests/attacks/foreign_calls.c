// Makes system calls by another set of numbers, which the filter does not know.
// verdict: refused
#include <stdio.h>

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        long result = 20; // getpid on a machine of 32 bits
        __asm__ volatile("int $0x80" : "+a"(result));
        puts("STOP");
    }
}
