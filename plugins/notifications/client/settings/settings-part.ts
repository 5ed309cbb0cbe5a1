import type { Preferences } from '../preferences.ts';

/** Props of each section of the notification settings. */
export interface SettingsPartProps {
  chosen: Preferences;
  /** Saves a choice as soon as it is made. */
  onChoose(part: Partial<Preferences>): void;
}
