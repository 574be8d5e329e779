# Restricts itself with Landlock and seccomp, then becomes the program: the sandbox of hosts without namespaces.
# Needs nothing but perl-base, which every Debian system has, and no privileges.
#
#   perl confine.pl --prctl NR --seccomp NR --filter-fd FD --status-fd FD
#     [--read PATH | --device PATH | --write DIRECTORY]... -- PROGRAM ARGUMENT...
#
# The program may read and execute below the paths of --read, read and write the devices, and do everything below
# --write. Paths that do not exist are skipped. The filter is read from its descriptor.
use strict;
use warnings;

my (%option, %paths);
while (defined(my $word = shift @ARGV)) {
  last if $word eq '--';
  my $value = shift @ARGV;
  if ($word =~ /^--(read|device|write)$/) { push @{ $paths{$1} }, $value }
  else { $option{$word} = $value + 0 }
}

sub refuse { print STDERR "confine: $_[0]: $!\n"; exit 125 }

# Landlock (landlock_create_ruleset, landlock_add_rule, landlock_restrict_self) has the same numbers everywhere.
my ($create_ruleset, $add_rule, $restrict_self) = (444, 445, 446);
my $version = syscall($create_ruleset, 0, 0, 1);
refuse('this kernel has no Landlock') if $version < 1;

# Bits 0 to 12 exist in every version; rename across directories, truncate and ioctl of devices came later.
my $handled = (1 << 13) - 1;
$handled |= 1 << 13 if $version >= 2;
$handled |= 1 << 14 if $version >= 3;
$handled |= 1 << 15 if $version >= 5;
my ($execute, $write_file, $read_file, $read_dir) = (1 << 0, 1 << 1, 1 << 2, 1 << 3);
my $make_devices = 1 << 6 | 1 << 11;
my $for_files = $execute | $write_file | $read_file | 1 << 14 | 1 << 15;
my %allowed = (
  read => $execute | $read_file | $read_dir,
  device => $write_file | $read_file | 1 << 14 | 1 << 15,
  write => $handled & ~$make_devices,
);

my $attributes = pack('Q', $handled);
$attributes .= pack('Q', 3) if $version >= 4;  # TCP: neither bind nor connect
$attributes .= pack('Q', 3) if $version >= 6;  # neither abstract sockets nor signals to processes outside
my $ruleset = syscall($create_ruleset, $attributes, length $attributes, 0);
refuse('cannot create a Landlock ruleset') if $ruleset < 0;

my $o_path = 0x200000;
for my $kind (keys %paths) {
  for my $path (@{ $paths{$kind} }) {
    sysopen(my $file, $path, $o_path) or next;
    my $access = $allowed{$kind} & $handled;
    $access &= $for_files unless -d $path;
    my $rule = pack('Ql', $access, fileno $file);
    syscall($add_rule, $ruleset, 1, $rule, 0) == 0 or refuse("cannot allow $path");
  }
}

syscall($option{'--prctl'}, 38, 1, 0, 0, 0) == 0 or refuse('cannot set no_new_privs');
syscall($restrict_self, $ruleset, 0) == 0 or refuse('cannot apply Landlock');

open(my $source, '<&=', $option{'--filter-fd'}) or refuse('no filter');
binmode $source;
my $filter = do { local $/; <$source> };
close $source;
# The filter compares process ids with a placeholder, because only we know our own.
my $own_pid = pack('L', $$);
for (my $at = 0; $at < length $filter; $at += 8) {
  substr($filter, $at + 4, 4) = $own_pid if substr($filter, $at + 4, 4) eq "\xff\xff\xff\x7f";
}
my $program = pack('Sx6P', length($filter) / 8, $filter);
syscall($option{'--seccomp'}, 1, 0, $program) == 0 or refuse('cannot load the seccomp filter');

open(my $status, '>&=', $option{'--status-fd'}) or refuse('no status');
print {$status} "{ \"confined\": true }\n";
close $status;
{
  no warnings 'exec';
  exec { $ARGV[0] } @ARGV;
}
print STDERR "confine: failed to execute $ARGV[0]: $!\n";
exit 127;
