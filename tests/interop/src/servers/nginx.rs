//! `nginx`: files as seeded, and one page that repeats the request line.

use std::fs;

use super::process::{Process, command, free_address};
use super::{Place, Running};
use crate::error::Result;

pub(super) fn start(place: &Place) -> Result<Running> {
    let address = free_address()?;
    let scratch = place.scratch.join("nginx");
    fs::create_dir(&scratch)?;
    let scratch = scratch.display();
    let files = place.files.display();
    // A single process, which is easy to end; every path is below the temporary directory.
    let text = format!(
        "daemon off;\nmaster_process off;\npid {scratch}/pid;\nerror_log stderr;\n\
         events {{ worker_connections 64; }}\n\
         http {{\n\
           access_log off;\n\
           client_body_temp_path {scratch}/body;\nproxy_temp_path {scratch}/proxy;\n\
           fastcgi_temp_path {scratch}/fastcgi;\nuwsgi_temp_path {scratch}/uwsgi;\n\
           scgi_temp_path {scratch}/scgi;\n\
           server {{\n\
             listen {address};\nserver_name host.dom;\nmerge_slashes off;\nroot {files};\n\
             location /echo {{ return 200 \
             \"$request_method $request_uri $server_protocol $http_host\"; }}\n\
           }}\n\
         }}\n"
    );
    let config = place.scratch.join("nginx.conf");
    fs::write(&config, text)?;
    let mut nginx = command("nginx");
    nginx.args(["-e", "stderr", "-c"]).arg(&config);
    let process = Process::start(nginx, address, &place.log("nginx"))?;
    Ok(Running::new(address, process))
}
