//! Operations as PyTorch writes them.

use super::{Notation, Operation, Rule};

/// Those that PyTorch writes in another way than by their own name, with `{x}` and `{y}` for the
/// operands. A clause is there for the derivative where ours has another convention.
static SPELLED: &[(&str, &str)] = &[
    ("^", "{x}**{y}"),
    ("%", "torch.remainder({x}, {y})"),
    ("max", "torch.maximum({x}, {y})"),
    ("min", "torch.minimum({x}, {y})"),
    // A comparison would cut the graph.
    ("step", "torch.relu(torch.sign({x}))"),
    // PyTorch's own is x from 20 on, 2e-9 off.
    ("softplus", "torch.logaddexp({x}, torch.zeros_like({x}))"),
    ("silu", "torch.nn.functional.silu({x})"),
    ("gelu", "torch.nn.functional.gelu({x})"),
    ("cbrt", "torch.sign({x})*torch.abs({x})**(1/3)"),
];

impl Operation {
    /// Returns the operation in PyTorch, with `{x}` and `{y}` for the operands.
    pub fn in_torch(&self) -> String {
        let is_two = matches!(self.rule, Rule::Binary { .. });
        // A fold may bear the name of what joins two.
        let spelled = SPELLED.iter().find(|(name, _)| *name == self.name);
        if let Some((_, spelled)) = spelled.filter(|_| self.as_fold().is_none()) {
            return (*spelled).to_owned();
        }
        match (&self.rule, self.notation) {
            (Rule::Fold(fold), _) => match fold.sharing {
                super::Sharing::All => format!("torch.{}({{x}})", self.name),
                // The other one gives all of the slope to one row.
                super::Sharing::Ties => format!("torch.a{}({{x}})", self.name),
            },
            (_, Notation::Infix { .. }) => format!("{{x}} {} {{y}}", self.name),
            (_, Notation::Prefix { .. }) => format!("{}{{x}}", self.name),
            (_, Notation::Call) if is_two => format!("torch.{}({{x}}, {{y}})", self.name),
            (_, Notation::Call) => format!("torch.{}({{x}})", self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ADD, SUM, call, fold, named, operations};

    #[test]
    fn every_operation_has_its_operands_in_pytorch() {
        for row in operations() {
            let spelled = row.in_torch();
            assert!(spelled.contains("{x}"), "{spelled}");
            assert_eq!(spelled.contains("{y}"), row.arity() == 2, "{spelled}");
        }
        assert_eq!(ADD.in_torch(), "{x} + {y}");
        assert_eq!(SUM.in_torch(), "torch.sum({x})");
        assert_eq!(call("tanh").unwrap().in_torch(), "torch.tanh({x})");
        assert_eq!(fold("max").unwrap().in_torch(), "torch.amax({x})");
        assert_eq!(named("max").unwrap().in_torch(), "torch.maximum({x}, {y})");
    }
}
