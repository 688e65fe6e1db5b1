//! Diagnostic codes: the closed list of those that begin with `U` (how the tool is used, rather than what a
//! source file says), and the way to those of the front ends. `cairn explain` prints them.

use cairn_base::diagnostic::Code;

cairn_base::diagnostic_codes! {
    UNKNOWN_LANGUAGE "U0001" "the language of a file is not known, or not supported yet"
        "Files are told apart by their extension. This version reads the extensions that the message \
         lists. Rename the file, or translate it with a front end that is there.";
    NO_INPUT "U0002" "there is nothing to read"
        "No input file was given, or a folder holds no source file that can be read.";
    MIXED_LANGUAGES "U0003" "files of different languages cannot make one program"
        "All files of one command together make one program, and so must be written in one language. \
         Run the command once per language. C goes with LLVM where `--via llvm` compiles it.";
    SEVERAL_PROGRAMS "U0004" "several .cairn files cannot be put together"
        "A .cairn file is a whole program. Run the command once per file.";
    NO_SUCH_ENTRY "U0005" "there is no procedure of that name"
        "`--entry` takes the name of a procedure as the program writes it. The message lists the \
         procedures there are.";
    NO_ENTRY "U0006" "the program says nowhere where it starts"
        "Without `--entry`, execution starts at the program's own entries: `main` in C, the procedures \
         marked `entry` in a .cairn file. This program has none, so nothing would be checked.";
    NO_BODY "U0007" "an entry has no body"
        "A procedure without body can be called, but no execution can start in it.";
    NOTHING_TO_CHECK "U0008" "the program contains nothing to check"
        "No check of a kind that is on is in what the entries reach, so no property was decided and the run is \
         inconclusive: a run that examined nothing verifies nothing. Look at the notes about what was left out, at \
         `--entry`, `--check` and `--no-check`, and state what must hold with assertions. A property of the competition \
         holds of such a program.";
    NOTHING_REACHABLE "U0009" "no execution gets anywhere: the assumptions contradict each other"
        "Every execution ends at an assumption that it does not satisfy. Everything then holds, for no \
         good reason, and the run is inconclusive. Look for contradictory `assume` statements, \
         preconditions of the entry, or initial values.";
    NOT_SOUND_WITHOUT "U0010" "an option would make the answer meaningless"
        "Some checks guard the answer itself and cannot be switched off: `unsupported` (a construct that was \
         not analysed) and `unwinding`, `recursion` (executions that were not explored; see `--unwinding assume`).";
    NO_SUCH_STAGE "U0011" "an intermediate form cannot be made"
        "`--show` prints an intermediate form of the program, and `cairn export` writes one; this one cannot be made \
         of this program. The message says why.";
    NO_BOUND "U0012" "a bound is needed"
        "The program has loops or recursion, and what was asked for exists only up to a bound. Give one with `--unwind`.";
    NO_LLVM "U0013" "a module of LLVM cannot be made"
        "Bitcode (`.bc`) is read through `llvm-dis`, and C with `--via llvm` is compiled by `clang`. The tool is not \
         installed, or refused the file; the message and its notes say which.";
    NOT_DECIDED "U0014" "a property of the competition is not decided by this version"
        "The property file asks for the absence of data races. The answer is `unknown`, and the run is \
         inconclusive.";
    INVARIANT_LEFT_OUT "U0015" "an invariant is not written"
        "`cairn export --to annotated --invariants` and `--format witness` write the invariants of proofs as expressions \
         of the source language. Left out is what speaks of values that have no name at the loop, what the language has \
         no words for, and what is not known for every call that leads to the loop. The proof itself is not affected.";
    NOT_REACHED "U0016" "no entry reaches a subprogram"
        "Executions start in the entries, and none of them gets to this subprogram, so nothing in it was examined. Name \
         it with `--entry`, or give the files that call it.";
    NOT_FOR_LANGUAGE "U0017" "an option says nothing about this program"
        "`--stub` speaks of functions without body in C and LLVM, `--region` of memory at fixed addresses in C, \
         `--evaluation-order` and `--bit-field-promotion` of what C leaves open and the compiler of a module has \
         chosen. What would have no effect is refused.";
    NOT_RUNS "U0018" "executions that fail a run-time check are not runs"
        "A temporal property speaks of the runs of a program. Whether an execution fails a run-time check is another \
         question, which `cairn check` decides; with `--with-checks`, `cairn temporal` decides both.";
    CONTRACTS_FOR_BODIES "U0019" "contracts stand for bodies"
        "`cairn temporal --abstract NAME` hides the body of a subprogram behind its contract, where a proof about that \
         is one about the program: the contract is proved, what it requires holds at every call, the body ends, and nothing that the \
         property could see happens inside it more than once. Otherwise the body is put back, and the note says why.";
    COVER_LEFT_OUT "U0020" "a decision is not asked for MC/DC"
        "`cairn cover` asks of each condition of a decision that it decides with either value (MC/DC). Decisions with more \
         than twelve conditions, or that are left to more than two places, are asked for the outcomes of their branches only.";
}

/// Every code: of program text, of the front ends, of usage.
pub fn all() -> impl Iterator<Item = Code> {
    let lists = [
        cairn_ir::text::CODES,
        cairn_front_ada::codes::CODES,
        cairn_front_c::codes::CODES,
        cairn_front_llvm::codes::CODES,
        cairn_automata::codes::CODES,
        CODES,
    ];
    lists.into_iter().flatten().copied()
}

/// The code of that name, in any case of letters.
pub fn find(code: &str) -> Option<Code> {
    all().find(|entry| entry.code.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_numbered_in_order() {
        for (number, entry) in CODES.iter().enumerate() {
            assert_eq!(entry.code, format!("U{:04}", number + 1));
        }
        assert_eq!(find("u0005").map(|entry| entry.code), Some(NO_SUCH_ENTRY));
    }
}
