// Makes the assembler take memory.
// verdict: compile
__asm__(".rept 2000000000\n.long 1\n.endr");
int main() {}
