//! The suite of `cairn cover` in a folder: a file or folder per test, and a script that builds and runs all of them with counters and
//! prints what gcov counts.

use crate::counterexamples::{executable, quoted};
use crate::render::count;
use cairn_native::CoverTest;
use cairn_verify::Request;
use cairn_verify::cover::Covered;
use cairn_verify::request::SHIPPED_HEADERS;
use std::fmt::Write;
use std::path::Path;

/// Writes the suite, and tells what was written and why a test was not.
pub fn write(
    covered: &Covered,
    tests: &[Result<CoverTest, String>],
    request: &Request,
    folder: &Path,
) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("cannot write to `{}`: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    let is_ada = covered.is_ada();
    let mut told = String::new();
    let mut written = Vec::new();
    for (number, test) in tests.iter().enumerate() {
        let name = format!("test_{}", number + 1);
        match test {
            Err(why) => {
                let _ = writeln!(told, "  {name} has no program: {why}");
            }
            Ok(test) => {
                let own = folder.join(&name);
                std::fs::create_dir_all(&own).map_err(failed)?;
                for (file, text) in &test.files {
                    std::fs::write(own.join(file), text).map_err(failed)?;
                }
                if let Some(doubt) = &test.doubt {
                    let _ = writeln!(told, "  {name} may go another way: {doubt}");
                }
                written.push((name, test));
            }
        }
    }
    let script = folder.join("run.sh");
    let text = if is_ada { ada_script(&written) } else { c_script(&written, request, folder)? };
    std::fs::write(&script, text).map_err(failed)?;
    executable(&script).map_err(failed)?;
    Ok(format!(
        "{} of {} written; {} builds and runs them and shows what gcov counts\n{told}",
        count(written.len(), "test", "tests"),
        tests.len(),
        script.display()
    ))
}

const HEAD: &str = "#!/bin/sh\nset -e\ncd \"$(dirname \"$0\")\"\nrm -f *.gcda *.gcov */*.gcda */*.gcov\n";

fn line(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// The user's files are compiled once, so that the counts of all tests come together.
fn c_script(tests: &[(String, &CoverTest)], request: &Request, folder: &Path) -> Result<String, String> {
    let (compile, link) = cairn_native::counting(request);
    let mut folders = Vec::new();
    for name in request.c.folders.iter().chain(&request.shipped_headers) {
        if request.shipped_headers.as_ref() == Some(name) {
            for (header, text) in SHIPPED_HEADERS {
                std::fs::write(folder.join(header), text).map_err(|error| error.to_string())?;
            }
            folders.push("-I.".to_owned());
            continue;
        }
        let path = Path::new(name).canonicalize().map_err(|error| format!("`{name}`: {error}"))?;
        folders.push(format!("-I{}", path.display()));
    }
    let mut script = HEAD.to_owned();
    let mut objects = Vec::new();
    for (number, input) in request.inputs.iter().filter(|input| !input.name.ends_with(".h")).enumerate() {
        let path = Path::new(&input.name).canonicalize().map_err(|error| format!("`{}`: {error}", input.name))?;
        let object = format!("unit_{}.o", number + 1);
        let own = request.c.of_file.iter().filter(|(name, _)| *name == input.name).flat_map(|(_, own)| own.clone());
        let own: Vec<String> = own.collect();
        let rest = ["-c".to_owned(), path.display().to_string(), "-o".to_owned(), object.clone()];
        let _ = writeln!(script, "gcc {}", line(&[&compile[..], &folders, &own, &rest].concat()));
        objects.push(object);
    }
    let (objects, link) = (line(&objects), line(&link));
    for (name, test) in tests {
        let _ = writeln!(script, "gcc -w -c {name}/harness.c -o {name}/harness.o");
        let _ = writeln!(script, "gcc {link} {objects} {name}/harness.o -o {name}/run -lm");
        let _ = writeln!(script, "./{name}/run {} </dev/null || true", line(&test.arguments));
    }
    let _ = writeln!(script, "gcov -b {objects}");
    Ok(script)
}

/// Each test has copies of the units, with its call in them: the lines that any of them executes are put together.
fn ada_script(tests: &[(String, &CoverTest)]) -> String {
    let mut script = HEAD.to_owned();
    for (name, test) in tests {
        let main = &test.main;
        let options = "-q -f -gnata -gnato -gnatws -gnat2022";
        let _ =
            writeln!(script, "(cd {name} && gnatmake {options} {main}.adb -cargs --coverage -g -O0 -largs --coverage)");
        let _ = writeln!(script, "(cd {name} && ./{main} </dev/null || true)");
        let _ = writeln!(script, "(cd {name} && gcov -b *.gcda >/dev/null)");
    }
    script.push_str(
        "awk '{ split($0, p, \":\"); n = p[2] + 0; f = FILENAME; sub(/.*\\//, \"\", f) }\n\
         n > 0 && p[1] !~ /-/ { k = f \":\" n; seen[k] = 1; if (p[1] !~ /[#=]/) hit[k] = 1 }\n\
         END { for (k in seen) { split(k, q, \":\"); all[q[1]]++; if (hit[k]) done[q[1]]++; else print \"not executed: \" k }\n\
         for (f in all) printf \"%s: %d of %d lines executed\\n\", f, done[f], all[f] }' */*.gcov | grep -v '^not executed: b~\\|^b~' | sort\n",
    );
    script
}
