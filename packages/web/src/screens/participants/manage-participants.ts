/** Changes of participants, each with a notice that can undo it. */
import {
  type EditableParticipant,
  getParticipant,
  listParticipants,
  mergeParticipants,
  type ParticipantChanges,
  unmergeParticipants,
  updateParticipant,
} from '@inlet/contract/workspace'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showNotice } from '../../notices/notice-store.ts'
import { countOf } from '../../ui/format/count.ts'

const paramsOf = (id: number) => ({ params: { participant_id: String(id) } })
const nameOf = ({ name, email }: Pick<EditableParticipant, 'name' | 'email'>) => name ?? email

const refresh = (client: QueryClient) =>
  Promise.all(
    [listParticipants, getParticipant].map(({ operationId }) =>
      client.invalidateQueries({ queryKey: [operationId] }),
    ),
  )

export async function saveParticipant(
  client: QueryClient,
  before: EditableParticipant,
  changes: ParticipantChanges,
): Promise<void> {
  const input = paramsOf(before.id)
  const saved = await call(updateParticipant, { ...input, body: changes }, { ifMatch: before.etag })
  const old = { name: before.edits.name, email: before.edits.email, notes: before.notes }
  const fields = Object.keys(changes) as (keyof typeof old)[]
  const undo = async () => {
    const body = Object.fromEntries(fields.map((field) => [field, old[field]]))
    await call(updateParticipant, { ...input, body }, { ifMatch: saved.etag })
    await refresh(client)
    return { text: `Undid the changes to “${nameOf(before)}”.` }
  }
  showNotice({ text: `Saved “${nameOf(saved)}”.`, undo })
  await refresh(client)
}

export async function mergePeople(
  client: QueryClient,
  kept: EditableParticipant,
  others: readonly number[],
  values: ParticipantChanges,
): Promise<void> {
  const body = { participants: [...others], values }
  const { participant, before } = await call(
    mergeParticipants,
    { ...paramsOf(kept.id), body },
    { ifMatch: kept.etag },
  )
  const undo = async () => {
    const opposite = { participants: [...others], values: before }
    await call(unmergeParticipants, { ...paramsOf(kept.id), body: opposite }, { ifMatch: participant.etag })
    await refresh(client)
    return { text: 'Unmerged the participants.' }
  }
  const count = countOf(others.length + 1, 'participant')
  showNotice({ text: `Merged ${count} into “${nameOf(participant)}”.`, undo })
  // The dialog, which would show the kept participant several times, closes meanwhile.
  void refresh(client)
}

export async function unmergePerson(
  client: QueryClient,
  kept: EditableParticipant,
  merged: Pick<EditableParticipant, 'id' | 'name' | 'email'>,
): Promise<void> {
  const body = { participants: [merged.id] }
  await call(unmergeParticipants, { ...paramsOf(kept.id), body })
  const undo = async () => {
    await call(mergeParticipants, { ...paramsOf(kept.id), body })
    await refresh(client)
    return { text: `Merged “${nameOf(merged)}” again.` }
  }
  showNotice({ text: `“${nameOf(merged)}” is a separate participant again.`, undo })
  await refresh(client)
}
