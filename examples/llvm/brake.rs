//! Rust, checked as LLVM. The module beside this file was made with
//!     rustc --emit=llvm-ir -C opt-level=0 -C debuginfo=2 -C panic=abort -C overflow-checks=on brake.rs
//! Check it with
//!     cairn check examples/llvm/brake.ll
//! Two multiplications may overflow, and the deceleration may be zero: three panics, each with its inputs.
#![no_std]
#![crate_type = "lib"]

/// Braking distance of a train in metres: speed in metres per second, deceleration in tenths of m/s².
#[unsafe(no_mangle)]
pub extern "C" fn braking_distance(speed: u32, deceleration: u32) -> u32 {
    speed * speed * 5 / deceleration
}
