//! A user of one scheme needs no other crate: each re-exports all types of its errors, lints, repairs and values.

macro_rules! all_names {
    ($($scheme:ident),*) => {$(
        mod $scheme {
            use url1738::$scheme::{
                Annotated, AnyUrl, Change, CodeInfo, Components, Error, ErrorKind, Escaped, Fix, GenericUrl,
                Host, Hostname, Lint, Lints, Login, Part, PartRule, PartSpan, Redacted, Repaired,
                Role, Rule, Span, Storage, Token, plan,
            };

            /// Every name is a type that the functions of the crate return or take.
            #[test]
            fn are_those_of_the_family() {
                let error: Error = GenericUrl::parse("").unwrap_err();
                let (kind, part, role): (ErrorKind, &Part, Role) =
                    (error.kind(), error.part(), error.part().role());
                assert_eq!((kind, role), (ErrorKind::Expected(Token::Colon), Role::Scheme));
                let rule: Option<&'static PartRule> = error.part_rule();
                let fix: Option<Fix> = GenericUrl::fix("", &error);
                let span: Span = error.span();
                assert_eq!((rule, fix, span), (None, None, Span::new(0, 0)));
                assert_eq!(error.rule(), Rule::Bnf(part.production()));
                let shown: Annotated<'_> = GenericUrl::annotate("", &error);
                assert!(!shown.to_string().is_empty());

                let repaired: Repaired<GenericUrl> = GenericUrl::repair("x://H.dom/a b").unwrap();
                let change: &Change = &repaired.changes[0];
                let info: &'static CodeInfo = change.info;
                assert_eq!((change.code(), info.code), ("space", "space"));
                let url: &dyn AnyUrl = &repaired.url;
                let (login, host): (Option<Login<'_>>, Option<Host<'_>>) = (url.login(), url.host());
                assert!(login.is_some());
                let Some(Host::Name(name)) = host else { panic!("{host:?}") };
                let name: Hostname<'_> = name;
                assert_eq!(name.as_str(), "H.dom");
                let path: Option<Escaped<'_>> = url.path();
                assert_eq!(path.unwrap(), "a%20b");
                let components: Components<'_> = url.components();
                assert_eq!(components.get("urlpath"), Some("a%20b"));
                let redacted: Redacted<'_> = url.redacted();
                assert_eq!(redacted.to_string(), "x://H.dom/a%20b");
                let parts: Vec<PartSpan> = url.parts();
                assert_eq!(parts.len(), 3);
                let lints: Lints = url.lints();
                let codes = lints.iter().map(|lint: &Lint| lint.code());
                assert_eq!(codes.count(), lints.len());
                let plan: Result<plan::Plan, plan::Refusal> = url.plan();
                assert!(plan.is_err());
                fn text<T: Storage>(url: &GenericUrl<T>) -> &str {
                    url.as_ref()
                }
                assert_eq!(text(&repaired.url), "x://H.dom/a%20b");
            }
        }
    )*};
}

all_names!(ftp, http, gopher, mailto, news, nntp, telnet, wais, file, prospero);
