use super::read;

#[test]
fn x() {
    let _ = read("");
}
