// part-of: levels.c
extern int level;
int limit;

int read_level(void) {
    return level;
}
int raise_limit(void) {
    return ++limit;
}
