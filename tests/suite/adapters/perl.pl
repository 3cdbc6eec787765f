# Answers the runner protocol for Perl's URI.
use strict;
use warnings;
use JSON::PP;
use URI;
use URI::Escape qw(uri_unescape);

$| = 1;
my $json = JSON::PP->new->utf8->canonical->allow_nonref;

# Calls a method if the class of the scheme has it.
sub part {
    my ($uri, $method) = @_;
    return $uri->can($method) ? $uri->$method : undef;
}

sub parse {
    my ($text) = @_;
    my $uri = eval { URI->new($text) };
    # URI->new escapes what a URI cannot have, so a text that it changes is not one.
    return { valid => JSON::PP::false } if !$uri || !defined $uri->scheme || $uri->as_string ne $text;
    # Of a scheme that it does not know it has no host.
    return { valid => JSON::PP::true, scheme => $uri->scheme } if !$uri->can('host') && $text =~ m{^[^:]*://};
    my $userinfo = part($uri, 'userinfo');
    my ($user, $password) = defined $userinfo ? split(/:/, $userinfo, 2) : ();
    $user = '' if defined $userinfo && !defined $user;
    my $host = part($uri, 'host');
    my $port = eval { part($uri, 'port') };
    my %fields = (
        user     => defined $user ? uri_unescape($user) : undef,
        password => defined $password ? uri_unescape($password) : undef,
        host     => defined $host && length $host ? $host : undef,
        port     => defined $port && $port =~ /^[0-9]+$/ ? $port + 0 : undef,
    );
    return { valid => JSON::PP::true, scheme => $uri->scheme, fields => \%fields };
}

sub answer {
    my ($request) = @_;
    my $op = $request->{op};
    if ($op eq 'describe') {
        return { name => 'Perl URI', version => "$URI::VERSION", language => 'Perl', levels => ['verdict'] };
    }
    return parse($request->{text}) if $op eq 'parse';
    if ($op eq 'resolve' && $request->{by} eq 'rfc3986') {
        return { text => URI->new_abs($request->{reference}, $request->{base})->as_string };
    }
    return { skip => JSON::PP::true };
}

while (my $line = <STDIN>) {
    my $request = $json->decode($line);
    print $json->encode({ id => $request->{id}, %{ answer($request) } }), "\n";
}
