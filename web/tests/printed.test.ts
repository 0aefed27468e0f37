import { describe, expect, it } from 'vitest'
import { groupByCategory, collectPrinted } from '../src/table/generic/printed.svelte'

const catalogue = {
  size: 10,
  cards: {
    gold: { category: 'treasure', cost: 6 },
    copper: { category: 'treasure', cost: 0 },
    trap: { category: 'strategy', cost: 3 },
  },
  tiles: { I1S1: { copies: 1 } },
}

describe('what is printed on things', () => {
  it('is read from any table of the catalogue, and from nothing else', () => {
    expect([...collectPrinted(catalogue).keys()]).toEqual(['gold', 'copper', 'trap'])
  })
  it('puts them into frames, the cheapest first', () => {
    const prints = collectPrinted(catalogue)
    const supply: [string, number][] = [
      ['gold', 14],
      ['trap', 8],
      ['copper', 26],
    ]
    expect(groupByCategory(supply, (id) => prints.get(id))).toEqual([
      [
        'treasure',
        [
          ['copper', 26],
          ['gold', 14],
        ],
      ],
      ['strategy', [['trap', 8]]],
    ])
  })
  it('leaves them together where one has none', () => {
    expect(
      groupByCategory(
        [
          ['gold', 1],
          ['stone', 2],
        ],
        (id) => collectPrinted(catalogue).get(id),
      ),
    ).toEqual([
      [
        null,
        [
          ['gold', 1],
          ['stone', 2],
        ],
      ],
    ])
  })
})
