/** Replaces the names of speakers by numbered aliases. */

import type { Segment } from '../speech/transcript.ts'

export type AliasOptions = {
  readonly mode: 'only_participants' | 'participants_and_researchers'
  /** Names of team members. Everyone else counts as a participant. */
  readonly researchers: readonly string[]
}

/** Numbered in the order of first appearance, so that a recording always gets the same aliases. */
export function aliasSpeakers(
  segments: readonly Segment[],
  { mode, researchers }: AliasOptions,
): { readonly segments: Segment[]; readonly aliases: number } {
  const known = new Set(researchers.map(comparable))
  const aliases = new Map<string, string>()
  const counts = { Participant: 0, Researcher: 0 }
  const aliasOf = (speaker: string) => {
    const name = comparable(speaker)
    const isResearcher = known.has(name)
    if (isResearcher && mode === 'only_participants') return speaker
    const role = isResearcher ? 'Researcher' : 'Participant'
    const alias = aliases.get(name) ?? `${role} ${++counts[role]}`
    aliases.set(name, alias)
    return alias
  }
  const named = segments.map((segment) =>
    segment.speaker === undefined ? segment : { ...segment, speaker: aliasOf(segment.speaker) },
  )
  return { segments: named, aliases: aliases.size }
}

function comparable(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

/** Labels that name a role. With a number or a letter they still name nobody. */
const roles = new Set(
  `speaker interviewer interviewee moderator facilitator host guest participant respondent researcher observer notetaker
  note taker customer user client agent patient teacher student tester unknown unidentified anonymous external presenter
  person people voice male female man woman all everyone group spk sprecher befragte befragter interviewerin moderatorin
  teilnehmer teilnehmerin`.split(/\s+/),
)

/** Replaces labels that may be the names of people, for a transcript whose text is redacted. */
export function aliasNamedSpeakers(segments: readonly Segment[]): {
  readonly segments: Segment[]
  readonly aliases: number
} {
  const labels = new Set(segments.flatMap(({ speaker }) => speaker ?? []))
  const aliases = new Map<string, string>()
  let number = 0
  for (const label of labels) {
    if (isRole(label) || aliases.has(comparable(label))) continue
    do number += 1
    while (labels.has(`Participant ${number}`))
    aliases.set(comparable(label), `Participant ${number}`)
  }
  const named = segments.map((segment) => {
    const alias = segment.speaker === undefined ? undefined : aliases.get(comparable(segment.speaker))
    return alias === undefined ? segment : { ...segment, speaker: alias }
  })
  return { segments: named, aliases: aliases.size }
}

function isRole(label: string): boolean {
  const words = label.toLowerCase().match(/\p{L}+/gu) ?? []
  return words.every((word) => roles.has(word) || /^[a-z]$/.test(word))
}
