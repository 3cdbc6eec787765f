//! Every part of a URL, by the accessors of its type.

use url1738::{Escaped, Login, Url, file, news::Grouppart, wais::WaisForm};

/// Calls `each` with every part after the scheme name, the segments of a path one by one or together.
#[inline(always)]
pub(super) fn each_part<'a, const SEGMENTS: bool>(
    url: &Url<&'a str>,
    mut each: impl FnMut(Escaped<'a>),
) {
    match url {
        Url::Ftp(url) => {
            login(url.login(), &mut each);
            if SEGMENTS {
                url.segments().for_each(&mut each);
            } else {
                url.path().into_iter().for_each(&mut each);
            }
            std::hint::black_box(url.typecode());
        }
        Url::Http(url) => {
            login(url.login(), &mut each);
            if SEGMENTS {
                url.segments().for_each(&mut each);
            } else {
                url.path().into_iter().for_each(&mut each);
            }
            url.search().into_iter().for_each(each);
        }
        Url::Gopher(url) => {
            login(url.login(), &mut each);
            let parts = [url.gtype(), url.selector(), url.search(), url.gopher_plus_string()];
            parts.into_iter().flatten().for_each(each);
        }
        Url::Mailto(url) => each(url.encoded_address()),
        Url::News(url) => match url.grouppart() {
            Grouppart::All => {}
            Grouppart::Group(name) => each(Escaped::new_validated(name)),
            Grouppart::Article(id) => {
                each(id.unique());
                each(Escaped::new_validated(id.host_str()));
            }
            _ => {}
        },
        Url::Nntp(url) => {
            login(url.login(), &mut each);
            each(Escaped::new_validated(url.group()));
            url.article_str().map(Escaped::new_validated).into_iter().for_each(each);
        }
        Url::Telnet(url) => login(url.login(), &mut each),
        Url::Wais(url) => {
            login(url.login(), &mut each);
            each(url.database());
            match url.form() {
                WaisForm::Database => {}
                WaisForm::Index { search } => each(search),
                WaisForm::Document { wtype, wpath } => [wtype, wpath].into_iter().for_each(each),
                _ => {}
            }
        }
        Url::File(url) => file_parts::<SEGMENTS>(url, each),
        Url::Prospero(url) => {
            login(url.login(), &mut each);
            each(url.hsoname());
            for field in url.fields() {
                each(field.name);
                each(field.value);
            }
        }
        Url::Other(url) => each(url.schemepart()),
        _ => {}
    }
}

fn file_parts<'a, const SEGMENTS: bool>(
    url: &file::FileUrl<&'a str>,
    mut each: impl FnMut(Escaped<'a>),
) {
    url.host_str().map(Escaped::new_validated).into_iter().for_each(&mut each);
    if SEGMENTS {
        url.segments().for_each(each);
    } else {
        each(url.path());
    }
}

fn login<'a>(login: Login<'a>, each: &mut impl FnMut(Escaped<'a>)) {
    login.user().into_iter().for_each(&mut *each);
    login.password().into_iter().for_each(&mut *each);
    each(Escaped::new_validated(login.host_str()));
    std::hint::black_box(login.port());
}
