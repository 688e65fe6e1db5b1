//! Small cases of layout, conversions and names of types; the big ones are compared with clang in `tests/`.

use super::*;

fn types() -> Types {
    Types::new(DataModel::Lp64)
}

#[test]
fn declarators_are_shown_inside_out() {
    let mut types = types();
    let int = types.int();
    let array = types.array(Qualified::plain(int), ArrayLength::Known(3));
    let pointer = types.pointer_to(array);
    assert_eq!(types.show(pointer), "int (*)[3]");
    let function =
        types.function(FunctionType { result: pointer, parameters: vec![int], variadic: true, prototype: true });
    assert_eq!(types.show(function), "int (*(int, ...))[3]");
    let constant = Qualifiers { constant: true, ..Qualifiers::NONE };
    let text = types.pointer(Qualified::new(int, constant));
    let text = Qualified::new(text, constant);
    assert_eq!(types.show_declaration(text, "p"), "const int *const p");
}

#[test]
fn common_types_depend_on_the_data_model() {
    for (model, expected) in [(DataModel::Lp64, Integer::Long), (DataModel::Ilp32, Integer::UnsignedLong)] {
        let mut types = Types::new(model);
        let (long, unsigned) = (types.integer(Integer::Long), types.integer(Integer::UnsignedInt));
        let common = types.common_type(long, unsigned);
        assert_eq!(common, Some(types.integer(expected)));
    }
}
