import type { Setup } from './usePayments.ts';

/** The provider in use, and under `{provider}.{key}` the settings of every one of them. */
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

/** The field of a secret is empty until another one is typed: what stands for it is nobody's to read. */
export const typedSecret = (value: string | undefined): string => (value?.startsWith('•') ? '' : (value ?? ''));

/** What is sent: of the chosen provider the settings that were changed, and what was known when the form was opened. */
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
