//! The C ABI, the allocator and the panic handler: the only unsafe code of the crate, and only in the module for
//! WebAssembly.
//!
//! A host calls `input` with a length, writes that many bytes of UTF-8 to the address it returns, and calls `call` with
//! the number of an operation. The record begins at the address that `call` returns, with the number of its words. The
//! memory may move at each call.

#![allow(unsafe_code, reason = "exported names, and the one state of a module that has one thread")]

use core::cell::UnsafeCell;

use crate::Module;

#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// No input makes the libraries panic; a trap would be an exception in the host.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

struct State(UnsafeCell<Module>);

// SAFETY: the module is built without threads, so that only one thread ever reaches the state.
unsafe impl Sync for State {}

static STATE: State = State(UnsafeCell::new(Module::new()));

/// Runs `with` on the state.
fn state<R>(with: impl FnOnce(&mut Module) -> R) -> R {
    // SAFETY: there is one thread, and no function of this crate calls another that is exported, so no second reference to
    // the state exists while this one does.
    with(unsafe { &mut *STATE.0.get() })
}

/// Returns the address for `len` bytes of input.
// SAFETY: no other item of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn input(len: usize) -> *mut u8 {
    state(|module| module.input(len).as_mut_ptr())
}

/// Runs an operation on the input and returns the address of its record.
// SAFETY: no other item of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn call(operation: u32) -> *const u32 {
    state(|module| module.call(operation).as_ptr())
}

/// Returns the address of the text of a symbol.
// SAFETY: no other item of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn symbol(id: u32) -> *const u8 {
    state(|module| module.symbol(id).as_ptr())
}

/// Returns the length of the text of a symbol, in bytes.
// SAFETY: no other item of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn symbol_len(id: u32) -> usize {
    state(|module| module.symbol(id).len())
}
