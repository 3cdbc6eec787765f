//! Nothing: the tests are the user.
