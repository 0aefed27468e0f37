/** A deck as text, to store and share. Whether it is legal is for the server to decide. */

import { plain } from '../../words/say'

export interface Written {
  faction: string
  leader: string
  name: string
  /** Copies by card, in the order they were written. */
  cards: Map<string, number>
}

const CARD_LINE = /^(\d+)\s*(?:[x×*]\s+|\s)\s*(\S.*)$/
const FIELD_LINE = /^([a-z_.]+)\s*:\s*(.*)$/i

export function write(deck: Written, language: string): string {
  const name = deck.name.trim()
  const lines = [
    `faction: ${deck.faction}`,
    `leader: ${deck.leader}`,
    ...(name ? [`name.${language}: ${name}`] : []),
    '',
  ]
  for (const [card, copies] of deck.cards) lines.push(`${copies} ${card}`)
  return lines.join('\n') + '\n'
}

/**
 * Read a deck's text. `known` maps any name of a card to its id. Lines that can't be read are left out here: the
 * server, asked about the same text, names each of them.
 */
export function read(text: string, known: (name: string) => string | undefined): Written {
  const fields = new Map<string, string>()
  const cards = new Map<string, number>()
  for (const raw of text.split('\n')) {
    const line = raw.replace(/(^|\s)#.*/, '').trim()
    const [, copies, name] = CARD_LINE.exec(line) ?? []
    const card = name && known(plain(name))
    if (card) cards.set(card, (cards.get(card) ?? 0) + Number(copies))
    const [, field, value] = FIELD_LINE.exec(line) ?? []
    if (field && value) fields.set(field.toLowerCase(), value)
  }
  const names = [...fields].filter(([field]) => field.startsWith('name.')).map(([, value]) => value)
  return { faction: fields.get('faction') ?? '', leader: fields.get('leader') ?? '', name: names[0] ?? '', cards }
}
