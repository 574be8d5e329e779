/** Which system calls sandboxed programs may not make. Everything else is allowed. */

import type { SyscallName } from './syscall-numbers.ts'

/** Applies to the call's argument `arg`, after `mask` if given. Only arguments of 32 bits are tested. */
export type SyscallRule = {
  readonly name: SyscallName
  readonly errno: number
  readonly when?:
    | { readonly arg: number; readonly mask?: number; readonly is: 'not'; readonly value: number }
    | { readonly arg: number; readonly mask?: number; readonly is: 'equal'; readonly value: number }
    | { readonly arg: number; readonly is: 'any-bit-of'; readonly value: number }
}

const eperm = 1
const enosys = 38
const eafnosupport = 97

/** Stands for the process id of the program; the launcher of reduced mode replaces it. */
export const ownPid = 0x7fff_ffff

const deny = (errno: number, names: readonly SyscallName[]): SyscallRule[] =>
  names.map((name) => ({ name, errno }))

const afUnix = 1
const sockStream = 1
const sockTypeMask = 0xf
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const namespaceFlags = 0x7e02_0000
/** Types characters into the terminal of whoever started the worker. */
const tiocsti = 0x5412

const baseRules: readonly SyscallRule[] = [
  ...deny(eperm, ['mount', 'umount2', 'pivot_root', 'chroot', 'move_mount', 'open_tree', 'open_tree_attr']),
  ...deny(eperm, ['fsopen', 'fsconfig', 'fsmount', 'fspick', 'mount_setattr', 'unshare', 'setns']),
  ...deny(eperm, [
    'ptrace',
    'process_vm_readv',
    'process_vm_writev',
    'process_madvise',
    'kcmp',
    'pidfd_getfd',
  ]),
  ...deny(eperm, ['bpf', 'perf_event_open', 'userfaultfd', 'keyctl', 'add_key', 'request_key']),
  ...deny(eperm, ['init_module', 'finit_module', 'delete_module', 'kexec_load', 'kexec_file_load']),
  ...deny(eperm, ['reboot', 'swapon', 'swapoff', 'acct', 'quotactl', 'quotactl_fd', 'syslog', 'vhangup']),
  ...deny(eperm, ['settimeofday', 'clock_settime', 'clock_adjtime', 'adjtimex']),
  ...deny(eperm, ['open_by_handle_at', 'name_to_handle_at', 'fanotify_init', 'lookup_dcookie']),
  ...deny(eperm, ['iopl', 'ioperm', 'modify_ldt', 'uselib']),
  // "Not implemented", so that libraries use their older way: the flags of clone3 are in memory, where no filter sees them.
  ...deny(enosys, ['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'clone3']),
  { name: 'clone', errno: eperm, when: { arg: 0, is: 'any-bit-of', value: namespaceFlags } },
  { name: 'ioctl', errno: eperm, when: { arg: 1, is: 'equal', value: tiocsti } },
  { name: 'socket', errno: eafnosupport, when: { arg: 0, is: 'not', value: afUnix } },
]

/**
 * Without namespaces a program shares users, processes and sockets with the worker and other jobs. Landlock protects the files;
 * these rules protect the rest. `kill` and the like reach only the program itself.
 */
const sharedHostRules: readonly SyscallRule[] = [
  // LibreOffice creates a local socket for its next instance and does not start without. It gets one that leads nowhere.
  { name: 'socket', errno: eafnosupport, when: { arg: 1, mask: sockTypeMask, is: 'not', value: sockStream } },
  ...deny(0, ['bind', 'listen']),
  ...deny(eperm, ['connect', 'shmget', 'semget', 'msgget', 'mq_open']),
  ...(['kill', 'tgkill'] as const).map(
    (name): SyscallRule => ({ name, errno: eperm, when: { arg: 0, is: 'not', value: ownPid } }),
  ),
  ...deny(eperm, ['tkill', 'rt_sigqueueinfo', 'rt_tgsigqueueinfo', 'pidfd_send_signal']),
  // Landlock of Linux 6.1 does not cover these. Success is pretended, because LibreOffice gives up otherwise.
  ...deny(0, ['chmod', 'fchmodat', 'fchmodat2']),
  ...deny(eperm, ['truncate']),
  ...(
    ['prlimit64', 'sched_setaffinity', 'sched_setscheduler', 'sched_setparam', 'sched_setattr'] as const
  ).map((name): SyscallRule => ({ name, errno: eperm, when: { arg: 0, is: 'not', value: 0 } })),
  ...(['migrate_pages', 'move_pages'] as const).map(
    (name): SyscallRule => ({ name, errno: eperm, when: { arg: 0, is: 'not', value: 0 } }),
  ),
  ...(['setpriority', 'ioprio_set'] as const).map(
    (name): SyscallRule => ({ name, errno: eperm, when: { arg: 1, is: 'not', value: 0 } }),
  ),
]

export const seccompRules: Record<'full' | 'reduced', readonly SyscallRule[]> = {
  full: baseRules,
  reduced: [...baseRules, ...sharedHostRules],
}
