import { shownValue } from './fill.ts';
import type { SessionState } from './state.ts';
import type { World } from './world.ts';

const maxRows = 40;

/** Returns what the customer told, for the attendant, so that nobody asks twice; '' when nothing was collected. */
export const handoverNote = (values: SessionState['values'], world: Pick<World, 't'>): string => {
  const rows = Object.entries(values)
    .filter(([name, value]) => !name.startsWith('_') && shownValue(value) !== '')
    .slice(0, maxRows)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${shownValue(value).slice(0, 300)}`);
  return rows.length === 0 ? '' : [world.t('server.collected'), ...rows].join('\n');
};
