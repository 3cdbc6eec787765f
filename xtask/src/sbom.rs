//! Bills of materials of what is published, in the format `CycloneDX` 1.5.

use std::{collections::BTreeSet, fs, path::PathBuf};

use serde_json::{Value, json};

use crate::{
    audits::checksum,
    cargo::{Failure, Run, target, top},
    family::Package,
};

/// Writes one bill per published crate into `sbom` in the target folder, and returns the folder. Equal sources have equal
/// bills: no date and no random number is in them.
///
/// # Errors
/// Returns an error if cargo cannot resolve the dependencies.
pub(crate) fn write(family: &[Package]) -> Result<PathBuf, Failure> {
    let metadata =
        Run::cargo(["metadata", "--format-version", "1", "--locked", "--all-features"]).output()?;
    let metadata: Value = serde_json::from_str(&metadata)
        .map_err(|error| Failure::new(format!("cargo metadata: {error}")))?;
    let lock = fs::read_to_string(top().join("Cargo.lock"))?;
    let folder = target().join("sbom");
    fs::create_dir_all(&folder)?;
    for package in family {
        let bill = bill(&metadata, &lock, &package.name)?;
        let text = serde_json::to_string_pretty(&bill).unwrap_or_default();
        fs::write(folder.join(format!("{}.cdx.json", package.name)), text + "\n")?;
    }
    Ok(folder)
}

/// Returns the bill of one crate of the workspace, with all features: its normal and build dependencies, and theirs.
fn bill(metadata: &Value, lock: &str, name: &str) -> Result<Value, Failure> {
    let packages = || metadata["packages"].as_array().into_iter().flatten();
    let of_workspace = |package: &&Value| package["name"] == name && package["source"].is_null();
    let root = packages()
        .find(of_workspace)
        .ok_or_else(|| Failure::new(format!("{name} is not in the workspace")))?;
    let nodes = || metadata["resolve"]["nodes"].as_array().into_iter().flatten();
    let needs = |id: &Value| -> BTreeSet<String> {
        let node = nodes().find(|node| node["id"] == *id);
        let deps = node.and_then(|node| node["deps"].as_array()).into_iter().flatten();
        deps.filter(|dep| {
            let kinds = dep["dep_kinds"].as_array();
            kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"] != "dev"))
        })
        .filter_map(|dep| dep["pkg"].as_str().map(str::to_owned))
        .collect()
    };
    let mut reached = BTreeSet::new();
    let mut open = vec![root["id"].as_str().unwrap_or_default().to_owned()];
    while let Some(id) = open.pop() {
        if reached.insert(id.clone()) {
            open.extend(needs(&id.into()));
        }
    }
    let of_id = |id: &str| packages().find(|package| package["id"] == id);
    let mut components = Vec::new();
    let mut dependencies = Vec::new();
    for package in reached.iter().filter_map(|id| of_id(id)) {
        if package["id"] != root["id"] {
            components.push(component(package, lock));
        }
        let on: BTreeSet<String> =
            needs(&package["id"]).iter().filter_map(|id| of_id(id)).map(purl).collect();
        dependencies.push(json!({"ref": purl(package), "dependsOn": on}));
    }
    let by_name = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    components.sort_by_key(|it| by_name(it, "bom-ref"));
    dependencies.sort_by_key(|it| by_name(it, "ref"));
    Ok(json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(root, lock)},
        "components": components,
        "dependencies": dependencies,
    }))
}

fn purl(package: &Value) -> String {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    // Build metadata of a version has a `+`, which is escaped in a package URL.
    format!("pkg:cargo/{}@{}", text("name"), text("version").replace('+', "%2B"))
}

fn component(package: &Value, lock: &str) -> Value {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    let is_program = package["targets"]
        .as_array()
        .is_some_and(|targets| targets.iter().any(|target| target["kind"][0] == "bin"));
    let is_ours = package["source"].is_null();
    let mut component = json!({
        "type": if is_program && is_ours { "application" } else { "library" },
        "bom-ref": purl(package),
        "name": text("name"),
        "version": text("version"),
        "purl": purl(package),
    });
    if !text("license").is_empty() {
        // Older manifests divide alternatives with a slash.
        let expression = text("license").replace('/', " OR ").replace("  ", " ");
        component["licenses"] = json!([{"expression": expression}]);
    }
    if let Some(checksum) = checksum(lock, text("name"), text("version")) {
        component["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bill_has_what_is_built_and_no_more() {
        let package = |name: &str, source: Value| {
            json!({"id": name, "name": name, "version": "1.0.0", "source": source,
                "license": "MIT/Apache-2.0", "targets": [{"kind": ["lib"]}]})
        };
        let dep = |name: &str, kind: Value| json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
        let metadata = json!({
            "packages": [package("ours", Value::Null), package("used", json!("registry")),
                package("below", json!("registry")), package("tester", json!("registry"))],
            "resolve": {"nodes": [
                {"id": "ours", "deps": [dep("used", Value::Null), dep("tester", json!("dev"))]},
                {"id": "used", "deps": [dep("below", json!("build"))]},
                {"id": "below", "deps": []},
            ]},
        });
        let lock = "[[package]]\nname = \"used\"\nversion = \"1.0.0\"\nchecksum = \"ab\"\n";
        let bill = bill(&metadata, lock, "ours").unwrap();
        let names: Vec<&str> = bill["components"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["below", "used"]);
        assert_eq!(bill["components"][1]["purl"], "pkg:cargo/used@1.0.0");
        assert_eq!(bill["components"][1]["hashes"][0]["content"], "ab");
        assert_eq!(bill["components"][1]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(bill["dependencies"][1]["ref"], "pkg:cargo/ours@1.0.0");
        assert_eq!(bill["dependencies"][1]["dependsOn"], json!(["pkg:cargo/used@1.0.0"]));
        assert_eq!(
            (&bill["bomFormat"], &bill["specVersion"]),
            (&json!("CycloneDX"), &json!("1.5"))
        );
    }
}
