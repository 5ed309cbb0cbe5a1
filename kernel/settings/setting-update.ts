import type { DeclaredSetting, SettingValue } from './declared.ts';

/** A changed setting in the `setting` message of `kernel.company`, sent to every browser of the company. */
export interface SettingUpdate {
  key?: string;
  value?: SettingValue;
  /** The setting affects what people may see, so browsers fetch everything again. */
  refetch?: true;
  /** The session may have changed, which only the server can tell. */
  session?: true;
  /** Super users' browsers read it from the server; its key and value are sent to nobody else. */
  superOnly?: true;
}

/**
 * Returns the part of a changed setting that everybody of a company may receive; undefined: nothing. The message
 * contains what `GET /settings` returns to anybody of the company, so browsers need not ask: no secrets, and nothing
 * that only the server or super users may read.
 */
export const settingUpdate = (
  { key, schema }: DeclaredSetting,
  read: () => SettingValue,
  touchesSession: boolean,
): SettingUpdate | undefined => {
  const marks: SettingUpdate = {
    ...(schema.refetch && { refetch: true }),
    // Data that a plugin adds to the session are no secret; if they depend on one, the setting declares `refetch`.
    ...(touchesSession && !schema.secret && { session: true }),
  };
  if (schema.superOnly === true && !schema.hidden && !schema.secret) return { ...marks, superOnly: true };
  if (!schema.hidden && !schema.secret) return { key, value: read(), ...marks };
  return Object.keys(marks).length > 0 ? marks : undefined;
};
