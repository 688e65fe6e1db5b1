// part-of: levels.c
int level = 7;
int limit = 3;
