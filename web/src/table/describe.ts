/** Log entries as sentences, and the lines that summarize them for a player. */

import { pageOf } from '../game-pages'
import { readerOf, type Board } from '../live/board'
import type { GameEvent, Told } from '../protocol'
import { lines } from '../words/lines'
import { pageWords, t } from '../words/page.svelte'
import { capital } from '../words/say'

type Room = Pick<Board, 'table' | 'words' | 'names' | 'log' | 'seat' | 'seats' | 'open'>

/** Cached sentences of an entry, with what they depend on: each move asks for all entries, and few have changed. */
const known = new WeakMap<Told, { from: readonly unknown[]; sentences: string[] }>()

/** The sentences of an entry; empty if the viewer may see nothing of it. */
export function describeEntry(entry: Told, room: Room): string[] {
  const { table, words, names, log } = room
  const later = entry.number < (log.at(-1)?.number ?? 0)
  // Mention once that a substitute decides for a slow bot, not under each of its moves.
  const stoodIn = (entry.stood_in ?? false) && log.find((one) => one.stood_in) === entry
  const from = [words, pageWords(), names, readerOf(room), later, stoodIn, entry.kind === 'end' ? table?.outcome : null]
  const before = known.get(entry)
  if (before?.from.every((part, n) => part === from[n])) return before.sentences
  const sentences = sentencesOf(entry, room, later)
  if (stoodIn) sentences.push(t('log.stood_in'))
  known.set(entry, { from, sentences })
  return sentences
}

function sentencesOf(entry: Told, room: Room, later: boolean): string[] {
  const { table, words, names } = room
  const reader = readerOf(room)
  switch (entry.kind) {
    case 'undo':
      return [t('log.undo', { seat: entry.seat }, names, reader)]
    case 'refuse':
      return [t('table.undo_refused', { seat: entry.seat }, names, reader)]
    case 'pause':
      return [t('log.pause')]
    case 'resume':
      return [t('log.resume')]
    case 'holiday':
      return [t('log.holiday', { seat: entry.seat }, names, reader)]
    case 'return':
      return [t('log.return', { seat: entry.seat }, names, reader)]
    case 'end': {
      const outcome = table?.outcome
      const key = typeof outcome?.key === 'string' ? outcome.key : 'prompt.over'
      return [words.tell(key, { seat: outcome?.seat }, names, reader)]
    }
    default: {
      const passing = (later ? pageOf(table?.game ?? '')?.passing : undefined) ?? []
      return describeEvents(
        eventsOf(entry).filter(({ event }) => !passing.includes(event)),
        room,
      )
    }
  }
}

/**
 * The seat that an entry is about: of its first event, for a decision may also carry out what others chose before. What
 * happens to several without a decision, such as a deal, is nobody's turn.
 */
export function doerOf(entry: Told): number | null {
  const [seat, ...others] = eventsOf(entry).map(({ params }) => params.seat)
  if (typeof seat !== 'number') return entry.seat
  const shared = others.some((other) => typeof other === 'number' && other !== seat)
  return shared && entry.kind !== 'decide' ? entry.seat : seat
}

const eventsOf = (entry: Told): GameEvent[] => entry.steps.flatMap((step) => step.events)

const describeEvents = (events: readonly GameEvent[], room: Room): string[] =>
  lines(events, room.words, room.names, readerOf(room))

/** The entries since my last decision, without my own. */
function entriesSinceMine({ log, seats }: Room): Told[] {
  const mine = ({ kind, seat }: Told) => kind === 'decide' && seat !== null && seats.includes(seat)
  return log.slice(log.findLastIndex(mine) + 1)
}

/** The sentences of an entry without what its game calls minor. */
function summarizeEntry(entry: Told, room: Room): string[] {
  if (!eventsOf(entry).length) return describeEntry(entry, room)
  const minor = pageOf(room.table?.game ?? '')?.minor ?? []
  return describeEvents(
    eventsOf(entry).filter(({ event }) => !minor.includes(event)),
    room,
  )
}

/** What others did since my last decision, else what I did, in one line. */
export function summarizeTurn(room: Room): string {
  const others = entriesSinceMine(room)
  const important = others.flatMap((entry) => summarizeEntry(entry, room))
  // A turn of which the game calls everything minor is still not mine.
  const sentences = important.length ? important : others.flatMap((entry) => describeEntry(entry, room))
  if (sentences.length) return joinBySubject(sentences, room.names)
  return room.log.length ? describeNewest(room.log, room) : ''
}

/** Sentences in one line; a name that begins several in a row is said once, and so is "you". */
function joinBySubject(sentences: readonly string[], names: readonly string[]): string {
  const all = [...names, capital(t('table.you'))]
  const runs: { subject: string | undefined; parts: string[] }[] = []
  for (const sentence of sentences) {
    const subject = all.find((name) => sentence.startsWith(`${name} `))
    const run = runs.at(-1)
    if (subject && run?.subject === subject) run.parts.push(sentence.slice(subject.length + 1))
    else runs.push({ subject, parts: [sentence] })
  }
  return runs.map(({ parts }) => joinParts(parts)).join(' ')
}

/** "Bo plays a card.", "draws." and "pays." as "Bo plays a card, draws and pays." */
function joinParts(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  if (parts.length < 2) return last
  const first = parts.slice(0, -1).map((part) => part.replace(/\.$/, ''))
  return t('log.and', { first: first.join(', '), last })
}

/** The sentences of the newest of some entries that has any. */
function describeNewest(entries: readonly Told[], room: Room): string {
  const told = entries.findLast((entry) => summarizeEntry(entry, room).length > 0) ?? entries.at(-1)
  return told ? summarizeEntry(told, room).join(' ') || describeEntry(told, room).join(' ') : ''
}

/** The newest thing that somebody else did, in one line. */
export function describeLatest(room: Room): string {
  return describeNewest(entriesSinceMine(room), room)
}

/** Parameters of events that name the seat to which something is done. */
const AIMED = ['other', 'owner', 'side'] as const

/** The newest thing that was done to me since my last decision; null if there is none. */
export function describeHarm(room: Room): string | null {
  const own = readerOf(room)
  if (own === null) return null
  const events = entriesSinceMine(room).flatMap(eventsOf)
  const harm = events.findLast(({ params }) => params.seat !== own && AIMED.some((name) => params[name] === own))
  return harm ? (describeEvents([harm], room)[0] ?? null) : null
}
