import type { DeclaredSetting, SettingValue } from './declared.ts';

/** A changed setting as the `setting` message of `kernel.company` tells it to every browser of the company. */
export interface SettingUpdate {
  key?: string;
  value?: SettingValue;
  /** What people may see depends on it: everything is asked anew. */
  refetch?: true;
  /** The session may be another: only the server can say. */
  session?: true;
  /** A super user's browser reads it from the server; its key and value reach nobody else. */
  superOnly?: true;
}

/**
 * What everybody of a company may hear of a setting that changed; undefined: nothing. The message carries what
 * `GET /settings` answers to anybody of the company, so nobody has to ask: neither secrets nor what only the server or
 * super users may read.
 */
export const settingUpdate = (
  { key, schema }: DeclaredSetting,
  read: () => SettingValue,
  touchesSession: boolean,
): SettingUpdate | undefined => {
  const marks: SettingUpdate = {
    ...(schema.refetch && { refetch: true }),
    // What a plugin adds to the session is no secret; where it depends on one all the same, the setting says `refetch`.
    ...(touchesSession && !schema.secret && { session: true }),
  };
  if (schema.superOnly === true && !schema.hidden && !schema.secret) return { ...marks, superOnly: true };
  if (!schema.hidden && !schema.secret) return { key, value: read(), ...marks };
  return Object.keys(marks).length > 0 ? marks : undefined;
};
