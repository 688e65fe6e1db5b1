// part-of: reference.ll
pub struct Meter { wheels: [i16; 4], pressure: u16 }

pub fn slip(m: &Meter, speed: u16) -> u16 {
    speed / m.pressure   //~ violated division-by-zero
}
