/** Uploads a file in parts until it is killed. Prints the key of the record. */
import { Inlet } from '../src/index.ts'
import { fileFromPath } from '../src/node.ts'

const [baseUrl = '', clientId = '', clientSecret = '', project = '', path = '', rate = ''] =
  process.argv.slice(2)
const inlet = new Inlet({ baseUrl, clientId, clientSecret, maxBytesPerSecond: Number(rate) })
const handle = inlet.files.import(await fileFromPath(path), { projectId: Number(project) })
const { wav_key } = await handle.started()
console.log(wav_key)
await handle.accepted()
