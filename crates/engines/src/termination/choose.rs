//! A ranking that all visits seen agree with.

use super::samples::Visits;

/// Positions of candidates that decreased in lexicographic order at every visit; none if there are no such. At each turn the candidate
/// is taken that never increased among the visits that are left and that decreased at most of them.
pub fn choose(visits: &Visits, count: usize) -> Option<Vec<usize>> {
    let mut left: Vec<_> = visits.iter().collect();
    let mut chosen = Vec::new();
    loop {
        let never_increases = |candidate: &usize| left.iter().all(|(old, new)| new[*candidate] <= old[*candidate]);
        let decreases = |candidate: usize| left.iter().filter(|(old, new)| new[candidate] < old[candidate]).count();
        let mut best: Option<(usize, usize)> = None;
        for candidate in (0..count).filter(never_increases) {
            let own = decreases(candidate);
            if best.is_none_or(|(_, most)| own > most) {
                best = Some((candidate, own));
            }
        }
        let (candidate, own) = best?;
        if own == 0 && !(left.is_empty() && chosen.is_empty()) {
            return None;
        }
        chosen.push(candidate);
        left.retain(|(old, new)| new[candidate] == old[candidate]);
        if left.is_empty() {
            return Some(chosen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    fn visits(list: &[([i32; 2], [i32; 2])]) -> Visits {
        let number = |values: &[i32; 2]| values.iter().map(|value| BigInt::from(*value)).collect();
        list.iter().map(|(old, new)| (number(old), number(new))).collect()
    }

    #[test]
    fn what_always_decreases_is_enough() {
        assert_eq!(choose(&visits(&[([3, 0], [2, 1]), ([2, 1], [1, 0])]), 2), Some(vec![0]));
    }

    #[test]
    fn what_stays_needs_another() {
        assert_eq!(choose(&visits(&[([3, 5], [3, 4]), ([3, 4], [2, 9])]), 2), Some(vec![0, 1]));
        assert_eq!(choose(&visits(&[([3, 5], [3, 5])]), 2), None);
    }

    #[test]
    fn nothing_seen_suggests_the_first() {
        assert_eq!(choose(&visits(&[]), 2), Some(vec![0]));
        assert_eq!(choose(&visits(&[]), 0), None);
    }
}
