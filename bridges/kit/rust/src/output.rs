//! Where responses go, and what is random about a process.

use std::fs::File;
use std::io;

/// Returns where responses go, and sends to standard error whatever else prints, such as the engine.
#[cfg(unix)]
pub fn take_output() -> io::Result<File> {
    use std::os::unix::io::AsFd;
    extern "C" {
        fn dup2(from: i32, to: i32) -> i32;
    }
    let responses = io::stdout().as_fd().try_clone_to_owned()?;
    // SAFETY: the process has both, and the numbers are those that every system of this kind gives them
    match unsafe { dup2(2, 1) } {
        1 => Ok(File::from(responses)),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Gives a program the same chance each time, in the place of the system's, so that an engine goes through its hash
/// tables in the same order each time, on Linux: `kit::without_chance!();` beside `main`. Which order that is depends on
/// how many tables a run has made before.
#[macro_export]
macro_rules! without_chance {
    () => {
        /// # Safety
        /// `buffer` has room for `length` bytes, as the system's function of this name demands.
        #[no_mangle]
        pub unsafe extern "C" fn getrandom(buffer: *mut u8, length: usize, _flags: u32) -> isize {
            std::ptr::write_bytes(buffer, 7, length);
            isize::try_from(length).unwrap_or_default()
        }
    };
}
