/** Ids seen in responses, so that later requests reach existing records. */

const maxPerName = 200

/** Path parameters that responses call by other names, and values that no response contains. */
const otherNames = new Map(
  Object.entries({
    key: ['wav_key', 'insight_key', 'media_key', 'upload_key'],
    project_id: ['id'],
    participant_id: ['id'],
    respondent_id: ['id'],
    response_id: ['id'],
    media_id: ['id'],
    user_id: ['id'],
    job_id: ['id'],
    cursor: ['next'],
  }),
)
const constants: Record<string, readonly string[]> = {
  owner: ['file', 'insight', 'media', 'files', 'insights'],
  kind: ['file', 'insight', 'survey', 'files', 'insights', 'surveys'],
  part: ['original', 'pdf', 'thumbnail', 'playback', 'poster'],
  format: ['txt', 'srt', 'vtt', 'json'],
  position: ['0', '1', '2', '3'],
  part_number: ['1', '2'],
  volume_number: ['1', '2'],
}

export class KnownIds {
  readonly #byName = new Map<string, string[]>()

  constructor() {
    for (const [name, values] of Object.entries(constants)) this.#byName.set(name, [...values])
  }

  /** Collects the values of all fields, at any depth. */
  learn(body: unknown): void {
    if (Array.isArray(body)) {
      for (const item of body) this.learn(item)
    } else if (typeof body === 'object' && body !== null) {
      for (const [name, value] of Object.entries(body)) {
        if (typeof value === 'string' || typeof value === 'number') this.#add(name, String(value))
        else this.learn(value)
      }
    }
  }

  /** A known value for a parameter; undefined if no response had a field of that name. */
  pick(name: string, index: number): string | undefined {
    const names = [name, ...(otherNames.get(name) ?? [])]
    const values = names.flatMap((each) => this.#byName.get(each) ?? [])
    return values[index % values.length]
  }

  #add(name: string, value: string): void {
    if (value.length > 500) return
    const values = this.#byName.get(name) ?? []
    if (values.includes(value)) return
    if (values.length >= maxPerName) values.shift()
    values.push(value)
    this.#byName.set(name, values)
  }
}
