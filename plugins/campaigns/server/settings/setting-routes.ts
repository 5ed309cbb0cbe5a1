import { invalid, z, type Host, type Scope } from '@balcao/sdk/server';
import { campaignsRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { wakeRunners } from '../release/wake.ts';
import { readSettings, settingKeys, settingsForm, writeSettings } from './settings.ts';

const output = z.array(z.object({ key: z.string(), value: z.string().describe('JSON') }));
const form = settingsForm.partial();

const listed = async (scope: Scope): Promise<{ key: string; value: string }[]> => {
  const settings = await readSettings(scope);
  return settingKeys.map((key) => ({ key, value: JSON.stringify(settings[key]) }));
};

/** A value may arrive as the JSON text that the reading call returned. */
const parsed = (settings: unknown): unknown => {
  const read = typeof settings === 'string' ? json(settings) : settings;
  if (typeof read !== 'object' || read === null) return read;
  return Object.fromEntries(
    Object.entries(read).map(([key, value]) => [
      key,
      key === 'variables' && typeof value === 'string' ? json(value) : value,
    ]),
  );
};
const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid({ settings: 'ERR_INVALID_VALUE' });
  }
};

export const settingRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/campaign-settings', {
    access: 'campaigns:view',
    summary: 'Pace, send hours, words and guards of campaigns, each as JSON.',
    output,
    handle: (_request, scope) => listed(scope),
  });
  host.route('POST', '/campaign-settings', {
    access: 'campaigns:view',
    summary: 'Changes settings of campaigns; absent ones stay. Running campaigns follow at once.',
    input: { body: z.object({ settings: z.preprocess(parsed, form) }) },
    output,
    handle: async ({ body }, scope) => {
      const given = Object.fromEntries(Object.entries(body.settings).filter(([, value]) => value !== undefined));
      const after = { ...(await readSettings(scope)), ...given };
      if (after.windowUntil <= after.windowFrom) throw invalid({ windowUntil: 'ERR_INVALID_VALUE' });
      await scope.tx(async (inner) => {
        await writeSettings(inner, given);
        inner.rooms.emit(campaignsRoom, {}, 'settings', {});
      });
      await wakeRunners(scope);
      return listed(scope);
    },
  });
};
