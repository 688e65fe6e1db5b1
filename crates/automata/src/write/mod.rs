//! Automata as texts for people and other tools: pictures for Graphviz, the Hanoi omega-automata format, never claims of
//! Promela, YA.

pub mod dot;
pub mod hoa;
pub mod never;
pub mod ya;
