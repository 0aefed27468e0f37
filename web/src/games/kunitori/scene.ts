/** The content of the war scene: a running battle, a proposal of a joint war, or the result of the last battle. */

import type { Fought } from './happened'
import type { Counts, Forces, KunitoriTable } from './seen'

export interface Scene {
  forces: Forces
  attacker: number
  ally: number | null
  defender: number
  /** The defender's cards in the territory, and those that joined. */
  standing: Counts
  joined: Counts
  defence: 'ambush' | 'reinforcements' | null
  proposed: boolean
  ended: boolean
  /** The result in a sentence. */
  told: string
}

/** The scene of a table; null without a war. */
export function sceneOf(table: KunitoriTable): Scene | null {
  const { proposal, war, turn, seats, shown } = table
  if (proposal)
    return {
      forces: proposal,
      attacker: turn,
      ally: proposal.ally,
      defender: proposal.target,
      standing: seats[proposal.target]?.deployed ?? {},
      joined: {},
      defence: null,
      proposed: true,
      ended: false,
      told: '',
    }
  const battle = war?.battle
  if (!battle) return null
  return {
    forces: battle,
    attacker: turn,
    ally: battle.ally,
    defender: battle.defender,
    standing: seats[battle.defender]?.deployed ?? {},
    joined: shown?.seat === battle.defender ? shown.cards : {},
    defence: battle.defence,
    proposed: false,
    ended: false,
    told: '',
  }
}

/** The scene with the battle's result: the last state seen, with the final totals. */
export function endScene(scene: Scene, fought: Fought, told: string): Scene {
  const card = fought.prizes[0]?.card ?? null
  // What the defence gained from cards laid or drawn in the last moment.
  const { parts, against } = scene.forces
  const joined = parts.joined + fought.defence - against
  return {
    ...scene,
    forces: {
      ...scene.forces,
      attack: fought.attack,
      against: fought.defence,
      parts: { ...parts, joined },
      prize: { seat: fought.winner, card, margin: fought.margin },
    },
    proposed: false,
    ended: true,
    told,
  }
}

/**
 * Choose what the scene shows: a running war, or the result of the last battle. A question to the viewer's seat comes
 * first: the result of a battle between others is then shown aside, in one line.
 */
export function stageOf(
  now: Scene | null,
  after: Scene | null,
  { asked, seat }: { asked: boolean; seat: number | null },
): { shown: Scene | null; aside: Scene | null } {
  if (!after) return { shown: now, aside: null }
  const mine = seat !== null && [after.attacker, after.ally, after.defender].includes(seat)
  if (!asked || (mine && !now)) return { shown: after, aside: null }
  return { shown: now, aside: now ? null : after }
}
