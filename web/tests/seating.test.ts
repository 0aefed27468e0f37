import { expect, it } from 'vitest'
import { Seating } from '../src/live/seating'

const names = (...given: string[]) => new Seating({ seats: given.map((name) => ({ name })) }).names

it('tells people of one name apart', () => expect(names('Ana', 'Ana', 'Bao')).toEqual(['Ana', 'Ana (2)', 'Bao']))

it('has no name for an empty seat', () => expect(names('', 'Ana', '')).toEqual(['…', 'Ana', '…']))
