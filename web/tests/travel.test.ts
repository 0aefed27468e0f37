import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { arrival, look, travel, type Ways } from '../src/table/travel'

/** A piece or a zone at a place of the board, 10 pixels square. */
function place(dataset: Record<string, string>, x: number, y: number) {
  const starts: string[] = []
  return {
    dataset,
    starts,
    style: { setProperty: vi.fn() } as Record<string, unknown>,
    getBoundingClientRect: () => ({ left: x, top: y, width: 10, height: 10 }),
    removeAttribute: vi.fn(),
    setAttribute: vi.fn(),
    cloneNode: () => ghost,
    animate: (frames: { transform: string }[]): Partial<Animation> => {
      starts.push(frames[0]!.transform, frames[1]!.transform)
      return { pause: vi.fn(), play: vi.fn() }
    },
  }
}
type Place = ReturnType<typeof place>
let ghost: Place

const boardOf = (...places: Place[]) =>
  ({
    append: vi.fn(),
    querySelectorAll: (wanted: string) =>
      wanted === '[data-piece]'
        ? places.filter(({ dataset }) => dataset.piece)
        : places.filter(({ dataset }) => wanted === `[data-zone="${dataset.zone}"]`),
  }) as unknown as HTMLElement

const deck = place({ zone: 'deck-0' }, 100, 0)
const pile = place({ zone: 'pile-0' }, 200, 0)
const otherDeck = place({ zone: 'deck-1' }, 0, 500)
const zones = [deck, pile, otherDeck]
const ways: Ways = {
  comesFrom: (piece) => (piece.startsWith('hand:0') ? 'deck-0' : piece.startsWith('hand:1') ? 'deck-1' : null),
  goesTo: (piece) => (piece.startsWith('row-0') ? 'pile-0' : null),
}

beforeEach(() => {
  ghost = place({}, 0, 0)
  vi.stubGlobal('document', { hidden: false, querySelectorAll: () => [] })
  vi.stubGlobal('requestAnimationFrame', vi.fn())
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => vi.unstubAllGlobals())

it('says when all pieces have arrived', async () => {
  let arrive: () => void = vi.fn()
  const finished = new Promise<void>((done) => (arrive = done))
  const moves = place({ piece: 'hand:0:rain', kind: 'rain' }, 40, 0)
  moves.animate = () => ({ pause: vi.fn(), play: vi.fn(), finished: finished as unknown as Promise<Animation> })
  travel(boardOf(moves, ...zones), look(boardOf(place({ piece: 'hand:0:fog', kind: 'fog' }, 20, 0))), ways)
  const seen = vi.fn()
  void arrival().then(seen)
  await Promise.resolve()
  expect(seen).not.toHaveBeenCalled()
  arrive()
  await arrival()
  expect(seen).toHaveBeenCalled()
})

it('has a new card start at the zone that the game names', () => {
  const stays = place({ piece: 'hand:0:fog', kind: 'fog' }, 20, 0)
  const before = look(boardOf(stays, ...zones))
  const drawn = place({ piece: 'hand:0:rain', kind: 'rain' }, 40, 0)
  const other = place({ piece: 'hand:1:sun', kind: 'sun' }, 40, 0)
  travel(boardOf(stays, drawn, other, ...zones), before, ways)
  expect(drawn.starts).toEqual(['translate(60px, 0px) scale(1)', 'none'])
  expect(other.starts).toEqual(['translate(-40px, 500px) scale(1)', 'none'])
  expect(stays.starts).toEqual([])
})

it('has a card that only changed its place start there, not at a zone', () => {
  const before = look(boardOf(place({ piece: 'hand:0:fog', kind: 'fog' }, 20, 0), ...zones))
  const played = place({ piece: 'row-0:fog', kind: 'fog' }, 20, 300)
  travel(boardOf(played, ...zones), before, ways)
  expect(played.starts[0]).toBe('translate(0px, -300px) scale(1)')
})

it('sends a card that left the board to its zone', () => {
  const stays = place({ piece: 'hand:0:fog', kind: 'fog' }, 20, 0)
  const before = look(boardOf(stays, place({ piece: 'row-0:ghoul', kind: 'ghoul' }, 50, 300), ...zones))
  travel(boardOf(stays, ...zones), before, ways)
  expect(ghost.starts).toEqual(['none', 'translate(150px, -300px) scale(.4)'])
})
