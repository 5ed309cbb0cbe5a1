import { personalData } from '@balcao/contacts/contract';
import type { SettingEffect } from '@balcao/sdk/server';
import { monthsAgo } from './months-ago.ts';

/** Counts the conversations that the next night would empty, shown before somebody shortens the retention. */
export const retentionEffect: SettingEffect = {
  id: 'retention',
  key: 'retentionMonths',
  async effect(value, scope) {
    const day = monthsAgo(Number(value));
    let count = 0;
    for (const { item, scope: own } of scope.contributions(personalData))
      count += (await item.countBefore?.(day, own)) ?? 0;
    return scope.t('setting.retentionEffect', { count });
  },
};
