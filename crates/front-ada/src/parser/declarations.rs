//! Declarations (RM 3, 6, 7, 8, 11, 13): one function per leading word.

use super::{Parse, Parser};
use crate::codes;
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;
use cairn_base::Span;
use std::rc::Rc;

impl Parser<'_> {
    /// Declarations up to `begin`, `private`, `end` or the end of the text.
    pub fn declarations(&mut self) -> Vec<Declaration> {
        let mut found = Vec::new();
        loop {
            self.declaration_annotations(&mut found);
            match self.kind() {
                TokenKind::End | TokenKind::Word(Keyword::Begin | Keyword::End | Keyword::Exception) => return found,
                TokenKind::Word(Keyword::Private) => return found,
                _ => {}
            }
            let before = self.at;
            if self.nested(|p| p.declaration(&mut found)).is_err() {
                self.recover_declaration(before);
            }
        }
    }

    /// Skips behind the `;` of a declaration that could not be read, always at least one token.
    fn recover_declaration(&mut self, before: usize) {
        self.skip_to_semicolon();
        if self.at == before {
            self.advance();
        }
    }

    /// One declaration (an object declaration may push several names at once, as one node).
    pub fn declaration(&mut self, out: &mut Vec<Declaration>) -> Parse<()> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Identifier => self.object_declaration()?,
            TokenKind::Word(word) => self.worded_declaration(word)?,
            _ => return Err(self.unexpected("a declaration")),
        };
        out.push(Declaration { kind, span: self.span_from(start) });
        Ok(())
    }

    fn worded_declaration(&mut self, word: Keyword) -> Parse<DeclarationKind> {
        match word {
            Keyword::Type => self.type_declaration().map(|t| DeclarationKind::Type(Rc::new(t))),
            Keyword::Subtype => self.subtype_declaration(),
            Keyword::Procedure | Keyword::Function | Keyword::Not | Keyword::Overriding => self.subprogram(),
            Keyword::Package => self.package(),
            Keyword::Generic => self.generic(),
            Keyword::Use => self.use_clause().map(DeclarationKind::Use),
            Keyword::Pragma => self.pragma().map(|p| DeclarationKind::Pragma(Rc::new(p))),
            Keyword::For => self.representation().map(DeclarationKind::Representation),
            Keyword::Task => self.task_or_protected("task"),
            Keyword::Protected => self.task_or_protected("protected unit"),
            Keyword::Entry => self.entry(),
            _ => Err(self.unexpected("a declaration")),
        }
    }

    fn object_declaration(&mut self) -> Parse<DeclarationKind> {
        let names = self.identifiers()?;
        if self.is_word(Keyword::Renames) {
            return self.untyped_renaming(names);
        }
        self.expect(TokenKind::Colon)?;
        if self.is_word(Keyword::Exception) {
            self.advance();
            let renames = match self.accept_word(Keyword::Renames) {
                true => Some(self.name()?),
                false => None,
            };
            self.aspects()?;
            self.semicolon();
            return Ok(DeclarationKind::Exception { names, renames });
        }
        let (mut aliased, mut constant) = (false, false);
        loop {
            match self.kind() {
                TokenKind::Word(Keyword::Aliased) => aliased = true,
                TokenKind::Word(Keyword::Constant) => constant = true,
                _ => break,
            }
            self.advance();
        }
        if constant && self.is(TokenKind::Assign) {
            self.advance();
            let value = self.open_expression()?;
            self.semicolon();
            return Ok(DeclarationKind::Number { names, value });
        }
        if self.is_word(Keyword::Renames) {
            return self.untyped_renaming(names);
        }
        let object_type = self.type_reference()?;
        let renames = match self.accept_word(Keyword::Renames) {
            true => Some(self.name()?),
            false => None,
        };
        let init = self.initial_value()?;
        let aspects = self.aspects()?;
        self.semicolon();
        let object = ObjectDeclaration { names, constant, aliased, object_type, init, renames, aspects };
        Ok(DeclarationKind::Object(Rc::new(object)))
    }

    /// `X : renames Y;` (Ada 2022): the type comes from the renamed object.
    fn untyped_renaming(&mut self, names: Vec<Identifier>) -> Parse<DeclarationKind> {
        let start = self.span();
        self.advance();
        let renames = Some(self.name()?);
        self.semicolon();
        let mark = Expression { kind: ExpressionKind::Box, span: start };
        let object_type =
            TypeReference::Indication(SubtypeIndication { not_null: false, mark, constraint: None, span: start });
        let aspects = Vec::new();
        let object =
            ObjectDeclaration { names, constant: false, aliased: false, object_type, init: None, renames, aspects };
        Ok(DeclarationKind::Object(Rc::new(object)))
    }

    fn subtype_declaration(&mut self) -> Parse<DeclarationKind> {
        self.expect_word(Keyword::Subtype)?;
        let name = self.identifier()?;
        self.expect_word(Keyword::Is)?;
        let indication = self.subtype_indication()?;
        let aspects = self.aspects()?;
        self.semicolon();
        Ok(DeclarationKind::Subtype { name, indication, aspects })
    }

    pub fn use_clause(&mut self) -> Parse<UseClause> {
        self.expect_word(Keyword::Use)?;
        let all = self.accept_word(Keyword::All);
        let clause = if self.accept_word(Keyword::Type) {
            UseClause::Types { all, marks: self.list(Self::subtype_mark)? }
        } else {
            UseClause::Packages(self.list(Self::subtype_mark)?)
        };
        self.semicolon();
        Ok(clause)
    }

    pub fn pragma(&mut self) -> Parse<Pragma> {
        let start = self.expect_word(Keyword::Pragma)?;
        // `pragma Interface` is named by a reserved word.
        let name = match self.kind() {
            TokenKind::Word(Keyword::Interface) => {
                let span = self.span();
                Identifier { symbol: self.advance().symbol, span }
            }
            _ => self.identifier()?,
        };
        let mut arguments = Vec::new();
        if self.accept(TokenKind::LeftParen) {
            let text = self.names.text(name.symbol);
            if matches!(text, "depends" | "refined_depends" | "global" | "refined_global") {
                self.skip_to_semicolon();
                return Ok(Pragma { name, arguments, span: self.span_from(start) });
            }
            if !self.is(TokenKind::RightParen) {
                arguments = self.list(Self::pragma_argument)?;
            }
            self.expect(TokenKind::RightParen)?;
        }
        self.semicolon();
        Ok(Pragma { name, arguments, span: self.span_from(start) })
    }

    fn pragma_argument(&mut self) -> Parse<Association> {
        // `Pre'Class => …` names an aspect by an attribute; `Access => …` by a reserved word.
        if matches!(self.kind(), TokenKind::Word(_)) && self.kind_ahead(1) == TokenKind::Arrow {
            let start = self.span();
            let symbol = self.advance().symbol;
            let choice = self.make(ExpressionKind::Name(symbol), start);
            self.advance();
            let value = self.open_expression()?;
            return Ok(Association { choices: vec![choice], iteration: None, value });
        }
        self.association()
    }

    pub fn representation(&mut self) -> Parse<Representation> {
        let start = self.expect_word(Keyword::For)?;
        let target = self.representation_target()?;
        self.expect_word(Keyword::Use)?;
        let clause = if self.accept_word(Keyword::At) {
            let address = self.expression()?;
            Representation::At(target, address)
        } else if self.is_word(Keyword::Record) {
            self.skip_record_clause()?;
            Representation::Record(target)
        } else {
            let value = self.expression()?;
            match target.kind {
                ExpressionKind::Attribute(..) => Representation::Attribute(target, value),
                _ => Representation::Enumeration(target, value),
            }
        };
        let _ = self.span_from(start);
        self.semicolon();
        Ok(clause)
    }

    fn representation_target(&mut self) -> Parse<Expression> {
        self.name()
    }

    fn skip_record_clause(&mut self) -> Parse<()> {
        self.expect_word(Keyword::Record)?;
        while !self.is(TokenKind::End) {
            if self.accept_word(Keyword::End) {
                self.expect_word(Keyword::Record)?;
                if self.is(TokenKind::Identifier) {
                    self.advance();
                }
                return Ok(());
            }
            self.advance();
        }
        Err(self.unexpected("`end record`"))
    }

    pub fn parameters(&mut self) -> Parse<Vec<Parameter>> {
        let mut parameters = Vec::new();
        if !self.accept(TokenKind::LeftParen) {
            return Ok(parameters);
        }
        loop {
            let names = self.identifiers()?;
            self.expect(TokenKind::Colon)?;
            self.accept_word(Keyword::Aliased);
            let mode = self.mode();
            let object_type = self.type_reference()?;
            let default = self.initial_value()?;
            self.aspects()?;
            parameters.push(Parameter { names, mode, object_type, default });
            if !self.accept(TokenKind::Semicolon) {
                break;
            }
        }
        self.expect(TokenKind::RightParen)?;
        Ok(parameters)
    }

    pub fn mode(&mut self) -> Mode {
        if self.accept_word(Keyword::Out) {
            return Mode::Out;
        }
        match self.accept_word(Keyword::In) && self.accept_word(Keyword::Out) {
            true => Mode::InOut,
            false => Mode::In,
        }
    }

    pub fn profile(&mut self, function: bool) -> Parse<Profile> {
        let parameters = self.parameters()?;
        let result = match function {
            true => {
                self.expect_word(Keyword::Return)?;
                Some(self.type_reference()?)
            }
            false => None,
        };
        Ok(Profile { parameters, result })
    }

    /// Procedures and functions: declared, renamed, instantiated, or with a body of any form.
    pub fn subprogram(&mut self) -> Parse<DeclarationKind> {
        let start = self.span();
        self.accept_word(Keyword::Not);
        self.accept_word(Keyword::Overriding);
        if self.is_word(Keyword::Entry) {
            return self.entry();
        }
        let function = match self.kind() {
            TokenKind::Word(Keyword::Function) => true,
            TokenKind::Word(Keyword::Procedure) => false,
            _ => return Err(self.unexpected("`procedure` or `function`")),
        };
        self.advance();
        let name = self.defining_name()?;
        if self.is_word(Keyword::Is) && self.kind_ahead(1) == TokenKind::Word(Keyword::New) {
            let what = if function { InstanceKind::Function } else { InstanceKind::Procedure };
            self.advance();
            return self.instance(what, name, start).map(|i| DeclarationKind::Instance(Rc::new(i)));
        }
        let profile = self.profile(function)?;
        let subprogram = self.subprogram_rest(name, profile, start)?;
        Ok(DeclarationKind::Subprogram(Rc::new(subprogram)))
    }

    fn subprogram_rest(&mut self, name: DefiningName, profile: Profile, start: Span) -> Parse<Subprogram> {
        let mut aspects = Vec::new();
        let completion;
        let mut annotations = Vec::new();
        if self.accept_word(Keyword::Renames) {
            completion = Completion::Renames(self.name()?);
            aspects = self.aspects()?;
            self.semicolon();
        } else {
            if self.is_word(Keyword::With) {
                aspects = self.aspects()?;
            }
            annotations = self.subprogram_annotations();
            if self.is(TokenKind::Semicolon) {
                self.advance();
                completion = Completion::Declared;
                annotations.extend(self.subprogram_annotations());
            } else {
                self.body_opening()?;
                completion = self.completion(&name, &mut aspects, &mut annotations)?;
            }
        }
        Ok(Subprogram { name, profile, completion, aspects, annotations, span: self.span_from(start) })
    }

    /// `is`; what reads like a body without it is accepted with a warning.
    fn body_opening(&mut self) -> Parse<()> {
        if self.accept_word(Keyword::Is) {
            return Ok(());
        }
        let opens = matches!(self.kind(), TokenKind::Word(Keyword::Begin))
            || (self.is(TokenKind::Identifier) && self.kind_ahead(1) == TokenKind::Colon);
        if opens {
            self.warn(codes::MISSING_IS, self.span(), "`is` is missing before this");
            return Ok(());
        }
        self.expect_word(Keyword::Is).map(|_| ())
    }

    fn completion(
        &mut self,
        name: &DefiningName,
        aspects: &mut Vec<Aspect>,
        annotations: &mut Vec<Rc<Annotation>>,
    ) -> Parse<Completion> {
        let simple = match self.kind() {
            TokenKind::Word(Keyword::Abstract) => Some(Completion::Abstract),
            TokenKind::Word(Keyword::Separate) => Some(Completion::Separate),
            TokenKind::Word(Keyword::Null) if self.kind_ahead(1) != TokenKind::Word(Keyword::Record) => {
                Some(Completion::Null)
            }
            _ => None,
        };
        if let Some(simple) = simple {
            self.advance();
            aspects.extend(self.aspects()?);
            self.semicolon();
            annotations.extend(self.subprogram_annotations());
            return Ok(simple);
        }
        if matches!(self.kind(), TokenKind::LeftParen | TokenKind::LeftBracket) {
            let value = self.expression()?;
            aspects.extend(self.aspects()?);
            self.semicolon();
            return Ok(Completion::Expression(value));
        }
        if self.hidden_body(name) {
            return Ok(Completion::Hidden);
        }
        let block = self.block(Some(name))?;
        Ok(Completion::Body(Box::new(block)))
    }

    /// `--# hide Name;` right after `is`: the body is not examined, up to its `end Name;`.
    fn hidden_body(&mut self, name: &DefiningName) -> bool {
        let hide = match self.annotations.get(self.next_annotation) {
            Some(a) if a.before == self.at as u32 => a.tokens.first().is_some_and(|t| {
                self.text.get(t.start as usize..t.end as usize).is_some_and(|w| w.eq_ignore_ascii_case("hide"))
            }),
            _ => false,
        };
        if !hide {
            return false;
        }
        self.annotations_here();
        while !self.is(TokenKind::End) {
            let closes = self.is_word(Keyword::End)
                && self.tokens.get(self.at + 1).is_some_and(|t| t.symbol == name.last.symbol);
            self.advance();
            if closes {
                self.advance();
                self.semicolon();
                break;
            }
        }
        true
    }

    /// Declarations, `begin`, statements, handlers, `end [name];`.
    pub fn block(&mut self, name: Option<&DefiningName>) -> Parse<Block> {
        let declarations = self.declarations();
        let mut block = Block { declarations, ..Block::default() };
        if self.accept_word(Keyword::Begin) {
            self.handled_statements(&mut block)?;
        } else if !self.is_word(Keyword::End) {
            return Err(self.unexpected("`begin` or `end`"));
        }
        block.end = Some(self.expect_word(Keyword::End)?);
        self.end_name(name);
        Ok(block)
    }

    fn package(&mut self) -> Parse<DeclarationKind> {
        let start = self.expect_word(Keyword::Package)?;
        if self.accept_word(Keyword::Body) {
            return self.package_body(start);
        }
        let name = self.defining_name()?;
        if self.accept_word(Keyword::Renames) {
            let target = self.name()?;
            self.aspects()?;
            self.semicolon();
            return Ok(DeclarationKind::PackageRenaming { name, target });
        }
        let mut visible = Vec::new();
        self.declaration_annotations(&mut visible);
        let aspects = self.aspects()?;
        if self.is_word(Keyword::Is) && self.kind_ahead(1) == TokenKind::Word(Keyword::New) {
            self.advance();
            let instance = self.instance(InstanceKind::Package, name, start)?;
            return Ok(DeclarationKind::Instance(Rc::new(instance)));
        }
        self.expect_word(Keyword::Is)?;
        let package = self.package_rest(name, visible, aspects, start)?;
        Ok(DeclarationKind::Package(Rc::new(package)))
    }

    pub fn package_rest(
        &mut self,
        name: DefiningName,
        mut visible: Vec<Declaration>,
        aspects: Vec<Aspect>,
        start: Span,
    ) -> Parse<Package> {
        visible.extend(self.declarations());
        let private = match self.accept_word(Keyword::Private) {
            true => self.declarations(),
            false => Vec::new(),
        };
        self.expect_word(Keyword::End)?;
        self.end_name(Some(&name));
        Ok(Package { name, visible, private, aspects, span: self.span_from(start) })
    }

    fn package_body(&mut self, start: Span) -> Parse<DeclarationKind> {
        let name = self.defining_name()?;
        let mut own = Vec::new();
        self.declaration_annotations(&mut own);
        let aspects = self.aspects()?;
        let wrong = self.span();
        if self.accept(TokenKind::Semicolon) {
            // The papers write `package body P;`; what follows can only be a body.
            self.warn(codes::MISSING_IS, wrong, "`;` here is read as `is`");
        } else {
            self.body_opening()?;
        }
        if self.is_word(Keyword::Separate) {
            self.advance();
            self.semicolon();
            return Ok(DeclarationKind::PackageStub(name.last));
        }
        let block = if self.hidden_body(&name) { Block::default() } else { self.block(Some(&name))? };
        let body = PackageBody { name, block, aspects, span: self.span_from(start) };
        Ok(DeclarationKind::PackageBody(Rc::new(body)))
    }

    /// `[task|protected] [type|body] Name … end Name;`: read in full, kept only as a refused name.
    fn task_or_protected(&mut self, what: &'static str) -> Parse<DeclarationKind> {
        self.advance();
        let what = match (self.accept_word(Keyword::Type), what) {
            (true, "task") => "task type",
            (true, _) => "protected type",
            (false, other) => other,
        };
        self.accept_word(Keyword::Body);
        let last = self.identifier()?;
        let name = DefiningName { prefix: Vec::new(), last };
        let refused = DeclarationKind::Refused { name: Some(last), what };
        self.discriminants()?;
        self.aspects()?;
        if self.is(TokenKind::Semicolon) {
            self.advance();
            return Ok(refused);
        }
        self.expect_word(Keyword::Is)?;
        if self.accept_word(Keyword::Separate) {
            self.aspects()?;
            self.semicolon();
            return Ok(refused);
        }
        if self.accept_word(Keyword::New) {
            self.subtype_mark()?;
            while self.accept_word(Keyword::And) {
                self.subtype_mark()?;
            }
            self.expect_word(Keyword::With)?;
        }
        self.declarations();
        if self.accept_word(Keyword::Private) {
            self.declarations();
        }
        if self.accept_word(Keyword::Begin) {
            self.handled_statements(&mut Block::default())?;
        }
        self.expect_word(Keyword::End)?;
        self.end_name(Some(&name));
        Ok(refused)
    }

    /// `entry E (…) [when C is … end E];`
    fn entry(&mut self) -> Parse<DeclarationKind> {
        self.expect_word(Keyword::Entry)?;
        let last = self.identifier()?;
        let name = DefiningName { prefix: Vec::new(), last };
        let refused = DeclarationKind::Refused { name: None, what: "entry" };
        while self.is(TokenKind::LeftParen) {
            self.skip_parentheses();
        }
        self.aspects()?;
        if self.accept(TokenKind::Semicolon) {
            return Ok(refused);
        }
        self.expect_word(Keyword::When)?;
        self.open_expression()?;
        self.expect_word(Keyword::Is)?;
        self.block(Some(&name))?;
        Ok(refused)
    }
}
