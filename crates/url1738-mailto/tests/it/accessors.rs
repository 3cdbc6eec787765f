//! What each accessor returns, of a URL with all parts and of one with none; and builders that remove parts.

use url1738_mailto::MailtoUrl;

#[test]
fn accessors() {
    let url = MailtoUrl::parse("mailto:a%25b@h.dom").unwrap();
    assert_eq!((url.encoded_address().as_str(), &*url.address()), ("a%25b@h.dom", "a%b@h.dom"));
    assert_eq!((&*url.local_part(), &*url.domain()), ("a%b", "h.dom"));
    let built = url.to_builder().address("c@d").unwrap().build();
    assert_eq!(built.as_str(), "mailto:c@d");
    assert!(url.to_builder().address("c").is_err());
}
