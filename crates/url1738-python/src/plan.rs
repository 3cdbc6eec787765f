//! Access plans.

use std::borrow::Cow;

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyString, PyTuple},
};
use url1738::plan::{self, Answers, Chunk, Condition, ControlOctet, Question};

use crate::{
    args,
    lint::Lint,
    value::{self, Restored},
};

/// Where a plan connects to.
///
/// >>> import url1738
/// >>> endpoint = url1738.parse("http://HOST.dom:8080/").plan().endpoint
/// >>> endpoint.kind, endpoint.host, endpoint.port
/// ('tcp', 'host.dom', 8080)
#[pyclass(frozen, eq, hash, module = "url1738")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Endpoint {
    /// `tcp`, `tls`, `udp`, `configured` (the news server of the user's configuration), `this-machine` or `none`.
    #[pyo3(get)]
    kind: Cow<'static, str>,
    /// The host in lower case, or `None`.
    #[pyo3(get)]
    host: Option<String>,
    /// The port, or `None`.
    #[pyo3(get)]
    port: Option<u16>,
    /// The name of the configured service, or `None`.
    #[pyo3(get)]
    service: Option<Cow<'static, str>>,
}

impl Endpoint {
    fn new(endpoint: &plan::Endpoint) -> Self {
        let (kind, host, port, service) = match endpoint {
            plan::Endpoint::Tcp { host, port } => ("tcp", Some(host), Some(*port), None),
            plan::Endpoint::Tls { host, port } => ("tls", Some(host), Some(*port), None),
            plan::Endpoint::Udp { host, port } => ("udp", Some(host), Some(*port), None),
            plan::Endpoint::Configured { service, port } => {
                ("configured", None, Some(*port), Some(Cow::Borrowed(*service)))
            }
            plan::Endpoint::ThisMachine => ("this-machine", None, None, None),
            _ => ("none", None, None, None),
        };
        Self { kind: kind.into(), host: host.cloned(), port, service }
    }

    /// Restores what was pickled.
    pub(crate) fn restore(fields: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let (kind, host, port, service) = fields.extract::<(String, _, _, Option<String>)>()?;
        Ok(Self { kind: kind.into(), host, port, service: service.map(Cow::Owned) })
    }
}

#[pymethods]
impl Endpoint {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("kind", "host", "port")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Restored<'py>> {
        let Self { kind, host, port, service } = slf.get();
        value::reduced("Endpoint", (kind, host, port, service).into_pyobject(slf.py())?)
    }

    fn __str__(&self) -> String {
        let host = self.host.as_deref().or(self.service.as_deref()).unwrap_or_default();
        match self.port {
            Some(port) => format!("{} {host}:{port}", self.kind),
            None => self.kind.clone().into_owned(),
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
#[pyclass(frozen, module = "url1738")]
pub(crate) struct Step {
    plan: Py<Plan>,
    at: usize,
}

impl Step {
    #[expect(clippy::indexing_slicing, reason = "INVARIANT: `Plan::steps` counts the steps")]
    fn step(&self) -> &plan::Step {
        &self.plan.get().plan.steps[self.at]
    }

    /// Returns the octets of the only argument of the step.
    fn octets(&self) -> Option<&[u8]> {
        match self.step() {
            plan::Step::Command(plan::Command {
                argument: Some(Chunk::Octets(octets)), ..
            })
            | plan::Step::AdviseUser(octets)
            | plan::Step::AdvisePassword(octets)
            | plan::Step::Compose(octets) => Some(octets.octets()),
            plan::Step::Command(plan::Command { argument: Some(Chunk::Line(line)), .. }) => {
                Some(line.octets())
            }
            _ => None,
        }
    }
}

#[pymethods]
impl Step {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("kind", "verb", "argument")
    }

    /// `command`, `send`, `ask`, `advise-user`, `advise-password`, `session`, `init`, `search`, `retrieve`, `resolve`,
    /// `compose` or `open`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.step() {
            plan::Step::Command(_) => "command",
            plan::Step::Send(_) => "send",
            plan::Step::Ask(_) => "ask",
            plan::Step::AdviseUser(_) => "advise-user",
            plan::Step::AdvisePassword(_) => "advise-password",
            plan::Step::Session => "session",
            plan::Step::Init => "init",
            plan::Step::Search { .. } => "search",
            plan::Step::Retrieve { .. } => "retrieve",
            plan::Step::Resolve { .. } => "resolve",
            plan::Step::Compose(_) => "compose",
            plan::Step::Open(_) => "open",
            _ => "other",
        }
    }

    /// The verb of a command.
    #[getter]
    fn verb(&self) -> Option<&'static str> {
        if let plan::Step::Command(command) = self.step() { Some(command.verb) } else { None }
    }

    /// The argument of a command, the user or password to show, or the address to write to.
    #[getter]
    fn argument<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.octets().map(|octets| PyBytes::new(py, octets))
    }

    /// When a command is sent: `always`, `if 331` and the like after that reply, `guess` or `optional`.
    #[getter]
    fn condition(&self) -> Option<String> {
        let plan::Step::Command(command) = self.step() else { return None };
        Some(match command.condition {
            Condition::If(code) => format!("if {code}"),
            Condition::Guess => "guess".to_owned(),
            Condition::Optional => "optional".to_owned(),
            _ => "always".to_owned(),
        })
    }

    /// What only the user can answer: `password`, `email`, `search` or `form`.
    #[getter]
    fn question(&self) -> Option<&'static str> {
        match self.step() {
            plan::Step::Ask(question)
            | plan::Step::Command(plan::Command {
                argument: Some(Chunk::Answer(question)), ..
            }) => Some(question.name()),
            plan::Step::Send(chunks) => chunks.iter().find_map(|chunk| match chunk {
                Chunk::Answer(question) => Some(question.name()),
                _ => None,
            }),
            plan::Step::Search { terms: None, .. } => Some(Question::Search.name()),
            _ => None,
        }
    }

    /// The database of a WAIS search or retrieval.
    #[getter]
    fn database<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        match self.step() {
            plan::Step::Search { database, .. } | plan::Step::Retrieve { database, .. } => {
                Some(PyBytes::new(py, database))
            }
            _ => None,
        }
    }

    /// The terms of a WAIS search.
    #[getter]
    fn terms<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        match self.step() {
            plan::Step::Search { terms: Some(terms), .. } => Some(PyBytes::new(py, terms)),
            _ => None,
        }
    }

    /// Type and id of a WAIS document.
    #[getter]
    fn document<'py>(&self, py: Python<'py>) -> Option<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        match self.step() {
            plan::Step::Retrieve { wtype, id, .. } => {
                Some((PyBytes::new(py, wtype), PyBytes::new(py, id)))
            }
            _ => None,
        }
    }

    /// The object name of a Prospero request.
    #[getter]
    fn hsoname<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        match self.step() {
            plan::Step::Resolve { hsoname, .. } => Some(PyBytes::new(py, hsoname)),
            _ => None,
        }
    }

    /// The fields of a Prospero request, as names and values.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let plan::Step::Resolve { fields, .. } = self.step() else { return Ok(None) };
        let pairs =
            fields.iter().map(|(name, value)| (PyBytes::new(py, name), PyBytes::new(py, value)));
        PyTuple::new(py, pairs.collect::<Vec<_>>()).map(Some)
    }

    /// The segments of the path of a local file.
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let plan::Step::Open(segments) = self.step() else { return Ok(None) };
        PyTuple::new(py, segments.iter().map(|segment| PyBytes::new(py, segment))).map(Some)
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        self.step() == other.get().step()
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.__str__()).hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Restored<'py>> {
        let Self { plan, at } = slf.get();
        value::reduced("Step", (plan, at).into_pyobject(slf.py())?)
    }

    fn __str__(&self) -> String {
        self.step().to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Step({})", args::repr(py, &self.__str__())?))
    }
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
    pub(crate) fn steps<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let step = |at| Step { plan: slf.clone().unbind(), at };
        PyTuple::new(slf.py(), (0..slf.get().plan.steps.len()).map(step))
    }

    /// What to know before the plan is carried out.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.plan.warnings.iter().map(Lint::new).collect::<Vec<_>>())
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
