// Includes itself twice, again and again.
// verdict: compile
// upload: takes a minute
#if __INCLUDE_LEVEL__ < 150
#include __FILE__
#include __FILE__
#endif
int main() {}
