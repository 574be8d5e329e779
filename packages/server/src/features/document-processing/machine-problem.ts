/** Why a worker processes no files, and what to do about it. */

export interface MachineProblem {
  reason: 'sandbox' | 'converters' | 'disk'
  detail: string
  fix: string
}

export const describeProblem = ({ detail, fix }: MachineProblem): string => `${detail}. ${fix}`

/** The same text in the log, in `/readyz` and in `inlet-admin doctor`. */
export const sandboxUnusable = (detail: string): MachineProblem => ({
  reason: 'sandbox',
  detail,
  fix: [
    'No file is processed until bubblewrap may create user namespaces.',
    'Ubuntu 23.10 or newer: install deploy/apparmor/bwrap in /etc/apparmor.d and run "apparmor_parser -r /etc/apparmor.d/bwrap", or set the sysctl kernel.apparmor_restrict_unprivileged_userns=0.',
    'Docker: run the worker with deploy/seccomp-worker.json and apparmor=unconfined, as deploy/compose.yaml does.',
    'Kubernetes: set seccompProfile to that file and appArmorProfile to Unconfined, as deploy/kubernetes/worker.yaml does, and set hostUsers: false only on nodes that allow nested user namespaces.',
    'Other hosts: install bubblewrap, and set the sysctls user.max_user_namespaces above 0 and, if it exists, kernel.unprivileged_userns_clone=1.',
    'If namespaces are out of the question, INLET_SANDBOX=reduced accepts weaker isolation; read docs/guides/hardening.md first.',
  ].join(' '),
})

export const sandboxUntested = (why: string): MachineProblem => ({
  reason: 'sandbox',
  detail: `The sandbox could not be tested yet: ${why}`,
  fix: 'The worker tries again within seconds. If this persists, run "inlet-admin doctor --only machine".',
})

export const convertersMissing = (missing: readonly string[]): MachineProblem => ({
  reason: 'converters',
  detail: `Converters do not run: ${missing.join('; ')}`,
  fix: 'Install the packages listed in scripts/debian-packages.txt. No file is processed until then.',
})

export const diskShort = (free: { bytes: number; inodes: number }, minFreeMb: number): MachineProblem => ({
  reason: 'disk',
  detail: `INLET_WORK_DIR has ${Math.floor(free.bytes / 1024 ** 2)} MB and ${free.inodes} inodes free, less than INLET_WORK_DIR_MIN_FREE_MB=${minFreeMb} or 2000 inodes`,
  fix: 'Free up space, or set INLET_WORK_DIR to a larger disk. The worker resumes by itself.',
})
