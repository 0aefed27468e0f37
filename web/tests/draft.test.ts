import { beforeEach, expect, it, vi } from 'vitest'
import type { Verdict } from '../src/protocol'

const server = vi.hoisted(() => ({ asked: [] as { text: string; answer: (verdict: unknown) => void }[] }))
vi.mock('../src/api', () => ({
  api: {
    judge: (_game: string, _option: string, text: string) =>
      new Promise((answer) => server.asked.push({ text, answer })),
  },
}))
vi.mock('../src/library.svelte', () => ({
  library: { game: () => undefined, words: () => ({ say: (key: string) => key }) },
}))
vi.mock('../src/settings.svelte', () => ({ settings: { language: 'en' } }))
vi.mock('../src/games/gwynt/catalogue.svelte', () => ({ catalogue: { cards: [['nekker'], ['ghoul']], leaders: [] } }))

const SWARM = 'faction: monsters\nleader: eredin\n\n3 nekker\n3 ghoul\n'
const verdict = (...fields: string[]): Verdict =>
  ({ faults: fields.map((field) => ({ field, problem: `too many of ${field}` })), numbers: {} }) as unknown as Verdict

/** The server's word on one of the decks it was shown. */
async function answered(index: number, ...faults: string[]) {
  server.asked.at(index)!.answer(verdict(...faults))
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  server.asked.length = 0
})

async function opened() {
  const { Draft } = await import('../src/games/gwynt/draft.svelte')
  const draft = new Draft()
  void draft.paste(SWARM)
  await vi.advanceTimersByTimeAsync(0)
  return draft
}

it.each([true, false])(
  'puts a card back that is one too many, and says why (the deck before was judged in time: %s)',
  async (inTime) => {
    const draft = await opened()
    if (inTime) await answered(0)
    draft.add('nekker')
    if (!inTime) await answered(0)
    await vi.advanceTimersByTimeAsync(200)
    await answered(-1, 'nekker')
    expect(draft.count('nekker')).toBe(3)
    expect(draft.notice).toBe('too many of nekker')
  },
)

it('knows all cards that were added since the last word', async () => {
  const draft = await opened()
  await answered(-1)
  draft.add('nekker')
  await vi.advanceTimersByTimeAsync(200)
  draft.remove('ghoul')
  draft.add('ghoul')
  await answered(-1, 'nekker') // too late: the deck is another one
  await vi.advanceTimersByTimeAsync(200)
  await answered(-1, 'nekker')
  expect(draft.count('nekker')).toBe(3)
  expect(draft.count('ghoul')).toBe(3)
})
