//! Source bytes as text.
//!
//! C sources may hold bytes that are no UTF-8, most often Latin-1 letters in strings and comments. Each
//! such byte becomes a character of a private area, so that literals get back exactly the bytes written.

const RAW_BYTES: u32 = 0x10_ff00;

/// The bytes as text, nothing lost.
pub fn decode(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len() + 64);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|&b| char::from_u32(RAW_BYTES + u32::from(b))));
    }
    text
}

/// The byte a character of [`decode`] stands for, if it stands for one.
pub fn raw_byte(character: char) -> Option<u8> {
    (character as u32).checked_sub(RAW_BYTES).and_then(|byte| u8::try_from(byte).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_utf8_survive() {
        let text = decode(b"a\xe9\xc3\xa9".to_vec());
        let characters: Vec<char> = text.chars().collect();
        assert_eq!(characters.len(), 3);
        assert_eq!(raw_byte(characters[1]), Some(0xe9));
        assert_eq!(raw_byte(characters[2]), None);
    }
}
