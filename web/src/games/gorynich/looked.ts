/** Sentences about the previewed move: its foreseen effects, else the printed text. */

import { capital } from '../../words/say'
import type { Desk } from './desk.svelte'
import { inTurn } from './seen'

/** My place in the order of revealing, from 1. */
export const placeOf = ({ table, room }: Desk): number =>
  room.seat === null ? 0 : inTurn(table).indexOf(room.seat) + 1

export function aboutLooked(desk: Desk): { title: string; text: string } | null {
  const { looked, room } = desk
  if (looked === null) return null
  const move = desk.legal.get(looked)
  const title = move ? capital(room.words.say(move.key, move.params, room.names)) : ''
  return {
    title,
    text: desk.told.join(' ') || (desk.decision === 'choose' ? ifPlayed(desk, looked) : texts(desk, looked)),
  }
}

/** The label of the orange button. */
export function keyOf(desk: Desk): string {
  const say = (key: string) => desk.room.words.say(`board.${key}`)
  const { looked } = desk
  if (looked !== null && desk.loses(looked) && desk.doubted === looked) return say('lose_sure')
  if (desk.decision !== 'choose') return say('decide')
  return say(looked === 'pass' ? 'pass_now' : 'lay_down')
}

/** The question while nothing is previewed; for a tile, its text. */
export function asksAbout({ decision, table, room }: Desk): string {
  if (decision === 'choose') return room.words.say('board.look_first')
  if (decision === 'drop') return room.words.say('board.look_drop')
  return table.playing?.tile ? room.words.say(`tile_text.${table.playing.tile}`) : ''
}

/** Squares in words: d7, c7 or b7. */
function some(desk: Desk, squares: readonly string[]): string {
  const last = squares.at(-1) ?? ''
  return squares.length > 1 ? `${squares.slice(0, -1).join(', ')}${desk.room.words.say('board.or')}${last}` : last
}

function texts(desk: Desk, text: string): string {
  const { table, room } = desk
  const tile = table.tiles.find((one) => text === `use ${one.tile}`)
  if (tile) return room.words.say(`tile_text.${tile.tile}`)
  const squares = table.targets[text]
  return squares ? some(desk, squares) : ''
}

function ifPlayed(desk: Desk, card: string): string {
  const { table, room, pencil } = desk
  const say = (key: string, params: Record<string, unknown>) => room.words.say(`board.${key}`, params, room.names)
  const reach = desk.reach?.[card]
  if (card === 'pass') return say('look_pass', { n: table.seats[room.seat ?? 0]?.row.length ?? 0 })
  if (!reach) return room.words.say(`card_text.${card}`)
  const { way, squares } = reach
  const where = squares.length ? say('look_arrow', { way, squares: some(desk, squares) }) : say('look_off', { way })
  if (pencil) return `${say('look_pencil', { square: pencil })} ${where}`
  const square = table.gorynich
  if (placeOf(desk) === 1 || !square) return where
  return squares.length
    ? say('look_arrow_if', { way, squares: some(desk, squares), square })
    : `${where} ${say('look_if', { square })}`
}
