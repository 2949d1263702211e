//! Which of an engine's objects bears which id of the position.

use std::collections::BTreeMap;

/// The ids, the oldest first; tokens get theirs as they are seen.
pub struct Ids<K>(Vec<(String, K)>);

impl<K> Default for Ids<K> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Copy + PartialEq> Ids<K> {
    /// Gives an object its id.
    pub fn register(&mut self, id: &str, object: K) {
        self.0.push((id.to_string(), object));
    }

    /// Gives a token its id, by the name that it was created with; they have to come in the order of their creation.
    pub fn token(&mut self, object: K, name: &str) {
        if self.id(object).is_some() {
            return;
        }
        let name = name.to_lowercase().replace(&['\'', '’'][..], "");
        let parts = name.split(|each: char| !each.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
        let word = parts.collect::<Vec<_>>().join("_");
        let free = (1..).map(|number| format!("{word}_{number}")).find(|id| self.object(id).is_none());
        self.0.extend(free.map(|id| (id, object)));
    }

    pub fn id(&self, object: K) -> Option<&str> {
        self.0.iter().find(|(_, each)| *each == object).map(|(id, _)| id.as_str())
    }

    pub fn object(&self, id: &str) -> Option<K> {
        self.0.iter().find(|(each, _)| each == id).map(|(_, object)| *object)
    }

    /// How often something came about for each object, told by what each is called; 0 for those with an id else.
    pub fn counted(&self, called: impl IntoIterator<Item = String>) -> BTreeMap<String, usize> {
        let mut counts: BTreeMap<String, usize> = self.0.iter().map(|(id, _)| (id.clone(), 0)).collect();
        for name in called {
            *counts.entry(name).or_default() += 1;
        }
        counts
    }
}
