import type { SettingSchema } from '@balcao/sdk/server';
import type { DeclaredSetting, SettingValue } from './declared.ts';
import type { PendingChange } from './pending-changes.ts';

/** A value as browsers may see it: of a secret only whether it is set. */
export interface ShownSetting {
  key: string;
  value: SettingValue;
  isSet?: boolean;
  /** A requested change that has not taken effect yet. */
  pending?: PendingChange;
}
/** A setting on the options page. */
export interface SettingField extends ShownSetting {
  plugin: string;
  schema: SettingSchema;
  /** True for a setting that switches a module on and off. */
  toggle: boolean;
}

/** Returns true for settings that browsers may see; `superOnly` ones only for super users. */
export const isVisible = ({ schema }: DeclaredSetting, forSuper: boolean): boolean =>
  !schema.hidden && (forSuper || schema.superOnly !== true);
