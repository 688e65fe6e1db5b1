//! Programs with random mistakes never make the analysis panic: what it cannot make sense of is a diagnostic.

mod common;

use cairn_front_c::types::DataModel;
use common::analyzed;

/// Mutants of each program.
const MUTANTS: usize = 60;

const PROGRAMS: &[&str] = &[
    "typedef struct node { struct node * next ; int value : 5 ; char text [ 4 ] ; } node ;
     static node list [ ] = { [ 0 ] = { 0 , 3 , \"ab\" } , [ 2 ] . value = 1 , [ 3 ] = { . text = { 'a' } } } ;
     int sum ( node * n , int k [ 3 ] ) { int s = 0 ; for ( ; n ; n = n -> next ) s += n -> value ; return s ; }",
    "int f ( int n , int a [ n ] [ n + 1 ] ) { int b [ n ] [ 3 ] ; return sizeof b + sizeof ( int [ n ] ) + ( n ? : a [ 0 ] [ 1 ] ) ; }
     int g ( ) { switch ( f ( 1 , 0 ) ) { case 1 ... 3 : return 1 ; default : goto out ; } out : return ( { int x = 2 ; x ; } ) ; }",
    "union u { int i ; float f ; struct { short s , t ; } ; } ; enum e { A = 1 , B = A << 3 , C } ;
     union u v = { . t = B } ; float h ( union u w , ... ) { __builtin_va_list l ; __builtin_va_start ( l , w ) ;
     double d = __builtin_va_arg ( l , double ) ; __builtin_va_end ( l ) ; return w . f + d * C ; }",
    "int old ( a , b ) char a ; double * b ; { return a + * b ; } extern int t [ ] ; int t [ 4 ] = { 1 , 2 } ;
     int ( * table [ 2 ] ) ( ) = { old , & old } ; long d = & t [ 3 ] - t ; void * p = ( char * ) & t + 2 ;
     int call ( void ) { return table [ 1 ] ( 1 , 2.0 ) + _Generic ( d , long : 1 , default : 2 ) + __builtin_offsetof ( struct { int x , y ; } , y ) ; }",
    "struct s { unsigned a : 3 , : 0 , b : 9 ; } __attribute__ ( ( packed , aligned ( 4 ) ) ) ; struct s get ( void ) ;
     int use ( struct s * p ) { p -> a ++ ; -- p -> b ; p -> a <<= 2 ; return get ( ) . b + ( ( struct s ) { 1 , 2 } ) . a + ! p + ~ p -> b ; }
     int ov ( int x , int * r ) { return __builtin_add_overflow ( x , 1 , r ) + __sync_fetch_and_add ( r , 2 ) + __builtin_expect ( x , 0 ) ; }",
];

const WORDS: &[&str] = &[
    "int",
    "struct",
    "*",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "0",
    "-1",
    "99999999999999999999",
    "x",
    "sizeof",
    ":",
    ",",
    "=",
    ".",
    "void",
    "\"s\"",
    "1.5",
    "static",
    "typedef",
    "return",
    "case",
    "__func__",
    "node",
    "f",
    "goto",
    "&",
    "unsigned",
    "double",
];

fn mutant(random: &mut fastrand::Rng, program: &str) -> String {
    let mut words: Vec<&str> = program.split_whitespace().collect();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..words.len());
        match random.u32(0..5) {
            0 => {
                words.remove(at);
            }
            1 => words.insert(at, WORDS[random.usize(..WORDS.len())]),
            2 => words[at] = WORDS[random.usize(..WORDS.len())],
            3 => {
                let other = random.usize(..words.len());
                words.swap(at, other);
            }
            _ => {
                let end = (at + random.usize(1..8)).min(words.len());
                let copy: Vec<&str> = words[at..end].to_vec();
                let to = random.usize(..words.len());
                words.splice(to..to, copy);
            }
        }
    }
    words.join(" ")
}

#[test]
fn mistakes_do_not_make_the_analysis_panic() {
    let mut random = fastrand::Rng::with_seed(3);
    for program in PROGRAMS {
        analyzed(&[program], DataModel::Ilp32, |_, _, diagnostics| {
            assert!(!diagnostics.iter().any(|d| d.is_error()), "{program}\n{diagnostics:?}");
        });
        for _ in 0..MUTANTS {
            let text = mutant(&mut random, program);
            let result = std::panic::catch_unwind(|| analyzed(&[&text], DataModel::Lp64, |_, _, found| found.len()));
            assert!(result.is_ok(), "panics on:\n{text}");
        }
    }
}
