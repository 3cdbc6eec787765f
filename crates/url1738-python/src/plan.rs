//! Access plans.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyString, PyTuple},
};
use url1738::plan::{self, Answers, Chunk, Condition, ControlOctet, Question};

use crate::{
    args,
    lint::Lint,
    value::{Tuple, value},
};

value! {
    /// Where a plan connects to.
    ///
    /// >>> import url1738
    /// >>> endpoint = url1738.parse("http://HOST.dom:8080/").plan().endpoint
    /// >>> endpoint.kind, endpoint.host, endpoint.port
    /// ('tcp', 'host.dom', 8080)
    Endpoint matches "kind", "host", "port";
    /// `tcp`, `tls`, `udp`, `configured` (the news server of the user's configuration), `this-machine` or `none`.
    kind: String,
    /// The host in lower case, or `None`.
    host: Option<String>,
    /// The port, or `None`.
    port: Option<u16>,
    /// The name of the configured service, or `None`.
    service: Option<String>,

    {
        fn __str__(&self) -> String {
            let host = self.host.as_deref().or(self.service.as_deref()).unwrap_or_default();
            match self.port {
                Some(port) => format!("{} {host}:{port}", self.kind),
                None => self.kind.clone(),
            }
        }

        fn __repr__(&self) -> String {
            let quoted = |text: Option<&str>| text.map_or("None".into(), |text| format!("'{text}'"));
            let port = self.port.map_or("None".into(), |port| port.to_string());
            format!(
                "Endpoint(kind='{}', host={}, port={port})",
                self.kind,
                quoted(self.host.as_deref())
            )
        }
    }
}

impl Endpoint {
    fn new(endpoint: &plan::Endpoint) -> Self {
        let (kind, host, port, service) = match endpoint {
            plan::Endpoint::Tcp { host, port } => ("tcp", Some(host), Some(*port), None),
            plan::Endpoint::Tls { host, port } => ("tls", Some(host), Some(*port), None),
            plan::Endpoint::Udp { host, port } => ("udp", Some(host), Some(*port), None),
            plan::Endpoint::Configured { service, port } => {
                ("configured", None, Some(*port), Some((*service).to_owned()))
            }
            plan::Endpoint::ThisMachine => ("this-machine", None, None, None),
            _ => ("none", None, None, None),
        };
        Self { kind: kind.into(), host: host.cloned(), port, service }
    }
}

value! {
    /// A step of a plan. Octets are decoded; the attributes that a kind does not have are `None`.
    ///
    /// `str(step)` is the notation of plans, with passwords as `***`. The attributes contain them.
    ///
    /// >>> import url1738
    /// >>> step = url1738.parse("ftp://host.dom/a%2Fb/c").plan().steps[2]
    /// >>> match step:
    /// ...     case url1738.Step("command", "CWD", argument):
    /// ...         print(argument)
    /// b'a/b'
    #[derive(Default)]
    Step matches "kind", "verb", "argument";
    /// `command`, `send`, `ask`, `advise-user`, `advise-password`, `session`, `init`, `search`, `retrieve`, `resolve`,
    /// `compose` or `open`.
    kind: String,
    /// The verb of a command.
    verb: Option<String>,
    /// The argument of a command, the user or password to show, or the address to write to.
    argument: Option<Vec<u8>>,
    /// When a command is sent: `always`, `if 331` and the like after that reply, `guess` or `optional`.
    condition: Option<String>,
    /// What only the user can answer: `password`, `email`, `search` or `form`.
    question: Option<String>,
    /// The database of a WAIS search or retrieval.
    database: Option<Vec<u8>>,
    /// The terms of a WAIS search.
    terms: Option<Vec<u8>>,
    /// Type and id of a WAIS document.
    document: Option<(Vec<u8>, Vec<u8>)>,
    /// The object name of a Prospero request.
    hsoname: Option<Vec<u8>>,
    /// The fields of a Prospero request, as names and values.
    fields: Option<Tuple<(Vec<u8>, Vec<u8>)>>,
    /// The segments of the path of a local file.
    segments: Option<Tuple<Vec<u8>>>,
    ;
    /// The notation, without passwords.
    notation: String,

    {
        fn __str__(&self) -> &str {
            &self.notation
        }

        fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
            Ok(format!("Step({})", args::repr(py, &self.notation)?))
        }
    }
}

impl Step {
    fn new(step: &plan::Step) -> Self {
        let mut it = Self { notation: step.to_string(), ..Self::default() };
        let kind = match step {
            plan::Step::Command(command) => {
                it.verb = Some(command.verb.to_owned());
                it.condition = Some(match command.condition {
                    Condition::If(code) => format!("if {code}"),
                    Condition::Guess => "guess".to_owned(),
                    Condition::Optional => "optional".to_owned(),
                    _ => "always".to_owned(),
                });
                match &command.argument {
                    Some(Chunk::Octets(octets)) => it.argument = Some(octets.octets().to_vec()),
                    Some(Chunk::Line(line)) => it.argument = Some(line.octets().to_vec()),
                    argument => it.question = argument.as_ref().and_then(asked),
                }
                "command"
            }
            plan::Step::Send(chunks) => {
                it.question = chunks.iter().find_map(asked);
                "send"
            }
            plan::Step::Ask(question) => {
                it.question = Some(question.name().to_owned());
                "ask"
            }
            plan::Step::AdviseUser(octets)
            | plan::Step::AdvisePassword(octets)
            | plan::Step::Compose(octets) => {
                it.argument = Some(octets.octets().to_vec());
                match step {
                    plan::Step::AdviseUser(_) => "advise-user",
                    plan::Step::AdvisePassword(_) => "advise-password",
                    _ => "compose",
                }
            }
            plan::Step::Session => "session",
            plan::Step::Init => "init",
            plan::Step::Search { database, terms, .. } => {
                it.database = Some(database.clone());
                it.terms.clone_from(terms);
                it.question = terms.is_none().then(|| Question::Search.name().to_owned());
                "search"
            }
            plan::Step::Retrieve { database, wtype, id, .. } => {
                it.database = Some(database.clone());
                it.document = Some((wtype.clone(), id.clone()));
                "retrieve"
            }
            plan::Step::Resolve { hsoname, fields, .. } => {
                it.hsoname = Some(hsoname.clone());
                it.fields = Some(Tuple(fields.clone()));
                "resolve"
            }
            plan::Step::Open(segments) => {
                it.segments = Some(Tuple(segments.clone()));
                "open"
            }
            _ => "other",
        };
        Self { kind: kind.to_owned(), ..it }
    }
}

/// Returns the name of the question whose answer is sent.
fn asked(chunk: &Chunk) -> Option<String> {
    if let Chunk::Answer(question) = chunk { Some(question.name().to_owned()) } else { None }
}

/// How a client retrieves the resource: an endpoint and steps, as data. Nothing connects.
///
/// >>> import url1738
/// >>> plan = url1738.parse("gopher://host.dom/0/docs").plan()
/// >>> print(plan)
/// tcp host.dom:70
/// send "/docs\r\n"
/// >>> plan.wire()
/// (b'/docs\r\n',)
#[pyclass(frozen, module = "url1738")]
pub(crate) struct Plan {
    pub(crate) plan: plan::Plan,
    /// The URL, whose plan pickle restores.
    pub(crate) url: Py<PyAny>,
}

#[pymethods]
impl Plan {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("endpoint", "steps")
    }

    /// Where to connect to.
    #[getter]
    fn endpoint(&self) -> Endpoint {
        Endpoint::new(&self.plan.endpoint)
    }

    /// The steps in order.
    #[getter]
    fn steps(&self) -> Tuple<Step> {
        Tuple(self.plan.steps.iter().map(Step::new).collect())
    }

    /// What to know before the plan is carried out.
    #[getter]
    fn warnings(&self) -> Tuple<Lint> {
        Tuple(self.plan.warnings.iter().map(Lint::new).collect())
    }

    /// What only the user can answer: names of the arguments of `wire`.
    #[getter]
    fn questions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.plan.questions().into_iter().map(Question::name))
    }

    /// Returns the exact octets of each step that sends something, with the answers filled in. Conditional steps are
    /// included.
    ///
    /// Raises `ValueError` if an answer is missing, or contains an octet that would end a line.
    ///
    /// >>> import url1738
    /// >>> url1738.parse("ftp://host.dom/a").plan().wire(email="me@host.dom")[:2]
    /// (b'USER anonymous\r\n', b'PASS me@host.dom\r\n')
    #[pyo3(signature = (*, password=None, email=None, search=None, form=None))]
    fn wire<'py>(
        &self,
        py: Python<'py>,
        password: Option<&Bound<'py, PyAny>>,
        email: Option<&Bound<'py, PyAny>>,
        search: Option<&Bound<'py, PyAny>>,
        form: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let mut answers = Answers::new();
        let questions = [Question::Password, Question::Email, Question::Search];
        for (question, octets) in questions.into_iter().zip([password, email, search]) {
            if let Some(octets) = octets {
                let octets = args::octets(octets)?;
                answers = answers.answer(question, octets.as_ref()).map_err(control)?;
            }
        }
        if let Some(form) = form {
            let items = args::segments(form)?;
            answers = answers.form(items.iter().map(AsRef::as_ref)).map_err(control)?;
        }
        let wire = self
            .plan
            .to_wire(&answers)
            .map_err(|missing| PyValueError::new_err(missing.to_string()))?;
        PyTuple::new(py, wire.iter().map(|octets| PyBytes::new(py, octets)))
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        self.plan == other.get().plan
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.__str__()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<args::Reduced<'py, ()>> {
        Ok((self.url.bind(py).getattr("plan")?, ()))
    }

    fn __str__(&self) -> String {
        let mut lines = vec![self.endpoint().__str__()];
        lines.extend(self.plan.steps.iter().map(ToString::to_string));
        lines.join("\n")
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let steps: Vec<_> = self
            .plan
            .steps
            .iter()
            .map(|step| args::repr(py, &step.to_string()))
            .collect::<PyResult<_>>()?;
        Ok(format!("Plan({}, [{}])", self.endpoint().__repr__(), steps.join(", ")))
    }
}

fn control(error: ControlOctet) -> PyErr {
    PyValueError::new_err(error.to_string())
}
