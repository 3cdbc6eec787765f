//! What each accessor returns, of a URL with all parts and of one with none; and builders that remove parts.

use url1738_news::{Grouppart, NewsUrl};

#[test]
fn accessors() {
    let article = NewsUrl::parse("news:a%25b@h.dom").unwrap();
    let Grouppart::Article(id) = article.grouppart() else { panic!("{article}") };
    assert_eq!((id.unique().as_str(), id.host_str()), ("a%25b", "h.dom"));
    assert_eq!(article.to_builder().build(), article.to_owned());
    assert!(matches!(NewsUrl::parse("news:*").unwrap().grouppart(), Grouppart::All));
    let group = NewsUrl::parse("news:comp.test").unwrap();
    assert!(matches!(group.grouppart(), Grouppart::Group("comp.test")));
    assert_eq!(group.to_builder().build(), group.to_owned());
}
