import type { Translate } from '@balcao/sdk/client';

/** A session in API responses. */
export interface SessionRow {
  id: string;
  userId: number;
  ip: string;
  device: { browser: string; system: string };
  lastUsedAt: string;
  endedAt: string | null;
  endedReason: string | null;
  isPresent: boolean;
}

/** `Firefox · Windows` */
export const deviceName = ({ device: { browser, system } }: Pick<SessionRow, 'device'>, t: Translate): string =>
  [browser, system].filter(Boolean).join(' · ') || t('device.unknown');

export const isPhone = ({ device: { system } }: Pick<SessionRow, 'device'>): boolean =>
  ['iPhone', 'iPad', 'Android'].includes(system);
