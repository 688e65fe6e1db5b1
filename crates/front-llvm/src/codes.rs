//! The closed list of LLVM diagnostics: every code, its title, and what `cairn explain` says about it.

cairn_base::diagnostic_codes! {
    SYNTAX "L0001" "not LLVM IR"
        "The text does not follow the grammar of LLVM's textual form here. Cairn reads what clang 14 to 22 write.";
    NO_ENTRY "L0002" "entry point not found"
        "No function with this name is defined in the module. Without `--entry`, execution starts at `main`.";
    DUPLICATE "L0003" "defined twice"
        "Two modules define the same symbol, and neither definition is private to its module.";
    NO_BODY "L0004" "function without body"
        "The function is only declared, and Cairn has no model of it. Its result is arbitrary, and so are afterwards the objects that its pointer arguments point into; it is taken to change nothing else.";
    NO_LIBRARY "L0006" "C library not used"
        "The functions that the modules use and do not define could not be found in Cairn's C library; calls of them are unsupported. The message says why.";
    MACHINE "L0007" "machine not supported"
        "The data layout of the module is one that Cairn does not follow: pointers have 32 or 64 bits, and all modules of a program are made for the same machine.";
}
