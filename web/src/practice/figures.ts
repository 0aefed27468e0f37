/** Figures as problems and mistakes show them. */

import { t } from '../words/page.svelte'

/** A share as whole points out of a hundred. */
export const percent = (share: number): string => t('analysis.percent', { n: Math.round(100 * share) })
