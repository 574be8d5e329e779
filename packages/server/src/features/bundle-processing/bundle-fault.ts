/** Why a bundle cannot be imported. Another attempt would not help. */

const faults = {
  volume_unreadable: (volume: string, why: string) =>
    `Volume ${volume} is not a complete ZIP archive (${why}). Download the volume again, compare its sha256, and import all volumes again.`,
  volume_changed: (volume: string) =>
    `Volume ${volume} was replaced or deleted after complete. Initialize a new import and upload all volumes once.`,
  unsafe_path: (path: string) =>
    `The bundle contains a file with the path ${path}, which no export writes. Upload the volumes as they were downloaded.`,
  duplicate_entry: (path: string) =>
    `The bundle contains ${path} more than once. Upload each volume of one export once, as it was downloaded.`,
  archive_bomb: (path: string) =>
    `${path} unpacks to far more than any file of an export can contain. Upload the volumes as they were downloaded.`,
  too_large: (path: string) =>
    `${path} exceeds the size that can be imported. Contact your operator, or export a smaller project.`,
  manifest_missing: () =>
    'No volume contains manifest.json, which is in the last volume of an export. Upload all volumes.',
  manifest_invalid: (why: string) =>
    `The manifest cannot be read (${why}). Upload the volumes as they were downloaded.`,
  not_a_bundle: () =>
    'The archive is not an export of Inlet. Upload the volumes of an export in the format bundle.',
  qdpx_unreadable: (why: string) =>
    `The REFI-QDA project cannot be imported. ${why} Upload one .qdpx file that its program has exported with all files.`,
  unsupported_version: (version: string, advice: string) =>
    `The bundle has the format version ${version}, which this release cannot import. ${advice}`,
  contents_missing: () =>
    'The bundle was exported without originals or without derived files. Export the project again with the contents originals and derived.',
  entry_missing: (path: string, volume: string) =>
    `${path} of ${volume} is missing or has another size. Upload all volumes of the export, each as it was downloaded.`,
  entry_unlisted: (path: string) =>
    `${path} is not in the manifest. Upload the volumes of one export only, as they were downloaded.`,
  checksum_mismatch: (path: string) =>
    `The sha256 of ${path} does not match the manifest. Download the volume again and import all volumes again.`,
  content_invalid: (path: string, why: string) =>
    `${path} cannot be imported: ${why}. Export the project again; if it fails again, contact your operator.`,
  storage_quota_exceeded: () =>
    'The project does not fit into the storage of the team. Delete imports or ask your operator for more storage, then import again.',
  access_lost: () =>
    'The API key was revoked or lost a scope. Import the bundle with a key that has export:write and project:write.',
} as const

export type BundleFaultCode = keyof typeof faults

export class BundleFault extends Error {
  readonly code: BundleFaultCode

  constructor(code: BundleFaultCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BundleFault'
    this.code = code
  }
}

/** Paths and messages of others are shown in part only. */
const shown = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

export function bundleFault<Code extends BundleFaultCode>(
  code: Code,
  ...facts: Parameters<(typeof faults)[Code]>
): BundleFault {
  const write: (...facts: string[]) => string = faults[code]
  return new BundleFault(code, write(...facts.map(shown)))
}
