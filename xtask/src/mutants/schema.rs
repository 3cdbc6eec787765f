//! A source file in which all mutants are compiled at once, each under a condition.
//!
//! `a | b` becomes `match (a, b) { (a, b) => if on(7) { a & b } else { a | b } }`, and a function begins with
//! `if on(8) { return false; }`. As in cargo-mutants, a changed operator is parsed anew: `a && b && c` becomes `a || b && c`.

use core::{fmt::Write as _, ops::Range};
use std::collections::{BTreeMap, BTreeSet};

use syn::{
    Expr,
    visit::{self, Visit},
};

use super::list::{Genre, Mutant};

type Place = Range<usize>;

/// What is written in place of a part of the source.
#[derive(Debug)]
struct Group {
    place: Place,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// At the start of a function: values that it returns.
    Body { values: Vec<(u32, String)> },
    /// Operands and the operator between them; mutants by the index of the operator.
    Chain { operator: String, operands: Vec<Place>, mutants: Vec<(usize, u32, String)> },
    /// `place |= value`
    Assignment { operator: String, target: Place, value: Place, mutants: Vec<(u32, String)> },
    /// `!operand`, without the sign
    Unary { sign: char, operand: Place, id: u32 },
    /// After the pattern of an arm: the arm deleted, its guard replaced by true or false.
    Arm { guard: Option<Place>, deleted: Option<u32>, yes: Option<u32>, no: Option<u32> },
    /// A field that comes from the base of the struct expression instead.
    Field { member: String, value: Option<Place>, base: Place, id: u32 },
}

impl Kind {
    fn ids(&self) -> Vec<u32> {
        match self {
            Self::Body { values } => values.iter().map(|(id, _)| *id).collect(),
            Self::Chain { mutants, .. } => mutants.iter().map(|(_, id, _)| *id).collect(),
            Self::Assignment { mutants, .. } => mutants.iter().map(|(id, _)| *id).collect(),
            Self::Unary { id, .. } | Self::Field { id, .. } => vec![*id],
            Self::Arm { deleted, yes, no, .. } => {
                [deleted, yes, no].into_iter().copied().flatten().collect()
            }
        }
    }
}

/// A source file and its mutants.
#[derive(Debug)]
pub(super) struct Schema {
    source: String,
    groups: Vec<Group>,
}

/// The text with the mutants in it, and where each of them is.
#[derive(Debug, Default)]
pub(super) struct Rendered {
    pub(super) text: String,
    /// The text of one mutant.
    pieces: Vec<(Place, u32)>,
    /// The text of an expression with all of its mutants.
    wholes: Vec<(Place, Vec<u32>)>,
}

impl Rendered {
    /// Returns the mutants that a compile error at this place is about: the innermost ones.
    pub(super) fn blamed(&self, error: &Place) -> Vec<u32> {
        let holds = |place: &Place| place.start <= error.start && error.end <= place.end;
        let piece =
            self.pieces.iter().filter(|(place, _)| holds(place)).min_by_key(|it| it.0.len());
        let whole =
            self.wholes.iter().filter(|(place, _)| holds(place)).min_by_key(|it| it.0.len());
        match (piece, whole) {
            (Some((place, id)), Some((outer, _))) if place.len() <= outer.len() => vec![*id],
            (Some((_, id)), None) => vec![*id],
            (_, Some((_, ids))) => ids.clone(),
            (None, None) => Vec::new(),
        }
    }

    /// Returns the mutants whose conditions are at this place.
    pub(super) fn within(&self, place: &Place) -> Vec<u32> {
        let is_within = |whole: &Place| place.start <= whole.start && whole.end <= place.end;
        let wholes = self.wholes.iter().filter(|(whole, _)| is_within(whole));
        wholes.flat_map(|(_, ids)| ids.iter().copied()).collect()
    }

    /// Whether the error is within the text of one mutant, and not in the condition around it.
    pub(super) fn is_piece(&self, error: &Place) -> bool {
        self.pieces.iter().any(|(place, _)| place.start <= error.start && error.end <= place.end)
    }
}

impl Schema {
    /// Returns the file with those of the mutants that can be chosen at run time.
    pub(super) fn new(source: &str, mutants: &[&Mutant]) -> Result<Self, syn::Error> {
        let file = syn::parse_file(source)?;
        let mut by_place = BTreeMap::<(Genre, usize), Vec<&Mutant>>::new();
        for mutant in mutants {
            by_place.entry((mutant.genre, mutant.start)).or_default().push(mutant);
        }
        let mut finder = Finder { source, by_place, groups: Vec::new(), constant: 0 };
        finder.visit_file(&file);
        let mut groups = finder.groups;
        groups.sort_by_key(|group| (group.place.start, core::cmp::Reverse(group.place.end)));
        Ok(Self { source: source.to_owned(), groups })
    }

    /// Returns the mutants that can be chosen at run time; the others are compiled one by one.
    pub(super) fn ids(&self) -> BTreeSet<u32> {
        self.groups.iter().flat_map(|group| group.kind.ids()).collect()
    }

    /// Writes the file with its mutants, except those that do not compile.
    pub(super) fn render(&self, dropped: &BTreeSet<u32>) -> Rendered {
        let mut to = Rendered::default();
        self.copy(&(0..self.source.len()), None, dropped, &mut to);
        to
    }

    /// Copies a part of the source, with the mutants in it.
    fn copy(
        &self,
        place: &Place,
        within: Option<usize>,
        dropped: &BTreeSet<u32>,
        to: &mut Rendered,
    ) {
        let mut here = place.start;
        for (index, group) in self.groups.iter().enumerate() {
            let inside = here <= group.place.start && group.place.end <= place.end;
            if !inside || Some(index) == within {
                continue;
            }
            to.text.push_str(&self.source[here..group.place.start]);
            let start = to.text.len();
            self.group(index, dropped, to);
            let ids = group.kind.ids();
            to.wholes.push((start..to.text.len(), ids));
            here = group.place.end;
        }
        to.text.push_str(&self.source[here..place.end]);
    }

    fn group(&self, index: usize, dropped: &BTreeSet<u32>, to: &mut Rendered) {
        let Group { place, kind } = &self.groups[index];
        let operand = |place: &Place, to: &mut Rendered| {
            to.text.push('(');
            self.copy(place, Some(index), dropped, to);
            to.text.push(')');
        };
        let kept = |id: &u32| !dropped.contains(id);
        if !kind.ids().iter().any(kept) {
            return self.copy(place, Some(index), dropped, to);
        }
        match kind {
            Kind::Body { values } => {
                for (id, value) in values.iter().filter(|(id, _)| kept(id)) {
                    to.piece(*id, |to| {
                        let _ = write!(to.text, " if {} {{ return {value}; }}", on(*id));
                    });
                }
            }
            Kind::Chain { operator, operands, mutants } => {
                let mutants: Vec<_> = mutants.iter().filter(|(_, id, _)| kept(id)).collect();
                match (operator.as_str(), mutants.as_slice()) {
                    ("==" | "!=", [(_, id, _)]) => {
                        to.text.push_str("((");
                        operand(&operands[0], to);
                        to.text.push_str(operator);
                        operand(&operands[1], to);
                        let _ = write!(to.text, ") ^ {})", on(*id));
                    }
                    ("&&" | "||" | "==" | "!=" | "<" | ">" | "<=" | ">=", _) => {
                        let chain = |changed: Option<(usize, &str)>, to: &mut Rendered| {
                            for (index, place) in operands.iter().enumerate() {
                                match changed {
                                    _ if index == 0 => {}
                                    Some((at, operator)) if at + 1 == index => {
                                        to.text.push_str(operator);
                                    }
                                    _ => to.text.push_str(operator),
                                }
                                operand(place, to);
                            }
                        };
                        to.branches(
                            mutants.iter().map(|(at, id, new)| (*id, (*at, new.as_str()))),
                            chain,
                        );
                    }
                    _ => {
                        to.text.push_str("(match (");
                        for place in operands {
                            operand(place, to);
                            to.text.push(',');
                        }
                        to.text.push_str(") { (");
                        for number in 0..operands.len() {
                            let _ = write!(to.text, "__m{number},");
                        }
                        to.text.push_str(") => ");
                        let chain = |changed: Option<(usize, &str)>, to: &mut Rendered| {
                            for number in 0..operands.len() {
                                match changed {
                                    _ if number == 0 => {}
                                    Some((at, operator)) if at + 1 == number => {
                                        to.text.push_str(operator);
                                    }
                                    _ => to.text.push_str(operator),
                                }
                                let _ = write!(to.text, " __m{number} ");
                            }
                        };
                        to.branches(
                            mutants.iter().map(|(at, id, new)| (*id, (*at, new.as_str()))),
                            chain,
                        );
                        to.text.push_str(" })");
                    }
                }
            }
            Kind::Assignment { operator, target, value, mutants } => {
                to.text.push_str("(match ");
                operand(value, to);
                to.text.push_str(" { __value => ");
                let mutants = mutants.iter().filter(|(id, _)| kept(id));
                to.branches(mutants.map(|(id, new)| (*id, (0, new.as_str()))), |changed, to| {
                    self.copy(target, Some(index), dropped, to);
                    let _ = write!(
                        to.text,
                        " {} __value ",
                        changed.map_or(operator.as_str(), |it| it.1)
                    );
                });
                to.text.push_str(" })");
            }
            Kind::Unary { sign, operand: place, id } => {
                to.text.push_str("(match ");
                operand(place, to);
                to.text.push_str(" { __value => ");
                to.branches([(*id, (0, ""))].into_iter(), |changed, to| {
                    let _ = match changed {
                        Some(_) => write!(to.text, "__value"),
                        None => write!(to.text, "{sign}__value"),
                    };
                });
                to.text.push_str(" })");
            }
            Kind::Arm { guard, deleted, yes, no } => {
                to.text.push_str(" if ");
                let of = |id: &Option<u32>| id.filter(kept);
                if let Some(id) = of(deleted) {
                    let _ = write!(to.text, "!{}", on(id));
                }
                if let Some(guard) = guard {
                    to.text.push_str(if of(deleted).is_some() { " && (" } else { "(" });
                    if let Some(id) = of(yes) {
                        let _ = write!(to.text, "{} || ", on(id));
                    }
                    if let Some(id) = of(no) {
                        let _ = write!(to.text, "!{} && ", on(id));
                    }
                    operand(guard, to);
                    to.text.push(')');
                }
            }
            Kind::Field { member, value, base, id } => {
                let base = &self.source[base.clone()];
                let _ =
                    write!(to.text, "{member}: if {} {{ ({base}).{member} }} else {{ ", on(*id));
                match value {
                    Some(value) => operand(value, to),
                    None => to.text.push_str(member),
                }
                to.text.push_str(" }");
            }
        }
    }
}

impl Rendered {
    fn piece(&mut self, id: u32, write: impl FnOnce(&mut Self)) {
        let start = self.text.len();
        write(self);
        self.pieces.push((start..self.text.len(), id));
    }

    /// Writes an `if` with a branch for each mutant, and the original in the last.
    fn branches<'a>(
        &mut self,
        mutants: impl Iterator<Item = (u32, (usize, &'a str))>,
        mut write: impl FnMut(Option<(usize, &'a str)>, &mut Self),
    ) {
        self.text.push('(');
        for (id, change) in mutants {
            let _ = write!(self.text, "if {} {{ ", on(id));
            self.piece(id, |to| write(Some(change), to));
            self.text.push_str(" } else ");
        }
        self.text.push_str("{ ");
        write(None, self);
        self.text.push_str(" })");
    }
}

fn on(id: u32) -> String {
    format!("::url1738_mutant::on({id})")
}

/// Finds the expressions of the mutants by the places of their tokens.
struct Finder<'a> {
    source: &'a str,
    by_place: BTreeMap<(Genre, usize), Vec<&'a Mutant>>,
    groups: Vec<Group>,
    /// The number of constants around this place, whose values are computed when they are compiled.
    constant: usize,
}

impl<'a> Finder<'a> {
    fn at(&self, genre: Genre, start: usize) -> Vec<&'a Mutant> {
        if self.constant > 0 {
            return Vec::new();
        }
        self.by_place.get(&(genre, start)).cloned().unwrap_or_default()
    }

    fn constant(&mut self, visit: impl FnOnce(&mut Self)) {
        self.constant += 1;
        visit(self);
        self.constant -= 1;
    }

    fn body(&mut self, block: &syn::Block) {
        let Some(first) = block.stmts.first() else { return };
        let values: Vec<_> = self
            .at(Genre::FnValue, place(first).start)
            .into_iter()
            // Two branches of such a function must return values of one type.
            .filter(|mutant| !mutant.returns.contains("impl "))
            .map(|mutant| (mutant.id, mutant.replacement.clone()))
            .collect();
        if !values.is_empty() {
            let start = block.brace_token.span.open().byte_range().end;
            self.groups.push(Group { place: start..start, kind: Kind::Body { values } });
        }
    }
}

fn place(node: &impl syn::spanned::Spanned) -> Place {
    node.span().byte_range()
}

/// Adds the operands of `a | b | c`, and the places of the operators between them.
fn flatten<'e>(
    expr: &'e syn::ExprBinary,
    operator: &str,
    source: &str,
    operands: &mut Vec<&'e Expr>,
    operators: &mut Vec<usize>,
) {
    match &*expr.left {
        Expr::Binary(left) if &source[place(&left.op)] == operator => {
            flatten(left, operator, source, operands, operators);
        }
        left => operands.push(left),
    }
    operators.push(place(&expr.op).start);
    operands.push(&expr.right);
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.body(&item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.body(&item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.body(block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.constant(|this| visit::visit_item_const(this, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.constant(|this| visit::visit_item_static(this, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.constant(|this| visit::visit_impl_item_const(this, item));
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.constant(|this| visit::visit_trait_item_const(this, item));
    }

    fn visit_expr_const(&mut self, expr: &'ast syn::ExprConst) {
        self.constant(|this| visit::visit_expr_const(this, expr));
    }

    fn visit_type_array(&mut self, array: &'ast syn::TypeArray) {
        self.constant(|this| visit::visit_type_array(this, array));
    }

    fn visit_expr_repeat(&mut self, expr: &'ast syn::ExprRepeat) {
        self.visit_expr(&expr.expr);
        self.constant(|this| this.visit_expr(&expr.len));
    }

    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        let operator = self.source[place(&expr.op)].to_owned();
        let is_assignment =
            operator.ends_with('=') && !["==", "!=", "<=", ">="].contains(&operator.as_str());
        if is_assignment {
            let mutants: Vec<_> = self
                .at(Genre::BinaryOperator, place(&expr.op).start)
                .into_iter()
                .map(|mutant| (mutant.id, mutant.replacement.clone()))
                .collect();
            if !mutants.is_empty() {
                let (target, value) = (place(&expr.left), place(&expr.right));
                let kind = Kind::Assignment { operator, target, value, mutants };
                self.groups.push(Group { place: place(expr), kind });
            }
            return visit::visit_expr_binary(self, expr);
        }
        let (mut operands, mut operators) = (Vec::new(), Vec::new());
        flatten(expr, &operator, self.source, &mut operands, &mut operators);
        let mut mutants = Vec::new();
        for (index, start) in operators.into_iter().enumerate() {
            for mutant in self.at(Genre::BinaryOperator, start) {
                mutants.push((index, mutant.id, mutant.replacement.clone()));
            }
        }
        // A condition with `let` has no parentheses.
        let is_plain = !operands.iter().any(|operand| matches!(operand, Expr::Let(_)));
        if is_plain && !mutants.is_empty() {
            let operands = operands.iter().copied().map(place).collect();
            let kind = Kind::Chain { operator, operands, mutants };
            self.groups.push(Group { place: place(expr), kind });
        }
        operands.into_iter().for_each(|operand| self.visit_expr(operand));
    }

    fn visit_expr_unary(&mut self, expr: &'ast syn::ExprUnary) {
        for mutant in self.at(Genre::UnaryOperator, place(expr).start) {
            let sign = self.source[place(&expr.op)].chars().next().unwrap_or('!');
            let kind = Kind::Unary { sign, operand: place(&expr.expr), id: mutant.id };
            self.groups.push(Group { place: place(expr), kind });
        }
        visit::visit_expr_unary(self, expr);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let guard = arm.guard.as_ref().map(|(_, guard)| place(guard));
        let deleted = self.at(Genre::MatchArm, place(arm).start).first().map(|mutant| mutant.id);
        let guards = guard
            .as_ref()
            .map(|guard| self.at(Genre::MatchArmGuard, guard.start))
            .unwrap_or_default();
        let id = |value: &str| guards.iter().find(|it| it.replacement == value).map(|it| it.id);
        let (yes, no) = (id("true"), id("false"));
        if deleted.or(yes).or(no).is_some() {
            let start = place(&arm.pat).end;
            let end = guard.as_ref().map_or(start, |guard| guard.end);
            let kind = Kind::Arm { guard, deleted, yes, no };
            self.groups.push(Group { place: start..end, kind });
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, expr: &'ast syn::ExprStruct) {
        if let Some(base) = &expr.rest {
            for field in &expr.fields {
                for mutant in self.at(Genre::StructField, place(field).start) {
                    let member = self.source[place(&field.member)].to_owned();
                    let value = field.colon_token.as_ref().map(|_| place(&field.expr));
                    let kind = Kind::Field { member, value, base: place(base), id: mutant.id };
                    self.groups.push(Group { place: place(field), kind });
                }
            }
        }
        visit::visit_expr_struct(self, expr);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text with the mutants that replace each token by each replacement, in this order, from number 1.
    fn rendered(source: &str, changes: &[(Genre, &str, &str)], dropped: &[u32]) -> String {
        let mutant = |(id, (genre, token, replacement)): (u32, &(Genre, &str, &str))| Mutant {
            id,
            package: String::new(),
            file: String::new(),
            listed: String::new(),
            name: String::new(),
            genre: *genre,
            replacement: (*replacement).to_owned(),
            start: source.find(token).unwrap_or_else(|| panic!("{token} is not in {source}")),
            returns: String::new(),
            digest: String::new(),
        };
        let mutants: Vec<Mutant> = (1..).zip(changes).map(mutant).collect();
        let mutants: Vec<&Mutant> = mutants.iter().collect();
        let schema = Schema::new(source, &mutants).unwrap_or_else(|error| panic!("{error}"));
        let text = schema.render(&dropped.iter().copied().collect()).text;
        text.replace("::url1738_mutant::", "").split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_changed_operator_is_parsed_anew() {
        let text = rendered(
            "fn f() -> bool { a && b && c }",
            &[(Genre::BinaryOperator, "&& b", "||")],
            &[],
        );
        assert_eq!(text, "fn f() -> bool { (if on(1) { (a)||(b)&&(c) } else { (a)&&(b)&&(c) }) }");
        let text =
            rendered("fn f() -> u8 { a | b | c }", &[(Genre::BinaryOperator, "| c", "^")], &[]);
        let mutant = "__m0 | __m1 ^ __m2";
        assert_eq!(
            text,
            format!(
                "fn f() -> u8 {{ (match ((a),(b),(c),) {{ (__m0,__m1,__m2,) => (if on(1) {{ {mutant} }} \
                 else {{ __m0 | __m1 | __m2 }}) }}) }}"
            )
        );
    }

    #[test]
    fn arms_functions_and_fields_have_conditions() {
        let source = "fn f() { match x { 1 if y => 2, _ => S { g: 3, ..base } } }";
        let changes = [
            (Genre::FnValue, "match", "()"),
            (Genre::MatchArm, "1 if", ""),
            (Genre::MatchArmGuard, "y", "true"),
            (Genre::StructField, "g: 3", ""),
        ];
        assert_eq!(
            rendered(source, &changes, &[]),
            "fn f() { if on(1) { return (); } match x { 1 if !on(2) && (on(3) || (y)) => 2, \
             _ => S { g: if on(4) { (base).g } else { (3) }, ..base } } }"
        );
        assert_eq!(rendered(source, &changes, &[1, 2, 3, 4]), source);
    }

    #[test]
    fn constants_are_left_to_other_means() {
        let source = "const A: u8 = 1 << 2; fn f() -> u8 { const { 3 << 4 } }";
        let shifts = [(Genre::BinaryOperator, "<< 2", ">>"), (Genre::BinaryOperator, "<< 4", ">>")];
        assert_eq!(rendered(source, &shifts, &[]), source);
    }
}
