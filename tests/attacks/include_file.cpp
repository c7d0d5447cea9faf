// Includes a file of the system, whose lines the compiler would print.
// verdict: compile
#include "/etc/passwd"
int main() {}
