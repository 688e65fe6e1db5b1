//! Properties of behaviour over time: formulas of linear temporal logic and automata, their languages, and the
//! translation of the first into the second.
//!
//! What goes in is the text of a property: a formula in the usual notation or in Aoraï's, an automaton in YA, a never
//! claim of Promela, an automaton in HOA. What comes out is a [`formula::Formula`], a [`ya::File`] or a
//! [`buchi::Automaton`], with diagnostics that point into the text, and texts and pictures of them.
//!
//! Programs are deliberately absent. What a formula says about one state or event of a program is an *atom*: its
//! words are kept here, and a front end gives them a meaning.
//!
//! ```
//! use cairn_automata::read::formula::read_formula;
//! use cairn_automata::translate::automaton_of;
//!
//! let mut sources = cairn_base::source::SourceMap::new();
//! let file = sources.add("p.ltl", "G(request -> F(granted))");
//! let read = read_formula(&sources, file).expect("the formula is well formed");
//! let automaton = automaton_of(&read.formula, &read.atoms).expect("the automaton is small");
//! assert_eq!(automaton.states.len(), 2);
//! ```

pub mod atom;
pub mod buchi;
pub mod codes;
pub mod condition;
pub mod formula;
pub mod monitor;
pub mod property;
pub mod read;
pub mod translate;
pub mod words;
pub mod write;
pub mod ya;
