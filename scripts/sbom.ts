/**
 * The bill of materials of an image in CycloneDX: npm packages as listed by npm, the installed Debian packages,
 * and Node itself. Usage: node sbom.ts NAME NPM_FILE
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Component {
  type: string
  name: string
  version: string
  purl: string
  'bom-ref': string
}

interface Bom {
  metadata: { component: { name: string } }
  components: object[]
}

const [name, npmFile] = process.argv.slice(2)
if (name === undefined || npmFile === undefined) throw new Error('Usage: node sbom.ts NAME NPM_FILE')

function component(type: string, packageName: string, version: string, purl: string): Component {
  return { type, name: packageName, version, purl, 'bom-ref': purl }
}

function debianRelease(): string {
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  if (release === undefined) throw new Error('/etc/os-release has no VERSION_CODENAME.')
  return release
}

function debianPackages(): Component[] {
  const release = debianRelease()
  const format = ['Package', 'Version', 'Architecture'].map((field) => `\${${field}}`).join(' ')
  const { stdout } = spawnSync('dpkg-query', ['--show', `--showformat=${format}\n`], { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [packageName = '', version = '', architecture = ''] = line.split(' ')
      const purl = `pkg:deb/debian/${packageName}@${encodeURIComponent(version)}?arch=${architecture}&distro=${release}`
      return component('library', packageName, version, purl)
    })
}

const bom = JSON.parse(readFileSync(npmFile, 'utf8')) as Bom
const node = component('platform', 'node', process.versions.node, `pkg:generic/node@${process.versions.node}`)
bom.metadata.component.name = `inlet-${name}`
bom.components.push(node, ...debianPackages())
process.stdout.write(`${JSON.stringify(bom, null, 1)}\n`)
