import { sql, z, type Scope, type Sql } from '@balcao/sdk/server';

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'HH:MM');

export const preferences = z.object({
  /** Notifications play a sound. */
  sounds: z.boolean(),
  sound: z.enum(['drop', 'bell', 'wood']),
  volume: z.number().int().min(0).max(100),
  /** Desktop notifications while the page is hidden, where the browser allows them. */
  desktop: z.boolean(),
  /** Desktop and push notifications may include the text. */
  previews: z.boolean(),
  /** Kinds that are switched off. */
  off: z.array(z.string().min(1).max(100)).max(50),
  /** No sound, desktop notification or push between these times in the company's time zone. */
  quiet: z.object({ from: clock, to: clock }).nullable(),
});
export type Preferences = z.output<typeof preferences>;

/** Defaults: with sound, without text in places that others may see. */
export const defaults: Preferences = {
  sounds: true,
  sound: 'drop',
  volume: 70,
  desktop: true,
  previews: false,
  off: [],
  quiet: null,
};

type Row = Omit<Preferences, 'quiet'> & { quietFrom: string | null; quietTo: string | null };

const read = async (scope: Scope, userId: number, lock: Sql): Promise<Preferences> => {
  const row = await scope.sql.one<Row>(
    sql`select sounds, sound, volume, desktop, previews, off, quiet_from as "quietFrom", quiet_to as "quietTo"
          from notifications.preference where user_id = ${userId} ${lock}`,
  );
  if (!row) return defaults;
  const { quietFrom, quietTo, ...rest } = row;
  return { ...rest, quiet: quietFrom !== null && quietTo !== null ? { from: quietFrom, to: quietTo } : null };
};

export const preferencesOf = (scope: Scope, userId: number): Promise<Preferences> => read(scope, userId, sql.empty);

/** Changes are serialised: each starts from the result of the one before it. */
export const changePreferences = (
  scope: Scope,
  userId: number,
  change: (before: Preferences) => Preferences,
): Promise<Preferences> =>
  scope.tx(async (inner) => {
    await storePreferences(inner, userId, defaults, sql`nothing`);
    const chosen = change(await read(inner, userId, sql`for update`));
    await storePreferences(inner, userId, chosen, replaced);
    return chosen;
  });

const storePreferences = async (scope: Scope, userId: number, chosen: Preferences, onConflict: Sql): Promise<void> => {
  const { sounds, sound, volume, desktop, previews, off, quiet } = chosen;
  await scope.sql.run(
    sql`insert into notifications.preference (user_id, sounds, sound, volume, desktop, previews, off, quiet_from, quiet_to)
        values (${userId}, ${sounds}, ${sound}, ${volume}, ${desktop}, ${previews}, ${off}::text[],
                ${quiet?.from ?? null}, ${quiet?.to ?? null})
        on conflict (company_id, user_id) do ${onConflict}`,
  );
};

const replaced = sql`update set sounds = excluded.sounds, sound = excluded.sound, volume = excluded.volume,
  desktop = excluded.desktop, previews = excluded.previews, off = excluded.off, quiet_from = excluded.quiet_from,
  quiet_to = excluded.quiet_to`;

/** Returns whether quiet hours apply now, in the company's time zone; they may extend past midnight. */
export const isQuiet = (quiet: Preferences['quiet'], timeZone: string, now = new Date()): boolean => {
  if (!quiet || quiet.from === quiet.to) return false;
  const time = now.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return quiet.from < quiet.to ? time >= quiet.from && time < quiet.to : time >= quiet.from || time < quiet.to;
};
