/**
 * Throughput of a large file by each route into the same store, as ratios to `curl -F` straight to it: in parts, as a form
 * through the upload gateway, in parts through the gateway (all by curl, four parts at a time), and by `inlet import`.
 * `inlet_whole` includes everything the command does, from its start until the service has accepted the file, which curl
 * does not do. The store keeps its objects on disk.
 */
import { peakMiB } from '../packages/server/test/harness/memory.ts'
import { processCpuMs } from './lib/cpu.ts'
import { median } from './lib/probe.ts'
import { type CliUpload, uploadByCli } from './lib/upload-by-cli.ts'
import { sendForm, sendParts, splitIntoParts, storeWith } from './lib/upload-routes.ts'
import { MiB, type UploadTarget, withUploadTarget } from './lib/upload-target.ts'

const fileBytes = Number(process.env['BENCH_BYTES'] ?? 512 * MiB)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7)

async function measure(target: UploadTarget): Promise<void> {
  const { system } = target
  const sample = { ...target, fileBytes }
  const direct = storeWith(system.env, 'never')
  const gateway = storeWith(system.env, 'always')
  const parts = await splitIntoParts(sample)
  const byCli: CliUpload[] = []
  const routes = {
    curl: () => sendForm(direct, sample),
    multipart: () => sendParts(direct, sample, parts),
    gateway: () => sendForm(gateway, sample),
    gateway_multipart: () => sendParts(gateway, sample, parts),
    async inlet() {
      const upload = await uploadByCli(target)
      byCli.push(upload)
      return upload.seconds
    },
  }
  const names = Object.keys(routes) as (keyof typeof routes)[]
  for (const name of names) await routes[name]()
  const seconds = new Map(names.map((name) => [name, [] as number[]]))
  byCli.length = 0
  const gatewayPid = system.gateway?.pid ?? 0
  const cpuBefore = processCpuMs(gatewayPid)
  // Alternating, so that other load on the machine affects all routes alike.
  for (let i = 0; i < rounds; i += 1) {
    for (const name of names) seconds.get(name)?.push(await routes[name]())
    const last = names.map((name) => `${name}_s=${seconds.get(name)?.at(-1)?.toFixed(2)}`)
    console.log(`round ${i + 1}: ${last.join(' ')}`)
  }
  const gatewayGiB = (2 * rounds * fileBytes) / 1024 / MiB
  const cpuSeconds = (processCpuMs(gatewayPid) - cpuBefore) / 1000
  const curl = median(seconds.get('curl') ?? [])
  const whole = median(byCli.map(({ wholeSeconds }) => wholeSeconds))
  const ratios = names.slice(1).map((name) => {
    return `${name}=${(curl / median(seconds.get(name) ?? [])).toFixed(2)}`
  })
  console.log(
    [
      'upload',
      ...ratios,
      `inlet_whole=${(curl / whole).toFixed(2)}`,
      `curl_MiBps=${(fileBytes / MiB / curl).toFixed(0)}`,
      `bytes=${fileBytes}`,
      `rounds=${rounds}`,
      `gateway_cpu_s_per_GiB=${(cpuSeconds / gatewayGiB).toFixed(1)}`,
      `gateway_peak_rss_MiB=${Math.round(peakMiB(gatewayPid))}`,
      `inlet_peak_rss_MiB=${Math.round(Math.max(...byCli.map((one) => one.peakMiB)))}`,
    ].join(' '),
  )
}

export const run = () => withUploadTarget(fileBytes, { hasGateway: true }, measure)
