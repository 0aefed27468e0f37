/** What the scene of a war shows: a battle that is fought, a joint war that is asked for, or how a battle has just ended. */

import type { Fought } from './happened'
import type { Counts, Forces, KunitoriTable } from './seen'

export interface Scene {
  forces: Forces
  attacker: number
  ally: number | null
  defender: number
  /** What stands in the defender's territory, and what has joined it. */
  standing: Counts
  joined: Counts
  defence: 'ambush' | 'reinforcements' | null
  proposed: boolean
  ended: boolean
  /** How it ended, in a sentence. */
  told: string
}

/** The scene of a table, if there is a war to be seen. */
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

/** The scene as it ended: what was seen before, with the totals that were counted. */
export function ended(scene: Scene, fought: Fought, told: string): Scene {
  const card = fought.prizes[0]?.card ?? null
  // What the defence has gained since was laid or drawn in the last moment.
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
 * What is put on the stage: the war that goes on, or how the last battle ended. What is asked of a seat in a war goes before
 * that; and a battle of others does not keep it from what it is asked: how it ended is then told aside, in a line.
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
