//! The JSON report: the serialised [`Report`], as the interface promises it.

use cairn_verify::Report;

pub fn report(report: &Report) -> String {
    // Strings, numbers and lists only: serialising cannot fail. If it ever does, say so in JSON.
    let mut text = serde_json::to_string_pretty(report).unwrap_or_else(|e| format!("{{\"internal_error\": \"{e}\"}}"));
    text.push('\n');
    text
}
