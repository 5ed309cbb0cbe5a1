import type { Setup } from './usePayments.ts';

/** The provider in use, and the settings of every provider under `{provider}.{key}`. */
export interface SetupRow {
  provider: string;
  [setting: string]: string;
}

export const setupRow = ({ provider, providers }: Setup): SetupRow => ({
  ...Object.fromEntries(
    providers.flatMap(({ id, fields }) =>
      fields.map(({ key, secret, value, mark }) => [`${id}.${key}`, secret ? mark : value]),
    ),
  ),
  provider,
});

/** The field of a secret is empty until a new one is typed: its mark is not displayed. */
export const typedSecret = (value: string | undefined): string => (value?.startsWith('•') ? '' : (value ?? ''));

/** Returns the request: the changed settings of the chosen provider, and the values known when the form was opened. */
export function setupBody(chosen: string, body: Record<string, unknown>) {
  const { known = {}, ...changed } = body as { known?: Record<string, unknown> };
  const place = `${chosen}.`;
  const own = (from: Record<string, unknown>) => Object.entries(from).filter(([name]) => name.startsWith(place));
  return {
    provider: chosen,
    settings: Object.fromEntries(own(changed).map(([name, value]) => [name.slice(place.length), value])),
    known: {
      provider: chosen,
      ...Object.fromEntries([...own(known), ...Object.entries(known).filter(([name]) => name === 'provider')]),
    },
  };
}
