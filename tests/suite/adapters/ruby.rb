# Answers the runner protocol for Ruby's libraries: ruby.rb uri|addressable.
require "json"
require "uri"
$stdout.sync = true
LIBRARY = ARGV.fetch(0)
require "addressable/uri" if LIBRARY == "addressable"

# Returns a decoded part as the suite writes octets.
def octets(text)
  text&.b&.gsub(/%(\h\h)/n) { $1.hex.chr }&.force_encoding("ISO-8859-1")&.encode("UTF-8")
end

def fields(userinfo, host, port)
  user, password = userinfo&.split(":", 2)
  user = "" if userinfo == ""
  { user: octets(user), password: octets(password), host: octets(host), port: port }
end

def parse(text)
  uri = LIBRARY == "uri" ? URI.parse(text) : Addressable::URI.parse(text)
  return { valid: false } if uri.scheme.nil?

  { valid: true, scheme: uri.scheme, fields: fields(uri.userinfo, uri.host, uri.port) }
rescue URI::Error, StandardError
  { valid: false }
end

def answer(request)
  case request["op"]
  when "describe"
    if LIBRARY == "uri"
      { name: "Ruby uri", version: "#{URI::VERSION} (Ruby #{RUBY_VERSION})", language: "Ruby", levels: ["verdict"] }
    else
      { name: "addressable", version: Addressable::VERSION::STRING, language: "Ruby", levels: ["verdict"] }
    end
  when "parse"
    # Octets that are not UTF-8 make no text of Ruby.
    text = request["text"].encode("ISO-8859-1").force_encoding("UTF-8")
    text.valid_encoding? ? parse(text) : { valid: false }
  when "resolve"
    return { skip: true } unless request["by"] == "rfc3986" && LIBRARY == "uri"

    begin
      { text: URI.join(request["base"], request["reference"]).to_s }
    rescue URI::Error, StandardError
      { text: nil }
    end
  else
    { skip: true }
  end
end

$stdin.each_line do |line|
  request = JSON.parse(line)
  puts JSON.generate({ id: request["id"] }.merge(answer(request)))
end
