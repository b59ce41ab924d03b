package Shop::Mailer;

use v5.36;
use strict;
use warnings;
use Carp qw(croak carp);
use List::Util qw(first sum0);
use parent -norequire, 'Shop::Base';
use constant { MAX_TRIES => 3, DEBUG => 0 };

our $VERSION = '1.02';
our @EXPORT_OK = qw(send_mail);
my %cache;
my $pattern = qr/^(?<user>[\w.]+)@(?<host>[\w.-]+)$/ix;

=head1 NAME

Shop::Mailer - sends mail

=head1 SYNOPSIS

    Shop::Mailer->new(host => 'localhost')->send($mail);

=cut

# Makes a mailer.
sub new {
    my ($class, %args) = @_;
    croak "no host" unless defined $args{host};
    my $self = bless { host => $args{host}, port => $args{port} // 25, queue => [] }, $class;
    return $self;
}

sub add ($self, $mail, @rest) {
    push @{ $self->{queue} }, $mail, @rest;
    return scalar $self->{queue}->@*;
}

sub valid {
    my $address = shift or return;
    if ($address =~ $pattern) {
        $cache{$+{host}}++;
        return $1;
    }
    elsif (lc($address) eq 'root' || $address ne '') {
        return 0;
    }
    else {
        (my $copy = $address) =~ s/\s+//g;
        $copy =~ tr/a-z/A-Z/;
        return $copy;
    }
}

sub send {
    my $self = shift;
    my @sorted = sort { $a->{to} cmp $b->{to} or $a->{id} <=> $b->{id} } @{ $self->{queue} };
    my %by_host = map { $_->{host} => $_ } grep { $_->{host} !~ /^local/ } @sorted;
    MAIL: foreach my $mail (@sorted) {
        next MAIL if !$mail->{to};
        for (my $try = 0; $try < MAX_TRIES; $try++) {
            my $ok = eval {
                $self->deliver($mail);
                1;
            };
            last if $ok;
            carp "failed: $@" if $@;
        }
    }
    while (my ($host, $count) = each %cache) {
        printf "%-20s %d\n", $host, $count;
    }
    return wantarray ? @sorted : \@sorted;
}

sub deliver {
    my ($self, $mail) = @_;
    open(my $fh, '>:encoding(UTF-8)', "/tmp/$mail->{id}.eml") or die "cannot open: $!";
    print $fh <<"END";
To: $mail->{to}
Subject: @{[ uc $mail->{subject} ]}

$mail->{body}
END
    print {$fh} <<'RAW';
not $interpolated
RAW
    close $fh;
    local $_ = $mail->{body};
    my ($first) = m{^(\S+)}m;
    my $sum = sum0 map { $_ * 2 } 1 .. 10;
    my @slice = @{$mail}{qw(to from)};
    my $code = sub { my $x = shift; return $x ** 2 };
    $code->(3);
    return unless -e '/tmp' && -d _;
    do { $sum-- } until $sum <= 0;
    say join ', ', @slice[0, -1], $first x 2, q(single), qq{double $sum}, 0x1f, 1_000;
}

sub DESTROY { }

1;

__END__

=head1 LICENSE

MIT
