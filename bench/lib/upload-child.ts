import { type UploadDescriptor, upload } from '@inlet/sdk'
import { fileFromPath } from '@inlet/sdk/node'

const [descriptor = '', path = ''] = process.argv.slice(2)
const file = await fileFromPath(path)
const startedAt = performance.now()
await upload(JSON.parse(descriptor) as UploadDescriptor, file)
const seconds = (performance.now() - startedAt) / 1000
process.stdout.write(JSON.stringify({ seconds, peakMiB: process.resourceUsage().maxRSS / 1024 }))
